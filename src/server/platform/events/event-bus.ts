import type { FastifyBaseLogger } from 'fastify';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Channel } from '../database/engine.ts';
import type { Database } from '../database/database.ts';
import type { Topic } from '../database/announce.ts';
import { workKind } from '../work-kind.ts';

/** Hints may be lost, doubled or needless: subscribers also poll (`watch`). */
export type EventBus = {
  /** Within a transaction use `announce`. @returns resolves after this process's awaited listeners, if any */
  publish(topics: Iterable<Topic>): Promise<unknown> | undefined;
  /**
   * Changes at once are one call.
   * @param isAwaited whether a transaction that announces the topic here ends only after the listener, for those who
   * look at its result at once
   * @returns ends the subscription
   */
  subscribe(topic: Topic, listener: () => unknown, isAwaited?: boolean): () => void;
  /** Sends pending topics first. */
  close(): Promise<void>;
};

/** Milliseconds: a late answer is worse than a stale page. */
const longestMs = 10_000;

/**
 * In memory for this process, over the database's channel (opened on first use) for others.
 * @param log hears of a lost or restored channel
 * @param awaitedMs how long a transaction waits for awaited listeners
 */
export function openEventBus(
  database: Pick<Database, 'openChannel' | 'onAnnounced'>,
  log: () => Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>,
  awaitedMs = longestMs,
): EventBus {
  type Listener = () => unknown;
  const listeners = new Map<string, Map<Listener, boolean>>();
  let pending = new Set<string>();
  let delivery: PromiseWithResolvers<unknown> | null = null;
  let isClosed = false;
  let channel: Channel | undefined;

  function call(topics: Iterable<string>): Promise<unknown> {
    const called = new Map([...topics].flatMap((topic) => [...(listeners.get(topic) ?? [])]));
    const awaited = [...called].flatMap(([listener, isAwaited]) => {
      try {
        const result = listener();
        return isAwaited ? [result] : [];
      } catch (error) {
        log().error({ err: error }, 'a listener failed');
        return [];
      }
    });
    return Promise.allSettled(awaited);
  }

  const isAwaited = (topics: Iterable<string>): boolean =>
    [...topics].some((topic) => [...(listeners.get(topic)?.values() ?? [])].some(Boolean));

  const openChannel = (): Channel =>
    (channel ??= database.openChannel({
      hear: (topics) => void call(topics),
      hearAnything: () => void call(listeners.keys()),
      report(state, error) {
        if (state === 'restored') log().info('changes by other processes are announced again');
        else log().warn({ err: error }, 'changes by other processes are not announced: polling instead');
      },
    }));

  function deliver(): void {
    const topics = pending;
    const done = delivery;
    pending = new Set();
    delivery = null;
    if (topics.size === 0) return;
    done?.resolve(call(topics));
    openChannel().send(topics);
  }

  const publish: EventBus['publish'] = (topics) => {
    if (isClosed) return;
    for (const topic of topics) pending.add(topic);
    if (delivery === null) {
      delivery = Promise.withResolvers();
      setImmediate(deliver);
    }
    // A listener that writes itself must not wait for itself.
    if (workKind() === 'background' || !isAwaited(topics)) return;
    const { promise } = delivery;
    return Promise.race([promise, sleep(awaitedMs, null, { ref: false })]);
  };
  database.onAnnounced(publish);

  return {
    publish,
    subscribe(topic, listener, isAwaited = false) {
      openChannel();
      const others = listeners.get(topic);
      if (others === undefined) listeners.set(topic, new Map([[listener, isAwaited]]));
      else others.set(listener, isAwaited);
      return () => {
        const left = listeners.get(topic);
        left?.delete(listener);
        if (left?.size === 0) listeners.delete(topic);
      };
    },
    async close() {
      isClosed = true;
      deliver();
      listeners.clear();
      await channel?.close();
    },
  };
}
