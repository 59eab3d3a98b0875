import type { PostgresPool, PostgresPoolClient } from 'kysely';
import pg from 'pg';
import { workKind } from '../../work-kind.ts';
import { Bulkhead } from '../bulkhead.ts';
import type { ConnectionLimits, PoolFigures } from '../engine.ts';
import { PostgresClient } from './postgres-client.ts';

/** How long a request waits for a connection that others hold, in milliseconds. */
const waitMs = 3_000;
/** How long connecting may take. */
const connectMs = 1_500;
/** How long an unused connection stays open. */
const idleMs = 30_000;
/** How long an answer may take beyond the statement's own limit; then its connection counts as cut. */
const answerMs = 500;

/**
 * What the server itself bounds: waiting for locks, statements, transactions that fell silent. The keepalives let it notice
 * that this process is gone, so that it drops what that held.
 *
 * Every query here reads a few rows through an index. Where one also has an ORDER BY and a LIMIT, the planner takes merge and
 * hash joins for cheaper and walks along whole tables: without them a batch's queue takes 2.8 ms in place of 16 at 20,000
 * hand-ins. A cache of looked-up rows (memoize) is made for as many rows as there were without the LIMIT, again at each call:
 * 4 ms of 7 for a page of the queue of 100,000 students. What is planned as dear must not be compiled either, which takes longer
 * than to run it. Joins are made in the order in which they are written, from what narrows most: the queue's twelve take 1 ms to
 * plan in place of 3 to 6, and 4 ms to run in place of 18, since an order that is guessed may read a whole batch for one page.
 * A page read from the middle of a table costs no more than one that follows, since tables are in memory or on an SSD: by the
 * cost of a turning disk the plan for any task is taken for as good as the one for a rare task.
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

/** The connections of this process, shared by reads and changes of all kinds of work. */
export class ConnectionPool {
  /** For Kysely: a connection for a read, and one for a transaction. */
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
    // A connection that is lost while idle is replaced at the next use.
    this.#pool.on('error', () => {});
  }

  /** Runs a read on a free connection; the rows as the database returns them. */
  async read<R>(text: string, values: readonly unknown[]): Promise<R[]> {
    const { client, release } = await this.#take(false);
    try {
      return await client.read<R>(text, values);
    } catch (error) {
      // The driver's own stack begins in the socket: this one names the caller.
      if (error instanceof Error) Error.captureStackTrace(error);
      throw error;
    } finally {
      release();
    }
  }

  figures(): PoolFigures {
    const { totalCount: size, idleCount: idle } = this.#pool;
    return { size, idle, waiting: this.#bulkhead.waiting };
  }

  /** Closes idle connections now, and the others once they are given back. */
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

  /** When a connection turns out to be cut, the idle ones that have been silent for longer are closed too. */
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
