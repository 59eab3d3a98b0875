import { createServer, type AddressInfo } from 'node:net';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '#support/free-port';
import { probeAddress } from './probe-address.ts';

async function takePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

test('a free port is left free, and 0 is any', async () => {
  const port = await freePort();
  for (const one of [port, port, 0]) await probeAddress({ host: '127.0.0.1', port: one });
});

test.each([
  ['another.invalid', 'which is not this machine (getaddrinfo '],
  ['203.0.113.7', 'which is not this machine (listen EADDRNOTAVAIL'],
])('an address that is not here is named: %s', async (host, why) => {
  await expect(probeAddress({ host, port: 0 })).rejects.toThrow(`Setting HOST is "${host}", ${why}`);
});

test('a portal whose port is taken says so before it has a database', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'capstone-port-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const DATA_DIR = path.join(folder, 'data');
  const port = await takePort();
  await expect(probeAddress({ host: '127.0.0.1', port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
  const main = path.resolve(import.meta.dirname, '../../main.ts');
  const env = { ...process.env, DATA_DIR, PORT: String(port), HOST: '127.0.0.1', DATABASE_URL: '' };
  const { status, stderr, stdout } = spawnSync(process.execPath, [main], { env, encoding: 'utf8' });
  expect([status, stdout]).toEqual([1, '']);
  expect(stderr).toBe(
    `The portal could not start: the port is in use (listen EADDRINUSE: address already in use 127.0.0.1:${port}). Set PORT to another one\n`,
  );
  expect(existsSync(DATA_DIR)).toBe(false);
});
