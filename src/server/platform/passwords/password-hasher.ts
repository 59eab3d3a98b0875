import { Worker } from 'node:worker_threads';
import { httpErrors } from '../http/http-errors.ts';
import type { Done, Job } from './password-worker.ts';

export type PasswordHasher = {
  /** A password's Argon2id hash in PHC form. */
  hash(password: string): Promise<string>;
  /** Whether a password fits a hash; a null hash costs the same time and never fits. */
  verify(password: string, hash: string | null): Promise<boolean>;
  close(): Promise<void>;
};

type Waiting = { job: Job; resolve: (result: string | boolean) => void; reject: (error: Error) => void };

/** Fits no password, and takes as long to find out as a real one. */
const noHash = `$argon2id$v=19$m=19456,t=2,p=2$${'A'.repeat(22)}$${'A'.repeat(43)}`;
const retrySeconds = 3;

/**
 * Password work on threads of its own, a few at a time: it would hold up every file operation in the pool that Node
 * shares. More than `queueLength` waiting is answered with 503. Threads start when needed and end when idle.
 */
export function makePasswordHasher({ threads = 2, queueLength = 100, idleMs = 20_000 } = {}): PasswordHasher {
  const queue: Waiting[] = [];
  const idle: { worker: Worker; timer: NodeJS.Timeout }[] = [];
  const busy = new Map<Worker, Waiting>();
  let lastId = 0;
  let isClosed = false;

  /** Takes a thread out of those that rest, before it ends or because it did: no job may reach it then. */
  function forget(worker: Worker): void {
    const at = idle.findIndex((entry) => entry.worker === worker);
    if (at !== -1) clearTimeout(idle.splice(at, 1)[0]?.timer);
  }

  function finish(worker: Worker): void {
    busy.delete(worker);
    worker.unref();
    const timer = setTimeout(() => {
      forget(worker);
      void worker.terminate();
    }, idleMs).unref();
    idle.push({ worker, timer });
    next();
  }

  function start(): Worker {
    const worker = new Worker(new URL('./password-worker.ts', import.meta.url));
    worker.on('message', (done: Done) => {
      const waiting = busy.get(worker);
      // Node's watch mode tells by the same way which files a thread has read: that is no result.
      if (waiting === undefined || done.id !== waiting.job.id) return;
      finish(worker);
      if ('error' in done) waiting.reject(new Error(done.error));
      else waiting.resolve(done.result);
    });
    // A thread that ends, for whatever reason, takes its work along; the next job gets a new one.
    const lose = (error: Error): void => {
      const waiting = busy.get(worker);
      busy.delete(worker);
      forget(worker);
      waiting?.reject(error);
      next();
    };
    worker.on('error', (error) => lose(error instanceof Error ? error : new Error(String(error))));
    worker.on('exit', () => lose(new Error('The thread that hashes passwords ended')));
    return worker;
  }

  function next(): void {
    while (queue.length > 0 && busy.size < threads) {
      const waiting = queue.shift() as Waiting;
      const rested = idle.pop();
      if (rested !== undefined) clearTimeout(rested.timer);
      const worker = rested?.worker ?? start();
      worker.ref();
      busy.set(worker, waiting);
      worker.postMessage(waiting.job);
    }
  }

  function run(password: string, hash: string | null): Promise<string | boolean> {
    if (isClosed) throw new Error('Password hashing has been closed');
    if (queue.length >= queueLength) {
      throw httpErrors.busy(
        'Many people are signing in just now. Please try again in a few seconds.',
        retrySeconds,
      );
    }
    return new Promise((resolve, reject) => {
      queue.push({ job: { id: ++lastId, password, hash }, resolve, reject });
      next();
    });
  }

  return {
    hash: async (password) => (await run(password, null)) as string,
    verify: async (password, hash) => {
      const fits = (await run(password, hash ?? noHash)) as boolean;
      return hash !== null && fits;
    },
    async close() {
      isClosed = true;
      for (const { reject } of queue.splice(0)) reject(new Error('Password hashing has been closed'));
      for (const { worker, timer } of idle.splice(0)) {
        clearTimeout(timer);
        await worker.terminate();
      }
      await Promise.all([...busy.keys()].map((worker) => worker.terminate()));
    },
  };
}
