import { fileURLToPath } from 'node:url';
import { Piscina } from 'piscina';
import { HttpError } from './http/http-errors.ts';
import { elsewhere } from './work-kind.ts';

/** Milliseconds; includes the start of a thread. */
const longestMs = 4_000;
const mostMemoryMb = 128;
const mostWaiting = 50;
const idleMs = 10_000;

/** Errors lose their class between threads: these are a refusal's arguments. */
type Answer<Done> = { done: Done } | { refusal: ConstructorParameters<typeof HttpError> };

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

/** Isolates work whose cost users choose. */
export type BoundedThread<Job, Done> = {
  /**
   * @returns null after a time-out, lack of memory, failure, or with a full queue; @throws HttpError of the
   * work
   */
  run(job: Job): Promise<Done | null>;
  close(): Promise<void>;
};

/** Starts on demand, ends when idle. @param worker a module whose default export is made by `workOf` */
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
  // The failed job reports a dying thread.
  pool.on('error', () => {});
  return {
    async run(job) {
      const run = () => pool.run(job, { signal: AbortSignal.timeout(timeoutMs) });
      const answer = await elsewhere(run).catch(() => null);
      if (answer === null) return null;
      if ('refusal' in answer) throw new HttpError(...answer.refusal);
      return answer.done;
    },
    close: () => pool.destroy(),
  };
}
