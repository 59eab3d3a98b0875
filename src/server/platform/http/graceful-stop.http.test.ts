import { once } from 'node:events';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { eventually } from '#support/eventually';
import { buildApp } from '#server/app';
import { makeTestContext } from '#support/test-app';
import { makeLifecycle } from '../readiness.ts';
import { stopGracefully } from './graceful-stop.ts';

/** No bound that a test would reach. */
const ample = { delayMs: 0, timeoutMs: 60_000, arrivalMs: 60_000 };

/** A portal on a port, with a route that answers when a test says so. */
async function listening() {
  const { context } = await makeTestContext();
  const lifecycle = makeLifecycle();
  const server = await buildApp({ ...context, lifecycle }, { pages: null });
  const begun = Promise.withResolvers<void>();
  const goOn = Promise.withResolvers<string | Readable>();
  server.get('/slow', () => {
    begun.resolve();
    return goOn.promise;
  });
  const accepted: Socket[] = [];
  server.server.on('connection', (socket) => accepted.push(socket));
  await server.listen({ host: '127.0.0.1', port: 0 });
  onTestFinished(() => server.close());
  return {
    server,
    lifecycle,
    begun: begun.promise,
    answer: goOn.resolve,
    /** Waits until every connection has brought something. */
    heard: () => eventually(() => expect(accepted.every(({ bytesRead }) => bytesRead > 0)).toBe(true)),
  };
}

const portOf = (server: FastifyInstance): number => (server.server.address() as AddressInfo).port;

/** A connection, and what has come over it. */
async function open(server: FastifyInstance) {
  const socket: Socket = connect(portOf(server), '127.0.0.1');
  let received = '';
  socket.setEncoding('latin1').on('data', (text: string) => (received += text));
  socket.on('error', () => {});
  const closed = once(socket, 'close');
  await once(socket, 'connect');
  onTestFinished(() => void socket.destroy());
  return {
    socket,
    closed,
    received: () => received,
    ask: (path: string) => socket.write(`GET ${path} HTTP/1.1\r\nHost: portal\r\n\r\n`),
  };
}

const health = '"status":"ok"';

test('for the delay everything is served while the portal says that it stops; then the port is closed', async () => {
  const { server, lifecycle } = await listening();
  const port = portOf(server);
  const kept = await open(server);
  kept.ask('/api/health');
  await eventually(() => expect(kept.received()).toContain(health));
  expect(kept.received()).toMatch(/connection: keep-alive/i);
  const stopped = stopGracefully(server, lifecycle, { ...ample, delayMs: 500 });
  expect(lifecycle.state).toBe('stopping');
  const { headers, status } = await fetch(`http://127.0.0.1:${port}/api/health`);
  expect([status, headers.get('connection')]).toEqual([200, 'close']);
  expect(server.server.listening).toBe(true);
  expect(kept.socket.readyState, 'what is open stays so').toBe('open');
  expect(await stopped).toBe(0);
  await kept.closed;
  await expect(fetch(`http://127.0.0.1:${port}/api/health`)).rejects.toThrow();
});

test('what is at rest is closed at once: a connection that is kept alive, and one that never sent a byte', async () => {
  const { server, lifecycle } = await listening();
  const [kept, silent] = [await open(server), await open(server)];
  kept.ask('/api/health');
  await eventually(() => expect(kept.received()).toContain(health));
  expect(await stopGracefully(server, lifecycle, ample)).toBe(0);
  await Promise.all([kept.closed, silent.closed]);
  expect(silent.received()).toBe('');
});

test('a request in flight is answered and ends its connection; one that arrives behind it, too', async () => {
  const { server, lifecycle, begun, answer, heard } = await listening();
  const [slow, late] = [await open(server), await open(server)];
  slow.ask('/slow');
  late.socket.write('GET /api/hea');
  await begun;
  await heard();
  const stopped = stopGracefully(server, lifecycle, ample);
  await eventually(() => expect(server.server.listening).toBe(false));
  late.socket.write('lth HTTP/1.1\r\nHost: portal\r\n\r\n');
  await late.closed;
  expect(late.received()).toMatch(/^HTTP\/1\.1 200 OK[^]*connection: close[^]*"status":"ok"/i);
  answer('at last');
  await slow.closed;
  expect(slow.received()).toMatch(/^HTTP\/1\.1 200 OK[^]*connection: close[^]*at last$/i);
  expect(await stopped).toBe(0);
});

test('an answer whose head had gone out is finished, and its connection closed then', async () => {
  const { server, lifecycle, answer } = await listening();
  const { ask, received, closed } = await open(server);
  const body = new Readable({ read() {} });
  answer(body);
  ask('/slow');
  body.push('first,');
  await eventually(() => expect(received()).toContain('first,'));
  expect(received()).toMatch(/connection: keep-alive/i);
  const stopped = stopGracefully(server, lifecycle, ample);
  await eventually(() => expect(server.server.listening).toBe(false));
  body.push('last');
  body.push(null);
  await closed;
  expect(received()).toMatch(/first,[^]*last[^]*0\r\n\r\n$/);
  expect(await stopped).toBe(0);
});

test('a request whose headers do not arrive is not waited for as long as one in flight', async () => {
  const { server, lifecycle, heard, begun, answer } = await listening();
  const [slow, partial] = [await open(server), await open(server)];
  slow.ask('/slow');
  partial.socket.write('GET /api/hea');
  await Promise.all([begun, heard()]);
  const stopped = stopGracefully(server, lifecycle, { ...ample, arrivalMs: 100 });
  await partial.closed;
  answer('at last');
  await slow.closed;
  expect(slow.received()).toMatch(/at last$/);
  expect(await stopped).toBe(0);
});

test('what takes longer than it may is cut off, and counted; then the rest is closed in order', async () => {
  const { server, lifecycle, begun } = await listening();
  const { ask, closed, received } = await open(server);
  ask('/slow');
  await begun;
  expect(await stopGracefully(server, lifecycle, { delayMs: 0, timeoutMs: 100 })).toBe(1);
  await closed;
  expect(received()).toBe('');
});
