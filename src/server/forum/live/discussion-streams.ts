import type { Writable } from 'node:stream';
import { beatMs } from '#contract/forum/event-calls';
import type { AppContext } from '../../platform/context.ts';
import { watch } from '../../platform/events/watch.ts';
import { httpErrors } from '../../platform/http/http-errors.ts';
import type { EventStream } from '../../platform/http/register-endpoint.ts';
import { runAs } from '../../platform/work-kind.ts';
import { beat, readChanges, writeEvents } from './changes-since.ts';
import type { Presences } from './presences.ts';

/** A stream that is open at most: a process has as many, and an account, whose oldest one ends for another. */
const maxStreams = 10_000;
const maxOfAccount = 8;
/** What the bus has lost is told after this long, in milliseconds. */
const lookMs = 5_000;
/** How often is looked whose beat is due, in milliseconds; a change of somebody's account is looked at by then. */
const sweepMs = 500;
/** A reader that has not taken so many characters is cut off, and comes again for what it missed. */
const maxUnread = 64 * 1024;
/** Between these a browser waits before it comes again, in milliseconds: not all of them at once after a restart. */
const retryMs = { least: 500, most: 4_000 };

/** Who follows a batch's discussion, and from where. */
export type Following = {
  batchId: number;
  accountId: number;
  /** The version of the discussion that the reader has seen; null for one that is not known. */
  seen: number | null;
  /** Whether the session still is, and opens this discussion. @throws what the database throws */
  mayRead: () => Promise<boolean>;
};

type Follower = Following & { out: Writable; beatAt: number; forget: () => void };
type Feed = { followers: Set<Follower>; lookNow: () => void; stop: () => Promise<void> };

/** The streams of a process that are open (server-sent events). */
export type DiscussionStreams = {
  /**
   * Opens a stream of what changes in a discussion from now on, and has changed since `seen`.
   * @throws a 503 error while the process stops, and where as many are open as there may be
   */
  open(following: Following): EventStream;
  count(): number;
  /** Waits for what is still read for them; they themselves end as soon as the process stops. */
  close(): Promise<void>;
};

/**
 * Follows discussions for many readers at once: whatever is open in a batch, each change is read once in each process, and
 * the same text goes to all.
 */
export function makeDiscussionStreams(
  context: Pick<AppContext, 'database' | 'events' | 'lifecycle' | 'log'>,
  presences: Pick<Presences, 'come' | 'leave'>,
): DiscussionStreams {
  const { database, events, lifecycle, log } = context;
  const feeds = new Map<number, Feed>();
  const all = new Set<Follower>();
  /** Feeds that nobody follows any more, as long as a look of theirs goes on. */
  const stopping = new Set<Promise<void>>();
  const ofAccounts = new Map<number, Follower[]>();
  let sweeping: NodeJS.Timeout | undefined;

  function write(follower: Follower, text: string): void {
    if (!all.has(follower) || text === '') return;
    if (follower.out.writableLength > maxUnread) follower.out.destroy();
    else follower.out.write(text);
  }

  async function look(batchId: number, followers: ReadonlySet<Follower>): Promise<void> {
    // Whoever comes meanwhile asks for a look of their own.
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
      onError: (err) => log.warn({ err }, 'what changed in a discussion could not be read yet'),
    });
    return { followers, ...watching };
  }

  /** Says something to everybody who is due, and ends the streams of those who may not read on. */
  async function sweep(): Promise<void> {
    const now = performance.now();
    const due = [...all].filter(({ beatAt }) => beatAt <= now);
    for (const follower of due) follower.beatAt = now + beatMs;
    for (const follower of due) {
      // That the database does not answer is no reason to end a stream.
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

  /** Nothing is said any more after the end, though a reader who is slow has still to come to it. */
  function end(follower: Follower): void {
    if (!all.has(follower)) return;
    remove(follower);
    follower.out.end();
  }

  function begin(following: Following, out: Writable): void {
    // A reader who has left meanwhile says so no more.
    if (lifecycle.stopping.aborted || out.destroyed) return void out.end();
    const { batchId, accountId } = following;
    const follower: Follower = {
      ...following,
      out,
      // Spread over the time between two, so that those who came together are not due together.
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
      throw httpErrors.busy('Nothing can be followed here at the moment. Please try again.', 5);
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
