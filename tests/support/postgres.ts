import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort } from './free-port.ts';
import { importPostgres } from './reachable-postgres.ts';

export type TestPostgres = {
  port: number;
  /** The address of a database of the running server. */
  urlOf(database: string): string;
  /** The folder of its socket: a query takes half as long through it as over loopback. */
  sockets: string;
  /** The process that the others belong to. */
  pid(): number;
  /** Ends it as a restart does (fast shutdown), its data stay. */
  shutDown(): Promise<void>;
  /** Starts it again on its data. */
  start(): Promise<void>;
  /** Ends it and removes its data. */
  stop(): Promise<void>;
};

/**
 * Starts a real PostgreSQL on loopback with its data under the system's temporary folder.
 * @param options `isDurable`: its commits wait for the disk, as in production
 */
export async function startPostgres({ maxConnections = 200, isDurable = false } = {}): Promise<TestPostgres> {
  const port = await freePort();
  const folder = mkdtempSync(path.join(tmpdir(), 'capstone-postgres-'));
  // Run by root, the server has a user of its own, which must get through to its data.
  chmodSync(folder, 0o755);
  // The package ends the process with 0 once nothing is left to do, whatever the tests' outcome: ours comes first.
  process.prependOnceListener('beforeExit', (code) => process.exit(code));
  const removeFolder = () => rmSync(folder, { recursive: true, force: true });
  process.once('exit', removeFolder);
  const data = path.join(folder, 'data');
  const log: string[] = [];
  const Postgres = await importPostgres(folder);
  const server = new Postgres({
    databaseDir: data,
    user: 'postgres',
    password: 'postgres',
    port,
    persistent: true,
    // Whatever the language of who runs the tests: without one, texts would be cut within their letters.
    initdbFlags: ['--encoding=UTF8'],
    createPostgresUser: process.getuid?.() === 0,
    postgresFlags: [
      `fsync=${isDurable ? 'on' : 'off'}`,
      `max_connections=${maxConnections}`,
      'listen_addresses=127.0.0.1',
      `unix_socket_directories=${data}`,
    ].flatMap((setting) => ['-c', setting]),
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
    port,
    sockets: data,
    pid: () => Number.parseInt(readFileSync(path.join(data, 'postmaster.pid'), 'utf8'), 10),
    shutDown: () => server.stop(),
    start: () => server.start(),
    urlOf: (database) => `postgres://postgres:postgres@127.0.0.1:${port}/${database}`,
    async stop() {
      await server.stop();
      process.off('exit', removeFolder);
      removeFolder();
    },
  };
}
