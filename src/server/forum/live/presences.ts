import type { AppContext } from '../../platform/context.ts';
import type { Writer } from '../../platform/database/database.ts';

/** Somebody stays online so long after the end of the last stream, and after a call without one, in milliseconds. */
export const stayMs = 30_000;
/** How often a process writes down that streams are still open, all of them together, in milliseconds. */
export const renewMs = 15_000;
/** How soon a coming or going is written, with all others of that time, in milliseconds. */
const intervalMs = 500;
/** After a write that failed the next one waits so long, in milliseconds. */
const pauseMs = 5_000;
/** How many rows a statement writes: few texts, because statements are prepared by theirs. */
const sizes = [256, 32, 4, 1];
/** Beyond so many people nobody is added who only calls: the next call brings them again. */
const maxPresent = 20_000;

type Presence = {
  batchId: number;
  accountId: number;
  /** How many streams are open here. */
  streams: number;
  /** Until when it shall stand that the person is online, and until when it stands; 0 for never. */
  until: number;
  written: number;
};

/**
 * Who is online in which discussion, as far as this process knows, written behind. A row never lasts longer than `renewMs`
 * and `stayMs` together: the people of a process that was killed go offline by themselves.
 */
export type Presences = {
  /** A stream was opened. */
  come(batchId: number, accountId: number): void;
  /** One has ended. */
  leave(batchId: number, accountId: number): void;
  /** Somebody read or changed a discussion, perhaps without a stream. It costs the call no write. */
  note(batchId: number, accountId: number): void;
  /** Writes what is due, as before an orderly stop, and writes nothing by itself any more. @throws what the database throws */
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

  /** What has to be written now. With `isRenewal`, which comes every `renewMs`, all that would end before the next one. */
  function takeDue(now: number, isRenewal: boolean): Presence[] {
    return [...present.values()].filter((presence) => {
      const { streams, written } = presence;
      if (streams > 0) {
        if (!isRenewal && written > now + stayMs) return false;
        presence.until = now + renewMs + stayMs;
        return true;
      }
      if (presence.until === written || presence.until < now) return false;
      // Going offline is written at once, coming online as soon as the clock has moved on: while it stands still, in
      // tests, nobody comes online between two calls. Who has only called again can wait as long as what is written lasts.
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
    // In a transaction of its own, which holds nobody up who is writing theirs; nothing where nobody is or was.
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
        log.warn({ err: error }, 'who is online in a discussion could not be written yet');
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
  // In one order everywhere, so that two processes that write at the same time cannot deadlock.
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
