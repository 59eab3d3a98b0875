import { spawnSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { startPostgres, type TestPostgres } from '#support/postgres';

/** Few, so that something else can take them all. */
const maxConnections = 80;

/** A PostgreSQL to which everything happens that happens to one. */
export type FaultyPostgres = {
  port: number;
  url: string;
  /** Ends it as a restart does; it stays away for this long. */
  restart(downMs: number): Promise<void>;
  /** Ends all of it at once, as a crash of its machine does; it stays away for this long. */
  kill(downMs: number): Promise<void>;
  /** Stops every process of it where it stands, until the returned function is called. */
  freeze(): () => void;
  /** Takes every connection, also those that the portals had, and whatever becomes free, until the returned function is called. */
  takeConnections(): Promise<() => Promise<void>>;
  /** Locks a table against reads and writes until the returned function is called. */
  lockTable(name: string): Promise<() => Promise<void>>;
  /** Runs statements beside the portals. */
  run(text: string): Promise<void>;
  stop(): Promise<void>;
};

function signal(pids: readonly number[], name: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, name);
    } catch {
      // It ended meanwhile.
    }
  }
}

/** After a crash the memory of the dead server is in use until its last process is gone. */
async function startAgain(server: TestPostgres): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await server.start();
    } catch (error) {
      if (attempt > 50) throw new Error('PostgreSQL does not start again', { cause: error });
      await sleep(100);
    }
  }
}

async function connectTo(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  client.on('error', () => {});
  await client.connect();
  return client;
}

export async function startFaultyPostgres(): Promise<FaultyPostgres> {
  const server = await startPostgres({ maxConnections });
  const url = server.urlOf('postgres');
  const processes = () => {
    const pid = server.pid();
    const { stdout } = spawnSync('pgrep', ['-P', String(pid)], { encoding: 'utf8' });
    return [pid, ...stdout.split('\n').filter(Boolean).map(Number)];
  };
  let frozen: readonly number[] = [];
  const thaw = () => {
    signal(frozen, 'SIGCONT');
    frozen = [];
  };
  // A frozen server would hear nothing of the end of this run.
  process.once('exit', thaw);

  return {
    port: server.port,
    url,
    async restart(downMs) {
      await server.shutDown();
      await sleep(downMs);
      await server.start();
    },
    async kill(downMs) {
      signal(processes(), 'SIGKILL');
      await sleep(downMs);
      await startAgain(server);
    },
    freeze() {
      frozen = processes();
      signal(frozen, 'SIGSTOP');
      return thaw;
    },
    async takeConnections() {
      const taken: pg.Client[] = [];
      const ending = new AbortController();
      taken.push(await connectTo(url));
      await taken[0]?.query(
        'select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and datname is not null',
      );
      const taking = (async () => {
        while (!ending.signal.aborted) {
          try {
            taken.push(await connectTo(url));
          } catch {
            await sleep(20);
          }
        }
      })();
      return async () => {
        ending.abort();
        await taking;
        await Promise.all(taken.map((client) => client.end()));
      };
    },
    async lockTable(name) {
      const client = await connectTo(url);
      await client.query('begin');
      await client.query(`lock table ${client.escapeIdentifier(name)} in access exclusive mode`);
      return async () => {
        await client.query('rollback');
        await client.end();
      };
    },
    async run(text) {
      const client = await connectTo(url);
      await client.query(text);
      await client.end();
    },
    async stop() {
      thaw();
      process.off('exit', thaw);
      await server.stop();
    },
  };
}
