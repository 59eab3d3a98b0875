import { Socket } from 'node:net';
import pg from 'pg';

/** Statements that each connection keeps prepared. */
const maxStatements = 500;
const names = new Map<string, string>();

function nameOf(text: string): string | undefined {
  let name = names.get(text);
  if (name === undefined) {
    // Names last as long as the connection: endlessly varied texts stay unnamed.
    if (names.size >= maxStatements) return undefined;
    name = `s${names.size}`;
    names.set(text, name);
  }
  return name;
}

/** 64-bit counts and instants are safe integers here. */
const columnTypes: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === pg.types.builtins.INT8 || oid === pg.types.builtins.NUMERIC
      ? Number
      : pg.types.getTypeParser(oid, format as 'text')) as pg.CustomTypesConfig['getTypeParser'],
};

/** Milliseconds of silence before the system probes. */
const keepAliveAfterMs = 5_000;
/** Query time-out, in milliseconds, in a transaction with its own limit. */
const patientMs = 60_000;
/** In milliseconds, a timer's longest: the driver reads 0 as unset. */
const unlimitedMs = 2 ** 31 - 1;

/** PostgreSQL's code for a failed connection. */
export class ConnectionLost extends Error {
  readonly code = '08006';
}

/**
 * Prepares each named statement once. A lost connection fails its queries and never ends the process; a query
 * that times out closes it and emits `silent` with the last sign of life (`performance.now()`).
 */
export class PostgresClient extends pg.Client {
  readonly #socket: Socket;
  #lostBy: Error | undefined;
  readonly #isLimited: boolean;
  /** In milliseconds, in place of the pool's. */
  #timeout: number | undefined;
  /** By `performance.now()`; 0 while idle. */
  runningSince = 0;
  idleSince = performance.now();
  /** Null until connected. */
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
    this.#isLimited = config.query_timeout !== undefined;
    // Without a listener the error would end the process.
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
    // The driver's message would hide the cause.
    if (this.#lostBy !== undefined) return Promise.reject(this.#lost()) as never;
    this.runningSince = performance.now();
    const name = values.length > 0 ? nameOf(text) : undefined;
    if (this.#isLimited) this.#hearLimit(text);
    const query = { text, values, name, query_timeout: this.#timeout };
    const answer = super.query(query as pg.QueryConfig) as Promise<pg.QueryResult>;
    return answer.catch((error: unknown) => {
      this.#hearTimeout(error);
      throw error;
    }) as never;
  }

  /** Does not wait for the other side. */
  abandon(): void {
    this.#socket.destroy(new ConnectionLost('The database did not answer'));
  }

  /** A statement that changes the server's limit changes the client's. */
  #hearLimit(text: string): void {
    if (/^(commit|rollback|reset statement_timeout)$/i.test(text)) this.#timeout = undefined;
    else if (text.endsWith('statement_timeout = 0')) this.#timeout = unlimitedMs;
    else if (text.includes('statement_timeout')) this.#timeout = patientMs;
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
