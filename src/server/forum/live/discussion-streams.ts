import type { Writable } from 'node:stream';
import type { AppContext } from '../../platform/context.ts';
import { watch } from '../../platform/events/watch.ts';
import { httpErrors } from '../../platform/http/http-errors.ts';
import type { EventStream } from '../../platform/http/register-endpoint.ts';
import { runAs } from '../../platform/work-kind.ts';
import { beat, readChanges, writeEvents } from './changes-since.ts';
import type { Presences } from './presences.ts';

/** Open streams per process, and per account, whose oldest one is closed for a new one. */
const maxStreams = 10_000;
const maxOfAccount = 8;
/** Polling interval for changes the event bus lost, in milliseconds. */
const lookMs = 5_000;
/** Interval of heartbeats, in milliseconds; the call's description names it. */
const beatMs = 20_000;
/** How often due heartbeats are sent and changed accounts checked, in milliseconds. */
const sweepMs = 500;
/** A reader with more unsent characters is disconnected, and catches up when it reconnects. */
const maxUnread = 64 * 1024;
/** A random delay spreads reconnections after a restart, in milliseconds. */
const retryMs = { least: 500, most: 4_000 };

export type Following = {
  batchId: number;
  accountId: number;
  /** The version the reader has seen; null if unknown. */
  seen: number | null;
  /**
   * Whether the session still opens this discussion.
   * @throws what the database throws
   */
  mayRead: () => Promise<boolean>;
};

type Follower = Following & { out: Writable; beatAt: number; forget: () => void };
type Feed = { followers: Set<Follower>; lookNow: () => void; stop: () => Promise<void> };

/** The open streams (server-sent events) of a process. */
export type DiscussionStreams = {
  /**
   * Streams changes since `seen` and from now on.
   * @throws 503 while the process stops, and at the maximum of open streams
   */
  open(following: Following): EventStream;
  count(): number;
  /** Waits for pending reads; streams end as soon as the process stops. */
  close(): Promise<void>;
};

/** Reads each change of a batch once per process, and sends the same text to all its readers. */
export function makeDiscussionStreams(
  context: Pick<AppContext, 'database' | 'events' | 'lifecycle' | 'log'>,
  presences: Pick<Presences, 'come' | 'leave'>,
): DiscussionStreams {
  const { database, events, lifecycle, log } = context;
  const feeds = new Map<number, Feed>();
  const all = new Set<Follower>();
  /** Feeds without followers that still finish a read. */
  const stopping = new Set<Promise<void>>();
  const ofAccounts = new Map<number, Follower[]>();
  let sweeping: NodeJS.Timeout | undefined;

  function write(follower: Follower, text: string): void {
    if (!all.has(follower) || text === '') return;
    if (follower.out.writableLength > maxUnread) follower.out.destroy();
    else follower.out.write(text);
  }

  async function look(batchId: number, followers: ReadonlySet<Follower>): Promise<void> {
    // Readers that join during this read trigger their own.
    const readers = [...followers];
    const since = Math.min(...readers.map(({ seen }) => seen ?? Number.MAX_SAFE_INTEGER));
    if (readers.length === 0) return;
    const changes = await readChanges(database.reader, { batchId, since });
    const texts = new Map<number | null, string>();
    for (const reader of readers) {
      let text = texts.get(reader.seen);
      if (text === undefined) texts.set(reader.seen, (text = writeEvents(changes, reader.seen)));
      write(reader, text);
      reader.seen = changes.version;
    }
  }

  function openFeed(batchId: number): Feed {
    const followers = new Set<Follower>();
    const watching = watch(events, {
      topics: [`batch:${batchId}`],
      everyMs: lookMs,
      look: () => runAs('discussion', () => look(batchId, followers)),
      onError: (err) => log.warn({ err }, 'changes of a discussion could not be read; trying again'),
    });
    return { followers, ...watching };
  }

  /** Sends due heartbeats, and ends streams that lost access. */
  async function sweep(): Promise<void> {
    const now = performance.now();
    const due = [...all].filter(({ beatAt }) => beatAt <= now);
    for (const follower of due) follower.beatAt = now + beatMs;
    for (const follower of due) {
      // A database error does not end the stream.
      const mayRead = await runAs('discussion', follower.mayRead).catch(() => true);
      if (mayRead) write(follower, beat);
      else end(follower);
    }
  }

  function remove(follower: Follower): void {
    if (!all.delete(follower)) return;
    follower.forget();
    const { batchId, accountId } = follower;
    presences.leave(batchId, accountId);
    const others = ofAccounts.get(accountId)?.filter((other) => other !== follower) ?? [];
    if (others.length > 0) ofAccounts.set(accountId, others);
    else ofAccounts.delete(accountId);
    const feed = feeds.get(batchId);
    feed?.followers.delete(follower);
    if (feed?.followers.size === 0) {
      feeds.delete(batchId);
      const stopped = feed.stop();
      stopping.add(stopped);
      void stopped.finally(() => stopping.delete(stopped));
    }
    if (all.size > 0) return;
    clearInterval(sweeping);
    sweeping = undefined;
  }

  /** Stops writing at once, even if a slow reader has not reached the end yet. */
  function end(follower: Follower): void {
    if (!all.has(follower)) return;
    remove(follower);
    follower.out.end();
  }

  function begin(following: Following, out: Writable): void {
    // The reader disconnected meanwhile.
    if (lifecycle.stopping.aborted || out.destroyed) return void out.end();
    const { batchId, accountId } = following;
    const follower: Follower = {
      ...following,
      out,
      // Random, so that streams opened together are not due together.
      beatAt: performance.now() + Math.random() * beatMs,
      forget: events.subscribe(`account:${accountId}`, () => (follower.beatAt = 0)),
    };
    out.once('close', () => remove(follower)).on('error', () => undefined);
    all.add(follower);
    presences.come(batchId, accountId);
    const others = ofAccounts.get(accountId) ?? [];
    ofAccounts.set(accountId, [...others, follower]);
    if (others.length >= maxOfAccount && others[0] !== undefined) end(others[0]);
    const feed = feeds.get(batchId) ?? openFeed(batchId);
    feeds.set(batchId, feed);
    feed.followers.add(follower);
    sweeping ??= setInterval(() => void sweep(), sweepMs).unref();
    const { least, most } = retryMs;
    out.write(`retry: ${Math.round(least + Math.random() * (most - least))}\n\n`);
    feed.lookNow();
  }

  function open(following: Following): EventStream {
    if (lifecycle.stopping.aborted || all.size >= maxStreams)
      throw httpErrors.busy('Live updates are not available right now. Please try again.', 5);
    return (out) => begin(following, out);
  }

  const endAll = () => {
    for (const follower of all) end(follower);
  };
  lifecycle.stopping.addEventListener('abort', endAll, { once: true });

  return {
    open,
    count: () => all.size,
    async close() {
      endAll();
      await Promise.all(stopping);
    },
  };
}
