import type { Writable } from 'node:stream';
import type { AppContext } from '../../platform/context.ts';
import { watch } from '../../platform/events/watch.ts';
import { httpErrors } from '../../platform/http/http-errors.ts';
import type { EventStream } from '../../platform/http/register-endpoint.ts';
import { runAs } from '../../platform/work-kind.ts';
import { beat, writeEvents, type Changes } from './changes-since.ts';
import type { Topic } from '../../platform/database/announce.ts';
import type { Presences } from './presences.ts';

/** Per process and account, whose oldest makes way. */
const maxStreams = 10_000;
const maxOfAccount = 8;
/** Milliseconds, for changes that the event bus lost. */
const lookMs = 5_000;
/** Milliseconds; named in the call's description. */
const beatMs = 20_000;
/** Milliseconds between looks for due heartbeats and changed accounts. */
const sweepMs = 500;
/** Unsent characters; beyond, a reader is disconnected and catches up. */
const maxUnread = 64 * 1024;
/** Milliseconds: random, to spread reconnections after a restart. */
const retryMs = { least: 500, most: 4_000 };

export type Following = {
  /** What readers of one topic are sent is read once for all. */
  topic: Topic;
  /** @param since the oldest version of any reader */
  read: (since: number) => Promise<Changes>;
  batchId: number;
  accountId: number;
  /** The reader's version; null if unknown. */
  seen: number | null;
  /** Whether the session has access. @throws what the database throws */
  mayRead: () => Promise<boolean>;
};

type Follower = Following & { out: Writable; beatAt: number; forget: () => void };
type Feed = { followers: Set<Follower>; lookNow: () => void; stop: () => Promise<void> };

/** Server-sent events of a process. */
export type DiscussionStreams = {
  /** From `seen` on. @throws 503 while stopping, and at the maximum of streams */
  open(following: Following): EventStream;
  count(): number;
  /** Waits for pending reads; streams end when the process stops. */
  close(): Promise<void>;
};

/** Reads a topic's changes once, and sends one text to all its readers. */
export function makeDiscussionStreams(
  context: Pick<AppContext, 'events' | 'lifecycle' | 'log'>,
  presences: Pick<Presences, 'come' | 'leave'>,
): DiscussionStreams {
  const { events, lifecycle, log } = context;
  const feeds = new Map<Topic, Feed>();
  const all = new Set<Follower>();
  /** Feeds without followers that finish a read. */
  const stopping = new Set<Promise<void>>();
  const ofAccounts = new Map<number, Follower[]>();
  let sweeping: NodeJS.Timeout | undefined;

  function write(follower: Follower, text: string): void {
    if (!all.has(follower) || text === '') return;
    if (follower.out.writableLength > maxUnread) follower.out.destroy();
    else follower.out.write(text);
  }

  async function look(followers: ReadonlySet<Follower>): Promise<void> {
    // Later readers trigger their own read.
    const readers = [...followers];
    const since = Math.min(...readers.map(({ seen }) => seen ?? Number.MAX_SAFE_INTEGER));
    const [first] = readers;
    if (first === undefined) return;
    const changes = await first.read(since);
    const texts = new Map<number | null, string>();
    for (const reader of readers) {
      let text = texts.get(reader.seen);
      if (text === undefined) texts.set(reader.seen, (text = writeEvents(changes, reader.seen)));
      write(reader, text);
      reader.seen = changes.version;
    }
  }

  function openFeed(topic: Topic): Feed {
    const followers = new Set<Follower>();
    const watching = watch(events, {
      topics: [topic],
      everyMs: lookMs,
      look: () => runAs('discussion', () => look(followers)),
      onError: (err) => log.warn({ err }, 'changes of a discussion could not be read; trying again'),
    });
    return { followers, ...watching };
  }

  /** Sends heartbeats, and ends streams without access. */
  async function sweep(): Promise<void> {
    const now = performance.now();
    const due = [...all].filter(({ beatAt }) => beatAt <= now);
    for (const follower of due) follower.beatAt = now + beatMs;
    for (const follower of due) {
      // Database errors do not end it.
      const mayRead = await runAs('discussion', follower.mayRead).catch(() => true);
      if (mayRead) write(follower, beat);
      else end(follower);
    }
  }

  function remove(follower: Follower): void {
    if (!all.delete(follower)) return;
    follower.forget();
    const { topic, batchId, accountId } = follower;
    presences.leave(batchId, accountId);
    const others = ofAccounts.get(accountId)?.filter((other) => other !== follower) ?? [];
    if (others.length > 0) ofAccounts.set(accountId, others);
    else ofAccounts.delete(accountId);
    const feed = feeds.get(topic);
    feed?.followers.delete(follower);
    if (feed?.followers.size === 0) {
      feeds.delete(topic);
      const stopped = feed.stop();
      stopping.add(stopped);
      void stopped.finally(() => stopping.delete(stopped));
    }
    if (all.size > 0) return;
    clearInterval(sweeping);
    sweeping = undefined;
  }

  /** At once, whatever a slow reader has received. */
  function end(follower: Follower): void {
    if (!all.has(follower)) return;
    remove(follower);
    follower.out.end();
  }

  function begin(following: Following, out: Writable): void {
    // The reader has disconnected meanwhile.
    if (lifecycle.stopping.aborted || out.destroyed) return void out.end();
    const { topic, batchId, accountId } = following;
    const follower: Follower = {
      ...following,
      out,
      // Random, to spread streams opened together.
      beatAt: performance.now() + Math.random() * beatMs,
      forget: events.subscribe(`account:${accountId}`, () => (follower.beatAt = 0)),
    };
    out.once('close', () => remove(follower)).on('error', () => undefined);
    all.add(follower);
    presences.come(batchId, accountId);
    const others = ofAccounts.get(accountId) ?? [];
    ofAccounts.set(accountId, [...others, follower]);
    if (others.length >= maxOfAccount && others[0] !== undefined) end(others[0]);
    const feed = feeds.get(topic) ?? openFeed(topic);
    feeds.set(topic, feed);
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
