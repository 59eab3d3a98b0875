import type { PostgresPool, PostgresPoolClient } from 'kysely';
import pg from 'pg';
import { workKind } from '../../work-kind.ts';
import { Bulkhead } from '../bulkhead.ts';
import type { ConnectionLimits, PoolFigures } from '../engine.ts';
import { PostgresClient } from './postgres-client.ts';

/** Milliseconds for a connection that others hold. */
const waitMs = 3_000;
/** In milliseconds. */
const connectMs = 1_500;
/** In milliseconds. */
const idleMs = 30_000;
/** Milliseconds beyond a statement's limit until its connection counts as cut. */
const answerMs = 500;

/**
 * Locks, statements and silent transactions have limits; keepalives let the server notice that this process is gone.
 * Planner: queries read few rows through indexes, in their written join order. With ORDER BY and LIMIT it would
 * choose merge and hash joins (16 ms in place of 2.8 at 20,000 submissions), memoize all rows, compile, or guess
 * another order (18 ms in place of 4). Random pages cost as much as sequential ones, in memory or on an SSD.
 */
const serverSettings = (limits: ConnectionLimits) =>
  Object.entries({
    enable_mergejoin: 'off',
    enable_hashjoin: 'off',
    enable_memoize: 'off',
    jit: 'off',
    join_collapse_limit: 1,
    random_page_cost: 1.1,
    lock_timeout: 3_000,
    statement_timeout: limits.statementMs,
    idle_in_transaction_session_timeout: 30_000,
    tcp_keepalives_idle: 10,
    tcp_keepalives_interval: 5,
    tcp_user_timeout: 20_000,
  })
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ');

/** Shared by reads and changes of all kinds of work. */
export class ConnectionPool {
  readonly forReads = this.#forKysely(false);
  readonly forChanges = this.#forKysely(true);
  readonly #bulkhead: Bulkhead;
  readonly #clients = new Set<PostgresClient>();
  readonly #pool: pg.Pool;

  constructor(url: string, limits: ConnectionLimits) {
    const { statementMs, size } = limits;
    this.#bulkhead = new Bulkhead({ size, waitMs });
    this.#pool = new pg.Pool({
      Client: PostgresClient as never,
      connectionString: url,
      options: serverSettings(limits),
      max: size,
      connectionTimeoutMillis: connectMs,
      idleTimeoutMillis: idleMs,
      query_timeout: statementMs === 0 ? undefined : statementMs + answerMs,
    });
    this.#pool.on('connect', (connected) => this.#watch(connected as unknown as PostgresClient));
    // Lost while idle: replaced at the next use.
    this.#pool.on('error', () => {});
  }

  figures(): PoolFigures {
    const { totalCount: size, idleCount: idle } = this.#pool;
    return { size, idle, waiting: this.#bulkhead.waiting };
  }

  /** Others close when released. */
  async end(): Promise<void> {
    await this.#pool.end();
  }

  async #take(isChange: boolean) {
    const admission = { kind: workKind(), isChange };
    if (!this.#bulkhead.tryEnter(admission)) await this.#bulkhead.enter(admission);
    try {
      const client = (await this.#pool.connect()) as unknown as PostgresClient & pg.PoolClient;
      const giveBack = client.release;
      const release = (isBroken?: boolean): void => {
        giveBack(isBroken);
        this.#bulkhead.leave(admission);
      };
      return { client, release };
    } catch (error) {
      this.#bulkhead.leave(admission);
      throw error;
    }
  }

  /** A cut connection takes along idle ones that were silent for longer. */
  #watch(client: PostgresClient): void {
    this.#clients.add(client);
    client.once('end', () => this.#clients.delete(client));
    client.once('silent', (since: number) => {
      for (const other of this.#clients)
        if (other.runningSince === 0 && other.idleSince < since) other.abandon();
    });
  }

  #forKysely(isChange: boolean): PostgresPool {
    return {
      connect: async () => {
        const { client, release } = await this.#take(isChange);
        return Object.assign(client, { release }) as unknown as PostgresPoolClient;
      },
      end: () => this.end(),
      options: {},
    };
  }
}
