import type { PostgresPool } from 'kysely';
import pg from 'pg';
import { workKind } from '../work-kind.ts';
import { Bulkhead } from './bulkhead.ts';
import { ConnectionWatch } from './connection-watch.ts';
import type { ConnectionLimits, PoolFigures } from './engine.ts';
import { PostgresClient } from './postgres-client.ts';

/** How long a request waits for a connection that others hold. */
const waitMs = 3_000;
/** How long connecting may take; a line that comes back is found with the next try. */
const connectMs = 1_500;
/** After how long without an answer a query's line is checked. */
const checkAfterMs = 1_000;
/** How long an answer may be on its way, beyond what the statement may take, while the server cannot be asked. */
const answerMs = 2_000;
/** The same for a statement without a limit. */
const patientMs = 60_000;

/**
 * What the server itself bounds: waiting for locks, statements, transactions that fell silent. The last three let it notice
 * that this process is gone, so that it drops what that held.
 */
const serverSettings = (limits: ConnectionLimits) =>
  Object.entries({
    lock_timeout: 3_000,
    statement_timeout: limits.statementMs,
    idle_in_transaction_session_timeout: 30_000,
    tcp_keepalives_idle: 10,
    tcp_keepalives_interval: 5,
    tcp_user_timeout: 20_000,
  })
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ');

/** The connections of this process, shared by reads and changes of all kinds of work. */
export class ConnectionPool {
  /** For Kysely: a connection for a read, and one for a transaction. */
  readonly forReads = this.#adapter(false);
  readonly forChanges = this.#adapter(true);
  readonly #pool: pg.Pool;
  readonly #bulkhead: Bulkhead;
  readonly #watch: ConnectionWatch;

  constructor(url: string, limits: ConnectionLimits) {
    const config = { connectionString: url, options: serverSettings(limits) };
    this.#pool = new pg.Pool({
      ...config,
      Client: PostgresClient,
      max: limits.size,
      connectionTimeoutMillis: connectMs,
    });
    this.#bulkhead = new Bulkhead({ size: limits.size, waitMs });
    this.#watch = new ConnectionWatch(
      { checkAfterMs, giveUpAfterMs: limits.statementMs === 0 ? patientMs : limits.statementMs + answerMs },
      () => new PostgresClient(config),
    );
    // A connection that breaks while idle is replaced by the pool; without a listener it would end the process.
    this.#pool.on('error', () => {});
    this.#pool.on('connect', (client) => this.#watch.add(client as unknown as PostgresClient));
    this.#pool.on('remove', (client) => this.#watch.remove(client as unknown as PostgresClient));
  }

  /** Runs a read on a connection of its own choice; the rows as the database returns them. */
  async read<R>(text: string, values: readonly unknown[]): Promise<R[]> {
    const client = await this.#connect(false);
    try {
      const { rows } = await client.query(text, values as unknown[]);
      return rows as R[];
    } finally {
      client.release();
    }
  }

  figures(): PoolFigures {
    const { totalCount: size, idleCount: idle } = this.#pool;
    return { size, idle, waiting: this.#bulkhead.waiting };
  }

  async end(): Promise<void> {
    // Connections in use are waited for, and watched until then.
    await this.#pool.end();
    this.#watch.stop();
  }

  async #connect(isChange: boolean): Promise<pg.PoolClient> {
    const admission = { kind: workKind(), isChange };
    if (!this.#bulkhead.tryEnter(admission)) await this.#bulkhead.enter(admission);
    try {
      const client = await this.#pool.connect();
      const { release } = client;
      client.release = (error) => {
        release(error);
        this.#bulkhead.leave(admission);
      };
      return client;
    } catch (error) {
      this.#bulkhead.leave(admission);
      throw error;
    }
  }

  #adapter(isChange: boolean): PostgresPool {
    return { connect: () => this.#connect(isChange), end: () => this.end(), options: {} };
  }
}
