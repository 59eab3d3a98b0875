import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { importPostgres } from './reachable-postgres.ts';

async function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => resolve(port));
    });
  });
}

export type TestPostgres = {
  /** The address of a database of the running server. */
  urlOf(database: string): string;
  stop(): Promise<void>;
};

/** Starts a real PostgreSQL on loopback with its data under the system's temporary folder. */
export async function startPostgres(): Promise<TestPostgres> {
  const port = await freePort();
  const folder = mkdtempSync(path.join(tmpdir(), 'capstone-postgres-'));
  // Run by root, the server has a user of its own, which must get through to its data.
  chmodSync(folder, 0o755);
  // The package ends the process with 0 once nothing is left to do, whatever the tests' outcome: ours comes first.
  process.prependOnceListener('beforeExit', (code) => process.exit(code));
  const log: string[] = [];
  const Postgres = await importPostgres(folder);
  const server = new Postgres({
    databaseDir: path.join(folder, 'data'),
    user: 'postgres',
    password: 'postgres',
    port,
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    postgresFlags: ['-c', 'fsync=off', '-c', 'max_connections=200', '-c', 'listen_addresses=127.0.0.1'],
    onLog: (line) => log.push(String(line)),
    onError: (line) => log.push(String(line)),
  });
  try {
    await server.initialise();
    await server.start();
  } catch (error) {
    throw new Error(`PostgreSQL did not start:\n${log.join('')}`, { cause: error });
  }
  return {
    urlOf: (database) => `postgres://postgres:postgres@127.0.0.1:${port}/${database}`,
    async stop() {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
