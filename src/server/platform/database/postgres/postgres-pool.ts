import type { PostgresPool, PostgresPoolClient } from 'kysely';
import type pg from 'pg';
import { workKind } from '../../work-kind.ts';
import { Bulkhead } from '../bulkhead.ts';
import { ConnectionWatch } from '../connection-watch.ts';
import type { ConnectionLimits, PoolFigures } from '../engine.ts';
import { ConnectionLost, PostgresClient } from './postgres-client.ts';

/** How long a request waits for a connection that others hold. */
const waitMs = 3_000;
/** How long connecting may take; a line that comes back is found with the next try. */
const connectMs = 1_500;
/** How long a connection stays open that nobody uses. */
const idleMs = 30_000;
const idleSweepMs = 5_000;
/** After how long without an answer a query's line is checked. */
const checkAfterMs = 1_000;
/** How long an answer may be on its way, beyond what the statement may take, while the server cannot be asked. */
const answerMs = 2_000;
/** The same for a statement without a limit. */
const patientMs = 60_000;

/**
 * What the server itself bounds: waiting for locks, statements, transactions that fell silent. The keepalives let it notice
 * that this process is gone, so that it drops what that held.
 *
 * Every query here reads a few rows through an index. Where one also has an ORDER BY and a LIMIT, the planner takes merge and
 * hash joins for cheaper and walks along whole tables: without them a batch's queue takes 2.8 ms in place of 16 at 20,000
 * hand-ins. A cache of looked-up rows (memoize) is made for as many rows as there were without the LIMIT, anew at each call:
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

/** Takes a connection back; with `true` it is closed and never used again. */
type Release = (isBroken?: boolean) => void;
type Taken = { client: PostgresClient; release: Release };

/** The connections of this process, shared by reads and changes of all kinds of work. */
export class ConnectionPool {
  /** For Kysely: a connection for a read, and one for a transaction. */
  readonly forReads = this.#forKysely(false);
  readonly forChanges = this.#forKysely(true);
  readonly #config: pg.ClientConfig;
  readonly #bulkhead: Bulkhead;
  readonly #watch: ConnectionWatch;
  /** All of them, and those that nobody holds, the latest used one last. */
  readonly #clients = new Set<PostgresClient>();
  readonly #idle: PostgresClient[] = [];
  /** While the server cannot be reached: the one attempt to connect that stands for all. */
  #trial: Promise<unknown> | null = null;
  #isReachable = true;
  #idleTimer: NodeJS.Timeout | undefined;
  #onEmpty: (() => void) | null = null;

  constructor(url: string, limits: ConnectionLimits) {
    const { statementMs, size } = limits;
    this.#config = {
      connectionString: url,
      options: serverSettings(limits),
      connectionTimeoutMillis: connectMs,
    };
    this.#bulkhead = new Bulkhead({ size, waitMs });
    this.#watch = new ConnectionWatch(
      { checkAfterMs, giveUpAfterMs: statementMs === 0 ? patientMs : statementMs + answerMs },
      () => new PostgresClient(this.#config),
    );
  }

  /** Runs a read on a connection that is free; the rows as the database returns them. */
  async read<R>(text: string, values: readonly unknown[]): Promise<R[]> {
    const { client, release } = await this.#take(false);
    try {
      return await client.read<R>(text, values);
    } catch (error) {
      // The driver's own begins in the socket: this one names who asked.
      if (error instanceof Error) Error.captureStackTrace(error);
      throw error;
    } finally {
      release();
    }
  }

  figures(): PoolFigures {
    return { size: this.#clients.size, idle: this.#idle.length, waiting: this.#bulkhead.waiting };
  }

  /** Closes what is idle, and what is in use once it is given back. */
  async end(): Promise<void> {
    const empty = new Promise<void>((resolve) => (this.#onEmpty = resolve));
    for (const client of this.#idle.splice(0)) this.#close(client);
    if (this.#clients.size === 0) this.#onEmpty?.();
    await empty;
    clearInterval(this.#idleTimer);
    this.#watch.stop();
  }

  async #take(isChange: boolean): Promise<Taken> {
    const admission = { kind: workKind(), isChange };
    if (!this.#bulkhead.tryEnter(admission)) await this.#bulkhead.enter(admission);
    try {
      const client = this.#idle.pop() ?? (await this.#open());
      const release: Release = (isBroken = false) => {
        if (isBroken || client.isLost || this.#onEmpty !== null) this.#close(client);
        else this.#idle.push(client);
        this.#bulkhead.leave(admission);
      };
      return { client, release };
    } catch (error) {
      this.#bulkhead.leave(admission);
      throw error;
    }
  }

  async #open(): Promise<PostgresClient> {
    if (this.#onEmpty !== null) throw new ConnectionLost('The database was closed');
    const client = new PostgresClient(this.#config);
    this.#clients.add(client);
    client.on('error', () => this.#forget(client));
    this.#idleTimer ??= setInterval(() => this.#closeIdle(), idleSweepMs).unref();
    try {
      await this.#connect(client);
    } catch (error) {
      this.#forget(client);
      throw error;
    }
    this.#watch.add(client);
    return client;
  }

  /**
   * Connects, as a circuit breaker: once that has failed, one attempt at a time stands for all, and the others fail with it. A
   * server that was frozen shall not find hundreds of connections that nobody waits for any more: it would serve them first.
   */
  async #connect(client: PostgresClient): Promise<void> {
    if (this.#trial !== null) await this.#trial;
    const attempt = client.connect();
    if (!this.#isReachable) this.#trial = attempt;
    try {
      await attempt;
      this.#isReachable = true;
    } catch (error) {
      this.#isReachable = false;
      throw error;
    } finally {
      if (this.#trial === attempt) this.#trial = null;
    }
  }

  /** Closes a connection; nobody waits for the other side. */
  #close(client: PostgresClient): void {
    this.#forget(client);
    void client.end().catch(() => {});
  }

  #forget(client: PostgresClient): void {
    this.#clients.delete(client);
    this.#watch.remove(client);
    const place = this.#idle.indexOf(client);
    if (place !== -1) this.#idle.splice(place, 1);
    if (this.#clients.size === 0) this.#onEmpty?.();
  }

  /** Closes what a busier time has left. */
  #closeIdle(): void {
    const isUnused = ({ idleSince }: PostgresClient) => performance.now() - idleSince > idleMs;
    for (const client of this.#idle.filter(isUnused)) this.#close(client);
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
