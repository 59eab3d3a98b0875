import type { Readable } from 'node:stream';
import { createRetryAfterEstimator } from './retry-after.ts';

export type ConcurrencyLimits = {
  /** How many may run at once. */
  maxConcurrent: number;
  /** How many more may wait in the queue. */
  maxQueued: number;
  /** How long one may wait, in milliseconds. */
  maxWaitMs: number;
};

/** Gives a slot back; calling it again does nothing. */
export type Release = () => void;

/** A semaphore with a bounded first-come-first-served queue. */
export type ConcurrencyLimiter = {
  /**
   * Takes a slot, waiting for it if need be.
   * @param request leaves the queue when it closes; its body is not read before there is a slot
   * @throws LimiterFull when the queue is full, does not move in time, or the request is gone
   */
  acquire(request: Readable): Promise<Release>;
  /** How many have a slot at this moment. */
  running(): number;
  /** How many slots there are. */
  places: number;
  /** How many wait at this moment. */
  queued(): number;
};

/** There is no slot, and none soon. */
export class LimiterFull extends Error {
  /** Seconds after which trying again makes sense. */
  readonly retryAfter: number;

  constructor(retryAfter: number) {
    super('All slots are taken');
    this.retryAfter = retryAfter;
  }
}

export function createConcurrencyLimiter(limits: ConcurrencyLimits): ConcurrencyLimiter {
  const queue = new Set<() => void>();
  let running = 0;
  const estimator = createRetryAfterEstimator(() => performance.now());
  const full = () => new LimiterFull(estimator.seconds());

  function takeSlot(): Release {
    running += 1;
    let isReleased = false;
    return () => {
      if (isReleased) return;
      isReleased = true;
      running -= 1;
      estimator.finished();
      const [next] = queue;
      next?.();
    };
  }

  function waitForSlot(request: Readable): Promise<Release> {
    return new Promise((resolve, reject) => {
      const leaveQueue = (): void => {
        queue.delete(start);
        clearTimeout(timer);
        request.off('close', giveUp);
      };
      const start = (): void => {
        leaveQueue();
        resolve(takeSlot());
      };
      const giveUp = (): void => {
        leaveQueue();
        reject(full());
      };
      const timer = setTimeout(giveUp, limits.maxWaitMs);
      request.once('close', giveUp);
      queue.add(start);
    });
  }

  return {
    async acquire(request) {
      if (running < limits.maxConcurrent) return takeSlot();
      if (queue.size >= limits.maxQueued) throw full();
      return waitForSlot(request);
    },
    running: () => running,
    places: limits.maxConcurrent,
    queued: () => queue.size,
  };
}
