import { setTimeout as sleep } from 'node:timers/promises';
import type { AppContext } from '../context.ts';
import { watch } from '../events/watch.ts';
import type { Topic } from '../events/topic.ts';

/** Work that lies in a table and that one of many processes does. */
export type Queue = {
  /** For the log. */
  name: string;
  /** What is announced when something becomes due at once. */
  topic: Topic;
  /** How much of it a process does at the same time. */
  concurrency: number;
  /**
   * Claims what is due, exclusively across all processes; each claim is run at once. When nothing is due, nothing is
   * written.
   * @param signal aborted when the process stops: what takes long ends at its next step
   * @returns runs of what was claimed; they record their outcome, and throw only when they cannot
   */
  claim(limit: number, signal: AbortSignal): Promise<(() => Promise<void>)[]>;
};

/** The longest that something due lies there, when its event was lost; a look that finds nothing is one index lookup. */
const pollMs = 5_000;
/** How long a stop waits for what runs, in milliseconds; what is left undone is claimed again later. */
const stopMs = 10_000;

/**
 * Does, in the background, what is due in the queues.
 * @returns `stop`, after which nothing is claimed; it waits for what runs, up to a bound
 */
export function startWorker(
  { events, log }: Pick<AppContext, 'events' | 'log'>,
  queues: readonly Queue[],
): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const stops = queues.map((queue) => workOn(queue, stopping.signal));

  function workOn({ name, topic, concurrency, claim }: Queue, signal: AbortSignal): () => Promise<unknown> {
    const running = new Set<Promise<void>>();
    /** Whether there may be more than there was room for. */
    let hasMore = false;
    const begin = async (run: () => Promise<void>): Promise<void> => {
      try {
        await run();
      } catch (error) {
        log.warn({ err: error, queue: name }, 'what became of a job could not be recorded');
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
      onError: (error) => log.warn({ err: error, queue: name }, 'jobs could not be claimed'),
    });
    watching.lookNow();
    return async () => {
      await watching.stop();
      await Promise.all(running);
    };
  }

  async function stop(): Promise<void> {
    stopping.abort();
    const over = new AbortController();
    const patience = sleep(stopMs, null, { signal: over.signal, ref: false }).catch(() => {});
    await Promise.race([Promise.all(stops.map((end) => end())), patience]);
    over.abort();
  }

  let stopped: Promise<void> | undefined;
  return { stop: () => (stopped ??= stop()) };
}
