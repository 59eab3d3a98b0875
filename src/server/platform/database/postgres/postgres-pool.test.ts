import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { isUnavailable } from '../database-errors.ts';
import { ConnectionPool } from './postgres-pool.ts';

/** A server that accepts connections and, like one that is frozen, says nothing. */
async function startSilentServer() {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    socket.on('error', () => {});
    sockets.push(socket);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { url: `postgres://127.0.0.1:${(server.address() as AddressInfo).port}/any`, sockets };
}

test('a server that does not answer: connecting fails, and no connection is left', async () => {
  const { url, sockets } = await startSilentServer();
  const pool = new ConnectionPool(url, { statementMs: 5_000, size: 8 });
  const error: unknown = await pool.forReads.connect().catch((reason: unknown) => reason);
  expect(isUnavailable(error)).toBe(true);
  expect(sockets).toHaveLength(1);
  expect(pool.figures()).toEqual({ size: 0, idle: 0, waiting: 0 });
  await pool.end();
});
