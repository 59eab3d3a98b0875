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

/** When the system begins to ask whether a silent connection is still there, in milliseconds. */
const keepAliveAfterMs = 5_000;
/** The time-out of a query in a transaction with a limit of its own, in milliseconds. */
const patientMs = 60_000;

/** The connection is gone; the code is PostgreSQL's own for a connection that failed. */
export class ConnectionLost extends Error {
  readonly code = '08006';
}

/**
 * A connection to PostgreSQL. It names each statement, so that PostgreSQL parses and plans it once a connection. A lost
 * connection fails the running query and every later one, and never ends the process. A query that times out closes its
 * connection, and `silent` tells since when nothing came (`performance.now()`).
 */
export class PostgresClient extends pg.Client {
  readonly #socket: Socket;
  readonly #columns: KnownColumns = new Map();
  /** Why the connection was lost. */
  #lostBy: Error | undefined;
  #isPatient = false;
  /** When the running query was sent, by `performance.now()`; 0 while none runs. */
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
    const [text, values = []] = parameters as [text: string, values?: unknown[]];
    // The driver would only say that the connection is not queryable.
    if (this.#lostBy !== undefined) return Promise.reject(this.#lost()) as never;
    this.runningSince = performance.now();
    const name = values.length > 0 ? nameOf(text) : undefined;
    if (text.includes('statement_timeout')) this.#isPatient = true;
    if (/^(commit|rollback)$/i.test(text)) this.#isPatient = false;
    const query = { text, values, name, ...(this.#isPatient && { query_timeout: patientMs }) };
    const answer = super.query(query as pg.QueryConfig) as Promise<pg.QueryResult>;
    return answer.catch((error: unknown) => {
      this.#hearTimeout(error);
      throw error;
    }) as never;
  }

  /** Runs a read; the rows as the database returns them. */
  async read<R>(text: string, values: readonly unknown[]): Promise<R[]> {
    const name = nameOf(text);
    if (name === undefined) return ((await this.query(text, [...values])) as pg.QueryResult).rows as R[];
    if (this.#lostBy !== undefined) throw this.#lost();
    this.runningSince = performance.now();
    return new Promise((resolve, reject) => {
      const done = (error: Error | null, rows: R[] = []) => {
        this.#hearTimeout(error);
        if (error === null) resolve(rows);
        else reject(error);
      };
      super.query(new PreparedRead<R>({ name, text, values }, this.#columns, done));
    });
  }

  /** Closes the connection without waiting for the other side. */
  abandon(): void {
    this.#socket.destroy(new ConnectionLost('The database did not answer'));
  }

  #hearTimeout(error: unknown): void {
    if (!(error instanceof Error) || error.message !== 'Query read timeout') return;
    this.emit('silent', this.runningSince);
    this.abandon();
  }

  #lost(): ConnectionLost {
    return new ConnectionLost('The connection to the database was lost', { cause: this.#lostBy });
  }
}
