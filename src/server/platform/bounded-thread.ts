import { fileURLToPath } from 'node:url';
import { Piscina } from 'piscina';
import { HttpError } from './http/http-errors.ts';

/** A job that takes longer is given up and its thread ended, in milliseconds; that is also how long a thread may need to start. */
const longestMs = 4_000;
const mostMemoryMb = 128;
const mostWaiting = 50;
const idleMs = 10_000;

/** Errors lose their class between threads: a refusal comes as what makes one. */
type Answer<Done> = { done: Done } | { refusal: ConstructorParameters<typeof HttpError> };

/** The default export of a thread's module: its refusals are thrown where the job was given. */
export function workOf<Job, Done>(work: (job: Job) => Done | Promise<Done>) {
  return async (job: Job): Promise<Answer<Done>> => {
    try {
      return { done: await work(job) };
    } catch (error) {
      if (!(error instanceof HttpError)) throw error;
      return { refusal: [error.status, error.code, error.message] };
    }
  };
}

/** Work whose cost others choose, beside the thread that serves everybody. */
export type BoundedThread<Job, Done> = {
  /** @returns null where it took too long or too much memory, failed, or too many wait; @throws HttpError of the work */
  run(job: Job): Promise<Done | null>;
  close(): Promise<void>;
};

/**
 * One thread, started when it is needed and ended when it is idle.
 * @param worker a module whose default export is made by `workOf`
 */
export function makeBoundedThread<Job, Done>(
  worker: URL,
  { timeoutMs = longestMs, memoryMb = mostMemoryMb }: { timeoutMs?: number; memoryMb?: number } = {},
): BoundedThread<Job, Done> {
  const pool = new Piscina<Job, Answer<Done>>({
    filename: fileURLToPath(worker),
    minThreads: 0,
    maxThreads: 1,
    maxQueue: mostWaiting,
    idleTimeout: idleMs,
    recordTiming: false,
    resourceLimits: { maxOldGenerationSizeMb: memoryMb },
  });
  // A dying thread fails its job, which reports it.
  pool.on('error', () => {});
  return {
    async run(job) {
      const answer = await pool.run(job, { signal: AbortSignal.timeout(timeoutMs) }).catch(() => null);
      if (answer === null) return null;
      if ('refusal' in answer) throw new HttpError(...answer.refusal);
      return answer.done;
    },
    close: () => pool.destroy(),
  };
}
