import { runAs } from '../work-kind.ts';
import type { EventBus } from './event-bus.ts';
import type { Topic } from './topic.ts';

/**
 * Looks again and again: when one of the topics may have changed, and whatever happens after a time, give or take a fifth,
 * so that processes that started together do not go on together. One look at a time; hints that come meanwhile are one
 * more.
 * @param everyMs the longest time between two looks, in milliseconds, for what the bus has lost
 * @param look what to do; what it throws goes to `onError`, and the next look comes as ever
 * @returns `stop`, which waits for the look in progress; `lookNow`, as after a hint
 */
export function watch(
  events: EventBus,
  {
    topics,
    everyMs,
    look,
    onError,
  }: {
    topics: readonly Topic[];
    everyMs: number;
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
    // Not as of the request that happened to announce it.
    running = runAs('background', run);
  }

  const subscriptions = topics.map((topic) => events.subscribe(topic, lookNow));
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
