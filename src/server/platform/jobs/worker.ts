import { setTimeout as sleep } from 'node:timers/promises';
import type { AppContext } from '../context.ts';
import { watch } from '../events/watch.ts';
import type { Topic } from '../database/announce.ts';

export type Queue = {
  name: string;
  /** Announced when work is due. */
  topic: Topic;
  concurrency: number;
  /**
   * Exclusive across processes. Writes nothing if none is due.
   * @param signal aborts when the process stops
   * @returns runs, which record their result and throw only if they cannot
   */
  claim(limit: number, signal: AbortSignal): Promise<(() => Promise<void>)[]>;
};

/** Finds work whose event was lost. */
const pollMs = 5_000;
/** Milliseconds for running work; the rest is claimed again. */
const stopMs = 10_000;

/** @returns `stop`, which waits a bounded time for running work */
export function startWorker(
  { events, log }: Pick<AppContext, 'events' | 'log'>,
  queues: readonly Queue[],
): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const stops = queues.map((queue) => workOn(queue, stopping.signal));

  function workOn({ name, topic, concurrency, claim }: Queue, signal: AbortSignal): () => Promise<unknown> {
    const running = new Set<Promise<void>>();
    let hasMore = false;
    const begin = async (run: () => Promise<void>): Promise<void> => {
      try {
        await run();
      } catch (error) {
        // The same may be due again at once: the next try waits for the poll.
        hasMore = false;
        log.warn({ err: error, queue: name }, 'cannot record the result of a job');
      }
    };
    const look = async (): Promise<void> => {
      const room = concurrency - running.size;
      if (room <= 0 || signal.aborted) return;
      const runs = await claim(room, signal);
      hasMore = runs.length === room;
      for (const run of runs) {
        const done = begin(run).finally(() => {
          running.delete(done);
          if (hasMore) watching.lookNow();
        });
        running.add(done);
      }
    };
    const watching = watch(events, {
      topics: [topic],
      everyMs: pollMs,
      look,
      onError: (error) => log.warn({ err: error, queue: name }, 'cannot claim jobs'),
    });
    watching.lookNow();
    return async () => {
      await watching.stop();
      await Promise.all(running);
    };
  }

  async function stop(): Promise<void> {
    stopping.abort();
    await Promise.race([Promise.all(stops.map((end) => end())), sleep(stopMs, null, { ref: false })]);
  }

  let stopped: Promise<void> | undefined;
  return { stop: () => (stopped ??= stop()) };
}
