import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
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

test('once a server has not answered, one attempt to connect stands for all who ask', async () => {
  const { url, sockets } = await startSilentServer();
  const pool = new ConnectionPool(url, { statementMs: 5_000, size: 8 });
  // Half of the pool is what one kind of work gets.
  const ask = () => Promise.allSettled(Array.from({ length: 4 }, () => pool.read('select 1', [])));
  const failed = (results: PromiseSettledResult<unknown>[]) =>
    results.filter(({ status }) => status === 'rejected').length;
  expect(failed(await ask())).toBe(4);
  expect(sockets).toHaveLength(4);
  expect(failed(await ask())).toBe(4);
  expect(sockets).toHaveLength(5);
  expect(pool.figures()).toEqual({ size: 0, idle: 0, waiting: 0 });
  await pool.end();
});
