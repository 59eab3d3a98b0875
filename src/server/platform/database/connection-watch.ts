import { setTimeout as sleep } from 'node:timers/promises';
import type { PostgresClient } from './postgres/postgres-client.ts';

export type WatchLimits = {
  /** After how long without an answer the server is asked what became of a query, in milliseconds. */
  checkAfterMs: number;
  /** After how long a connection is given up when the server cannot be asked either, in milliseconds. */
  giveUpAfterMs: number;
};

const sweepMs = 500;
/** How long the server may take to say what its backends do, connecting included. */
const probeMs = 1_500;
/** For an answer that is on its way while the server is asked. */
const underWayMs = 250;

const busyFor = (client: PostgresClient) =>
  client.runningSince === 0 ? 0 : performance.now() - client.runningSince;

/**
 * Finds connections whose line was cut without a word: a query would wait for ever, and a longer limit of its own could not
 * tell it from one that is only slow. The server knows: over a new line it is asked whether the backend works on the query.
 */
export class ConnectionWatch {
  readonly #clients = new Set<PostgresClient>();
  readonly #limits: WatchLimits;
  readonly #makeProbe: () => PostgresClient;
  #timer: NodeJS.Timeout | undefined;
  #isChecking = false;

  /** @param makeProbe makes the connection over which the server is asked */
  constructor(limits: WatchLimits, makeProbe: () => PostgresClient) {
    this.#limits = limits;
    this.#makeProbe = makeProbe;
  }

  add(client: PostgresClient): void {
    this.#clients.add(client);
    this.#timer ??= setInterval(() => void this.#sweep(), sweepMs).unref();
  }

  remove(client: PostgresClient): void {
    this.#clients.delete(client);
    if (this.#clients.size === 0) this.stop();
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  async #sweep(): Promise<void> {
    const silent = [...this.#clients].filter((client) => busyFor(client) > this.#limits.checkAfterMs);
    if (silent.length === 0 || this.#isChecking) return;
    this.#isChecking = true;
    try {
      const isAnswered = await this.#check(silent);
      if (isAnswered) return;
      for (const client of silent) {
        if (busyFor(client) > this.#limits.giveUpAfterMs) client.abandon('The database did not answer');
      }
    } finally {
      this.#isChecking = false;
    }
  }

  /** @returns whether the server could be asked */
  async #check(silent: readonly PostgresClient[]): Promise<boolean> {
    const sentAt = silent.map((client) => client.runningSince);
    const probe = this.#makeProbe();
    const timer = setTimeout(() => probe.abandon('The database did not answer in time'), probeMs);
    try {
      await probe.connect();
      const active = await activeBackends(probe, [...silent, probe]);
      // Something between the portal and the database gives other numbers than the server's own.
      if (!active.has(probe.processID)) return false;
      await sleep(underWayMs);
      const lost = silent.filter(
        (client, i) => client.runningSince === sentAt[i] && !active.has(client.processID),
      );
      for (const client of lost) {
        this.#giveUp(client);
        // What its transaction has locked is free again at once.
        await probe.query('select pg_terminate_backend($1)', [client.processID]);
      }
      return true;
    } catch {
      return false;
    } finally {
      clearTimeout(timer);
      void probe.end().catch(() => {});
    }
  }

  /** Gives up a connection, and the idle ones from which nothing has come since its line fell silent. */
  #giveUp(lost: PostgresClient): void {
    const silentSince = lost.runningSince;
    lost.abandon('The line to the database was cut');
    for (const client of this.#clients) {
      if (client.runningSince === 0 && client.idleSince < silentSince)
        client.abandon('The line to the database was cut, as that of others');
    }
  }
}

/** Which of these connections' backends work on a query at this moment, by their numbers. */
async function activeBackends(
  probe: PostgresClient,
  clients: readonly PostgresClient[],
): Promise<Set<number | null>> {
  const { rows } = (await probe.query(
    "select pid from pg_stat_activity where state = 'active' and pid = any($1)",
    [clients.map(({ processID }) => processID)],
  )) as { rows: { pid: number }[] };
  return new Set(rows.map(({ pid }) => pid));
}
