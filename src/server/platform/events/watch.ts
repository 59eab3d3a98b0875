import { runAs } from '../work-kind.ts';
import type { EventBus } from './event-bus.ts';
import type { Topic } from '../database/announce.ts';

/**
 * One look at a time, on hints and after `everyMs` (±20 %, so that processes drift apart).
 * @param everyMs in milliseconds
 * @param isAwaited whether a transaction that announces a topic in this process ends only after the look
 * @param look errors go to `onError`; looking continues
 * @returns `stop`, which waits for the current look; `lookNow`, as after a hint
 */
export function watch(
  events: EventBus,
  {
    topics,
    everyMs,
    isAwaited = false,
    look,
    onError,
  }: {
    topics: readonly Topic[];
    everyMs: number;
    isAwaited?: boolean;
    look: () => Promise<void>;
    onError: (error: unknown) => void;
  },
): { lookNow(): void; stop(): Promise<void> } {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | null = null;
  let isHinted = false;
  const stopping = new AbortController();
  const { signal } = stopping;

  async function run(): Promise<void> {
    do {
      isHinted = false;
      await look().catch(onError);
    } while (isHinted && !signal.aborted);
    running = null;
    wait();
  }

  function wait(): void {
    if (signal.aborted) return;
    timer = setTimeout(lookNow, everyMs * (0.8 + 0.4 * Math.random())).unref();
  }

  function lookNow(): void {
    isHinted = true;
    if (signal.aborted || running !== null) return;
    clearTimeout(timer);
    // Not part of the request that announced it.
    running = runAs('background', run);
  }

  const hear = () => {
    lookNow();
    return running;
  };
  const subscriptions = topics.map((topic) => events.subscribe(topic, hear, isAwaited));
  wait();
  return {
    lookNow,
    async stop() {
      stopping.abort();
      clearTimeout(timer);
      for (const unsubscribe of subscriptions) unsubscribe();
      await running;
    },
  };
}
