import { fileURLToPath } from 'node:url';
import { Piscina } from 'piscina';
import { makeFairQueue, type Turn } from '../fair-queue.ts';
import { httpErrors } from '../http/http-errors.ts';
import { elsewhere } from '../work-kind.ts';
import type { Cost, Job, Verdict } from './password-worker.ts';

export type PasswordTurn = Turn & {
  /** Called before the work; its errors replace it. */
  begin?(): Promise<void>;
};

export type PasswordHasher = {
  /** Argon2id in PHC form. */
  hash(password: string, turn?: PasswordTurn): Promise<string>;
  /** A null hash never matches, in the same time. */
  verify(password: string, hash: string | null, turn?: PasswordTurn): Promise<boolean>;
  /** Renews a matching outdated hash. */
  verifyAndRenew(password: string, hash: string | null, turn?: PasswordTurn): Promise<Verdict>;
  figures(): PasswordFigures;
  close(): Promise<void>;
};

/** Since the start, but `running` and `waiting`. */
type PasswordFigures = { running: number; waiting: number; begun: number; waitedMs: number };

const usualCost: Cost = { memory: 19_456, passes: 2, parallelism: 2 };
/** Matches no password, in a real one's time. */
const noHashAt = ({ memory, passes, parallelism }: Cost) =>
  `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${'A'.repeat(22)}$${'A'.repeat(43)}`;
const retrySeconds = 3;
/** For hashes that no request asked for. */
const own: PasswordTurn = { network: '', account: '', isKnown: true };
/** About three seconds' work. */
const queuedPerThread = 50;

/**
 * Its own threads, since passwords would block Node's pool for files. Fair by network and account; beyond
 * `queueLength` 503. Threads end when idle (`idleMs`).
 */
export function makePasswordHasher({
  threads = 2,
  queueLength = threads * queuedPerThread,
  idleMs = 20_000,
  cost = usualCost,
}: { threads?: number; queueLength?: number; idleMs?: number; cost?: Cost } = {}): PasswordHasher {
  const noHash = noHashAt(cost);
  const pool = new Piscina<Job, string | Verdict>({
    filename: fileURLToPath(new URL('./password-worker.ts', import.meta.url)),
    minThreads: 0,
    maxThreads: threads,
    idleTimeout: idleMs,
    recordTiming: false,
  });
  const closed = new Error('Password hashing has been closed');
  // Jobs queued in the pool would wait on after a thread's death: it starts threads for new jobs only.
  const queue = makeFairQueue({
    maxConcurrent: threads,
    maxQueued: queueLength,
    refusal: () => httpErrors.busy('Many people are logging in. Try again in a few seconds.', retrySeconds),
  });
  const running = new Set<AbortController>();
  let begun = 0;
  let waitedMs = 0;
  let isClosed = false;

  // A thread dying at its start has no job to fail.
  const failAll = (error: Error): void => {
    for (const job of running) job.abort(error);
  };
  pool.on('error', failAll);
  pool.on('workerDestroy', () => {
    queueMicrotask(() => {
      if (pool.queueSize > 0) failAll(new Error('The thread that hashes passwords ended'));
    });
  });

  async function runInPool(job: Job): Promise<string | Verdict> {
    const aborter = new AbortController();
    running.add(aborter);
    try {
      return await pool.run(job, { signal: aborter.signal });
    } catch (error) {
      throw aborter.signal.aborted ? aborter.signal.reason : error;
    } finally {
      running.delete(aborter);
    }
  }

  async function run(job: Job, { begin, ...turn }: PasswordTurn = own): Promise<string | Verdict> {
    if (isClosed) throw closed;
    const arrivedAt = performance.now();
    const leave = await queue.enter(turn);
    try {
      begun += 1;
      waitedMs += performance.now() - arrivedAt;
      await begin?.();
      if (isClosed) throw closed;
      return await runInPool(job);
    } finally {
      leave();
    }
  }

  async function verifyAndRenew(
    password: string,
    hash: string | null,
    turn?: PasswordTurn,
  ): Promise<Verdict> {
    const verdict = (await elsewhere(() => run({ password, cost, hash: hash ?? noHash }, turn))) as Verdict;
    return hash === null ? { fits: false, renewed: null } : verdict;
  }

  return {
    hash: async (password, turn) => (await elsewhere(() => run({ password, cost }, turn))) as string,
    verify: async (password, hash, turn) => (await verifyAndRenew(password, hash, turn)).fits,
    verifyAndRenew,
    figures: () => ({ running: running.size, waiting: queue.waiting.size, begun, waitedMs }),
    async close() {
      isClosed = true;
      queue.refuseAll(closed);
      await pool.destroy();
    },
  };
}
