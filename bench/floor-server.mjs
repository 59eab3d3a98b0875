// The floor of a page: React renders as many constant elements of as many bytes, compressed as the portal compresses.
import Fastify from 'fastify';
import { Writable } from 'node:stream';
import { createElement } from 'react';
import { renderToPipeableStream } from 'react-dom/server';
import { compressOnce } from '#server/platform/http/compressed';

const [elements, bytes] = process.argv.slice(2).map(Number);
const markup = '<p class="constant"></p>'.length;
const text = 'x'.repeat(Math.max(1, Math.round(bytes / elements) - markup));

const Line = () => createElement('p', { className: 'constant' }, text);
const Page = () =>
  createElement(
    'main',
    null,
    Array.from({ length: elements }, (_, key) => createElement(Line, { key })),
  );

function render() {
  const parts = [];
  const into = new Writable({ write: (part, _, done) => (parts.push(part), done()) });
  return new Promise((resolve, reject) => {
    into.once('finish', () => resolve(Buffer.concat(parts)));
    const { pipe } = renderToPipeableStream(createElement(Page), {
      progressiveChunkSize: Infinity,
      onAllReady: () => pipe(into),
      onError: reject,
    });
  });
}

const server = Fastify();
server.get('/', async (_, reply) => {
  reply.type('text/html').header('content-encoding', 'zstd');
  return compressOnce(await render(), 'zstd');
});
await server.listen({ host: '127.0.0.1', port: 0 });
console.log(`Listening on http://127.0.0.1:${server.server.address().port}`);
