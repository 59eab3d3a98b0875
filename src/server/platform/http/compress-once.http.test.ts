import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { compressAnswers } from './compressed.ts';

const long = { text: 'abc '.repeat(500) };
const decompress = { zstd: zstdDecompressSync, br: brotliDecompressSync, gzip: gunzipSync };

function makeServer() {
  const server = Fastify();
  compressAnswers(server);
  server.get('/long', async () => long);
  server.get('/short', async () => ({ text: 'abc' }));
  server.get('/file', (_request, reply) =>
    reply.type('application/json').send(Buffer.from(JSON.stringify(long))),
  );
  server.get('/text', async () => long.text);
  return server;
}

test.each([
  ['gzip, deflate, br, zstd', 'zstd'],
  ['gzip, deflate, br', 'br'],
  ['gzip, br;q=0', 'gzip'],
] as const)('an answer goes out in what the browser takes: %s', async (accepted, encoding) => {
  const answer = await makeServer().inject({ url: '/long', headers: { 'accept-encoding': accepted } });
  expect(answer.headers).toMatchObject({ 'content-encoding': encoding, vary: 'Accept-Encoding' });
  expect(Number(answer.headers['content-length'])).toBe(answer.rawPayload.length);
  expect(answer.rawPayload.length).toBeLessThan(200);
  expect(JSON.parse(decompress[encoding](answer.rawPayload).toString())).toEqual(long);
});

test('who takes no compression gets none, and caches are told that others do', async () => {
  const answer = await makeServer().inject({ url: '/long' });
  expect(answer.headers['content-encoding']).toBeUndefined();
  expect(answer.headers.vary).toBe('Accept-Encoding');
  expect(answer.json()).toEqual(long);
});

test.each(['/short', '/file', '/text'])('%s goes out as it is', async (url) => {
  const answer = await makeServer().inject({ url, headers: { 'accept-encoding': 'gzip, br, zstd' } });
  expect(answer.headers['content-encoding']).toBeUndefined();
});

test('HEAD tells the length of what GET would send', async () => {
  const server = makeServer();
  const headers = { 'accept-encoding': 'zstd' };
  const [get, head] = [
    await server.inject({ url: '/long', headers }),
    await server.inject({ method: 'HEAD', url: '/long', headers }),
  ];
  expect(head.headers['content-length']).toBe(get.headers['content-length']);
  expect(head.body).toBe('');
});
