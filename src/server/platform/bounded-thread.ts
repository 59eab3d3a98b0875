import { fileURLToPath } from 'node:url';
import { Piscina } from 'piscina';

/** A job that takes longer is given up and its thread ended, in milliseconds; that is also how long a thread may need to start. */
const longestMs = 4_000;
const mostMemoryMb = 128;
const mostWaiting = 50;
const idleMs = 10_000;

/** Work whose cost others choose, beside the thread that serves everybody. */
export type BoundedThread<Job, Done> = {
  /** @returns null where it took too long or too much memory, or too many wait */
  run(job: Job): Promise<Done | null>;
  close(): Promise<void>;
};

/**
 * One thread, started when it is needed and ended when it is idle.
 * @param worker a module whose default export does a job
 */
export function makeBoundedThread<Job, Done>(
  worker: URL,
  { timeoutMs = longestMs }: { timeoutMs?: number | undefined } = {},
): BoundedThread<Job, Done> {
  const pool = new Piscina<Job, Done>({
    filename: fileURLToPath(worker),
    minThreads: 0,
    maxThreads: 1,
    maxQueue: mostWaiting,
    idleTimeout: idleMs,
    recordTiming: false,
    resourceLimits: { maxOldGenerationSizeMb: mostMemoryMb },
  });
  // A thread that dies takes its job with it, which is told there.
  pool.on('error', () => {});
  return {
    async run(job) {
      try {
        return await pool.run(job, { signal: AbortSignal.timeout(timeoutMs) });
      } catch {
        return null;
      }
    },
    close: () => pool.destroy(),
  };
}
