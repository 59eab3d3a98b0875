import { Socket } from 'node:net';
import pg from 'pg';
import { columnTypes, PreparedRead, type KnownColumns } from './postgres-read.ts';

/** The most statements that each connection keeps prepared. */
const maxStatements = 500;
const names = new Map<string, string>();

function nameOf(text: string): string | undefined {
  let name = names.get(text);
  if (name === undefined) {
    // A connection never forgets a name: statements whose text varies without end stay unnamed.
    if (names.size >= maxStatements) return undefined;
    name = `s${names.size}`;
    names.set(text, name);
  }
  return name;
}

/** When the system itself begins to ask whether a silent line is still there, in milliseconds. */
const keepAliveAfterMs = 5_000;

/** The connection is gone; the code is PostgreSQL's own for a connection that failed. */
export class ConnectionLost extends Error {
  readonly code = '08006';
}

/**
 * A connection to PostgreSQL. It names each statement, so that PostgreSQL parses and plans it once a connection. One that
 * is lost fails the query that runs and every later one, and never ends the process, whoever holds it at that moment.
 */
export class PostgresClient extends pg.Client {
  readonly #socket: Socket;
  readonly #columns: KnownColumns = new Map();
  /** Why the connection was lost. */
  #lostBy: Error | undefined;
  /** When the query that runs was sent, by `performance.now()`; 0 while none runs. */
  runningSince = 0;
  /** When the last query ended. */
  idleSince = performance.now();
  /** The number of the backend that serves it; null until it is connected. */
  declare readonly processID: number | null;

  constructor(config: pg.ClientConfig = {}) {
    const socket = new Socket();
    super({
      ...config,
      types: columnTypes,
      stream: () => socket,
      keepAlive: true,
      keepAliveInitialDelayMillis: keepAliveAfterMs,
    });
    this.#socket = socket;
    // Without a listener an error of a connection in use would be thrown into the process.
    this.on('error', (error) => {
      this.#lostBy ??= error;
    });
    this.on('drain', () => {
      this.runningSince = 0;
      this.idleSince = performance.now();
    });
  }

  override query(...parameters: unknown[]): never {
    // The driver would only say that the connection is not queryable.
    if (this.#lostBy !== undefined) return Promise.reject(this.#lost()) as never;
    this.runningSince = performance.now();
    const [text, values, ...rest] = parameters;
    if (typeof text === 'string' && Array.isArray(values) && values.length > 0) {
      return super.query({ name: nameOf(text), text, values } as never, ...(rest as [])) as never;
    }
    return super.query(...(parameters as [never])) as never;
  }

  /** Runs a read; the rows as the database returns them. */
  async read<R>(text: string, values: readonly unknown[]): Promise<R[]> {
    if (this.#lostBy !== undefined) throw this.#lost();
    const name = nameOf(text);
    if (name === undefined) return (await super.query({ text, values: values as unknown[] })).rows as R[];
    this.runningSince = performance.now();
    return new Promise((resolve, reject) => {
      const done = (error: Error | null, rows: R[]) => {
        if (error === null) resolve(rows);
        else reject(error);
      };
      super.query(new PreparedRead<R>({ name, text, values }, this.#columns, done));
    });
  }

  #lost(): ConnectionLost {
    return new ConnectionLost('The connection to the database was lost', { cause: this.#lostBy });
  }

  /** Whether it cannot be used any more. */
  get isLost(): boolean {
    return this.#lostBy !== undefined;
  }

  /** Gives the connection up without waiting for the other side: what runs fails, and a pool replaces it. */
  abandon(why: string): void {
    this.#socket.destroy(new ConnectionLost(why));
  }
}
