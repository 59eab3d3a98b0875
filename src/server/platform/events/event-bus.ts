import type { FastifyBaseLogger } from 'fastify';
import type { Channel } from '../database/engine.ts';
import type { Database } from '../database/database.ts';
import type { Topic } from '../database/announce.ts';

/** Hints may be lost, doubled or needless: subscribers also poll (`watch`). */
export type EventBus = {
  /** Within a transaction use `announce`. */
  publish(topics: Iterable<Topic>): void;
  /** Changes at once are one call. @returns ends the subscription */
  subscribe(topic: Topic, listener: () => void): () => void;
  /** Sends pending topics first. */
  close(): Promise<void>;
};

/**
 * In memory for this process, over the database's channel (opened on first use) for others.
 * @param log hears of a lost or restored channel
 */
export function openEventBus(
  database: Pick<Database, 'openChannel' | 'onAnnounced'>,
  log: () => Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>,
): EventBus {
  const listeners = new Map<string, Set<() => void>>();
  let pending = new Set<string>();
  let isScheduled = false;
  let isClosed = false;
  let channel: Channel | undefined;

  function call(topics: Iterable<string>): void {
    const called = new Set([...topics].flatMap((topic) => [...(listeners.get(topic) ?? [])]));
    for (const listener of called) {
      try {
        listener();
      } catch (error) {
        log().error({ err: error }, 'a listener failed');
      }
    }
  }

  const openChannel = (): Channel =>
    (channel ??= database.openChannel({
      hear: call,
      hearAnything: () => call(listeners.keys()),
      report(state, error) {
        if (state === 'restored') log().info('changes by other processes are announced again');
        else log().warn({ err: error }, 'changes by other processes are not announced: polling instead');
      },
    }));

  function deliver(): void {
    isScheduled = false;
    const topics = pending;
    pending = new Set();
    if (topics.size === 0) return;
    call(topics);
    openChannel().send(topics);
  }

  const publish: EventBus['publish'] = (topics) => {
    if (isClosed) return;
    for (const topic of topics) pending.add(topic);
    if (isScheduled) return;
    isScheduled = true;
    setImmediate(deliver);
  };
  database.onAnnounced(publish);

  return {
    publish,
    subscribe(topic, listener) {
      openChannel();
      const others = listeners.get(topic);
      if (others === undefined) listeners.set(topic, new Set([listener]));
      else others.add(listener);
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
