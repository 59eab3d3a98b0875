import type { AppContext } from '../../platform/context.ts';
import type { Writer } from '../../platform/database/database.ts';

/** Milliseconds online after the last stream or call. */
export const stayMs = 30_000;
/** Milliseconds between renewals of open streams. */
export const renewMs = 15_000;
/** Milliseconds between writes. */
const intervalMs = 500;
/** Milliseconds after a failed write. */
const pauseMs = 5_000;
/** Few, since each statement text is prepared. */
const sizes = [256, 32, 4, 1];
/** Beyond this, calls without a stream add nobody. */
const maxPresent = 20_000;

type Presence = {
  batchId: number;
  accountId: number;
  streams: number;
  /** Milliseconds since 1970, intended and written; 0 for never. */
  until: number;
  written: number;
};

/** Write-behind. Rows expire within `renewMs + stayMs`, also of a killed process. */
export type Presences = {
  come(batchId: number, accountId: number): void;
  leave(batchId: number, accountId: number): void;
  /** A call without a stream; costs no write. */
  note(batchId: number, accountId: number): void;
  /** Flushes. @throws what the database throws */
  close(): Promise<void>;
};

export function makePresences({
  database,
  clock,
  log,
}: Pick<AppContext, 'database' | 'clock' | 'log'>): Presences {
  const present = new Map<string, Presence>();
  let timer: NodeJS.Timeout | undefined;
  let renewAt = 0;
  let pausedUntil = 0;
  let writing: Promise<void> | undefined;
  let isClosed = false;

  function of(batchId: number, accountId: number): Presence {
    const key = `${batchId} ${accountId}`;
    let presence = present.get(key);
    if (presence === undefined) {
      present.set(key, (presence = { batchId, accountId, streams: 0, until: 0, written: 0 }));
      if (!isClosed) timer ??= setInterval(tick, intervalMs).unref();
    }
    return presence;
  }

  /** Renews what would expire before the next renewal. */
  function takeDue(now: number, isRenewal: boolean): Presence[] {
    return [...present.values()].filter((presence) => {
      const { streams, written } = presence;
      if (streams > 0) {
        if (!isRenewal && written > now + stayMs) return false;
        presence.until = now + renewMs + stayMs;
        return true;
      }
      if (presence.until === written || presence.until < now) return false;
      // Offline is written at once, online once the clock has moved (not in tests). Repeated calls wait for
      // the written value to run out.
      const hasMovedOn = isClosed || presence.until < now + stayMs;
      return written > presence.until || (hasMovedOn && (isRenewal || written < now + renewMs));
    });
  }

  function forget(now: number): boolean {
    let hasForgotten = false;
    for (const [key, { streams, until }] of present)
      if (streams === 0 && until < now) hasForgotten = present.delete(key);
    return hasForgotten;
  }

  async function write(): Promise<void> {
    const now = clock.now();
    const isRenewal = now >= renewAt || renewAt > now + renewMs;
    if (isRenewal) renewAt = now + renewMs;
    const due = takeDue(now, isRenewal);
    const untils = due.map(({ until }) => until);
    if (due.length > 0) {
      await database.nonDurableTransaction((writer) => writePresences(writer, due));
      for (const [at, presence] of due.entries()) presence.written = untils[at] as number;
    }
    // Separate, so as not to hold up writers.
    const hasForgotten = isRenewal && forget(now);
    if (hasForgotten || (isRenewal && due.length > 0))
      await database.nonDurableTransaction((writer) =>
        writer.deleteFrom('presences').where('online_until', '<', now).execute(),
      );
    if (present.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  }

  function tick(): void {
    if (writing !== undefined || performance.now() < pausedUntil) return;
    writing = write()
      .catch((error: unknown) => {
        pausedUntil = performance.now() + pauseMs;
        log.warn({ err: error }, 'presence could not be saved; trying again in 5 seconds');
      })
      .finally(() => (writing = undefined));
  }

  return {
    come(batchId, accountId) {
      of(batchId, accountId).streams += 1;
    },
    leave(batchId, accountId) {
      const presence = of(batchId, accountId);
      presence.streams -= 1;
      if (presence.streams === 0) presence.until = clock.now() + stayMs;
    },
    note(batchId, accountId) {
      if (isClosed || (present.size >= maxPresent && !present.has(`${batchId} ${accountId}`))) return;
      const presence = of(batchId, accountId);
      if (presence.streams === 0) presence.until = clock.now() + stayMs;
    },
    async close() {
      isClosed = true;
      clearInterval(timer);
      timer = undefined;
      await writing;
      await write();
    },
  };
}

async function writePresences(writer: Writer, presences: readonly Presence[]): Promise<void> {
  // Always in one order, against deadlocks of processes.
  const rows = presences
    .map(({ batchId, accountId, until }) => ({
      batch_id: batchId,
      account_id: accountId,
      online_until: until,
    }))
    .toSorted((a, b) => a.batch_id - b.batch_id || a.account_id - b.account_id);
  for (let at = 0, size = 1; at < rows.length; at += size) {
    size = sizes.find((fits) => fits <= rows.length - at) ?? 1;
    await writer
      .insertInto('presences')
      .values(rows.slice(at, at + size))
      .onConflict((conflict) =>
        conflict
          .columns(['batch_id', 'account_id'])
          .doUpdateSet(({ ref }) => ({ online_until: ref('excluded.online_until') })),
      )
      .execute();
  }
}
