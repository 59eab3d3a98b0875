import type { Readable } from 'node:stream';
import { makeFairQueue, type FairQueueOptions, type Release } from './fair-queue.ts';
import { makePaceMeter, type PaceMeter } from './http/limits/slow-bodies.ts';

/** The pace is measured over so many finished requests. */
const sampleSize = 100;
/** Requests a second, at least: a quiet hour does not predict a rush. */
const slowestPace = 20;
const [minSeconds, maxSeconds] = [3, 30];

/** Spreads Retry-After, so that refused requests do not all return at once. */
type RetryAfterEstimator = {
  finished(): void;
  /** Later with each call, by a request's time at the present pace. */
  seconds(): number;
};

/** @param now monotonic, in milliseconds */
export function createRetryAfterEstimator(now: () => number): RetryAfterEstimator {
  const finished: number[] = [];
  let lastGiven = 0;
  return {
    finished() {
      finished.push(now());
      if (finished.length > sampleSize) finished.shift();
    },
    seconds() {
      const since = now() - (finished[0] ?? 0);
      const pace = Math.max(slowestPace, (finished.length * 1_000) / Math.max(since, 1));
      lastGiven = Math.max(lastGiven, now()) + 1_000 / pace;
      return Math.min(maxSeconds, Math.max(minSeconds, Math.ceil((lastGiven - now()) / 1_000)));
    },
  };
}

type SlotPace = {
  /** In all, in milliseconds. */
  longestMs: number;
  /** Bytes a second over `leastOverMs`. */
  leastRate: number;
  leastOverMs: number;
  /** Bytes a second over `measureMs`; while others wait, the slowest below it is ended. */
  yieldRate: number;
  measureMs: number;
  sweepMs: number;
};

export type ConcurrencyLimits = Omit<FairQueueOptions, 'refusal'> & {
  maxWaitMs: number;
  /** By default unlimited. */
  pace?: SlotPace;
};

export type Eviction = 'too slow' | 'others wait';

export type SlotHolder = {
  account?: number;
  /** Takes the slot away; the holder ends the request. */
  evict?(why: Eviction): void;
};

/** A fair queue of requests that carry bytes; slow ones give way to waiting ones. */
export type ConcurrencyLimiter = {
  /**
   * @param request leaves the queue when it closes; its body is unread until it has a slot
   * @throws LimiterFull when the queue is full, does not move in time, or the request is gone
   */
  acquire(request: Readable, holder?: SlotHolder): Promise<Release>;
  running(): number;
  places: number;
  queued(): number;
};

export class LimiterFull extends Error {
  /** In seconds. */
  readonly retryAfter: number;
  /** Whether the account has too many itself. */
  readonly isOwn: boolean;

  constructor(retryAfter: number, isOwn = false) {
    super('All slots are taken');
    this.retryAfter = retryAfter;
    this.isOwn = isOwn;
  }
}

type Slot = SlotHolder & { meter: PaceMeter };

export function createConcurrencyLimiter({
  maxWaitMs,
  pace,
  ...limits
}: ConcurrencyLimits): ConcurrencyLimiter {
  const { maxConcurrent, maxOfAccount = Infinity } = limits;
  const estimator = createRetryAfterEstimator(() => performance.now());
  const queue = makeFairQueue({
    ...limits,
    refusal: (isOwn) => new LimiterFull(estimator.seconds(), isOwn),
  });
  const slots = new Set<Slot>();
  let sweeping: NodeJS.Timeout | undefined;

  function takeSlot(request: Readable, holder: SlotHolder, leave: Release): Release {
    const slot = { ...holder, meter: makePaceMeter(request, performance.now()) };
    slots.add(slot);
    if (pace !== undefined) sweeping ??= setInterval(() => sweep(pace), pace.sweepMs).unref();
    return () => {
      if (!slots.delete(slot)) return;
      estimator.finished();
      leave();
      if (slots.size > 0) return;
      clearInterval(sweeping);
      sweeping = undefined;
    };
  }

  /** Ends requests below the minimum pace and, while others wait, the slowest in their way. */
  function sweep({ longestMs, leastRate, leastOverMs, yieldRate, measureMs }: SlotPace): void {
    const now = performance.now();
    const slow: { slot: Slot; rate: number }[] = [];
    for (const slot of slots) {
      const { meter, evict } = slot;
      meter.measure(now);
      if (meter.isOver() || evict === undefined) continue;
      const isTooSlow = now - meter.beganAt > longestMs || meter.rateOver(leastOverMs, now) < leastRate;
      if (isTooSlow) evict('too slow');
      else slow.push({ slot, rate: meter.rateOver(measureMs, now) });
    }
    slow.sort((a, b) => a.rate - b.rate);
    for (const { account } of queue.waiting) {
      const isOwn = [...slots].filter((slot) => slot.account === account).length >= maxOfAccount;
      const next = slow.findIndex(
        ({ slot, rate }) => rate < yieldRate && (!isOwn || slot.account === account),
      );
      if (next === -1) continue;
      for (const { slot } of slow.splice(next, 1)) slot.evict?.('others wait');
    }
  }

  return {
    async acquire(request, holder = {}) {
      const turn = { network: '', account: holder.account ?? '', isKnown: true };
      const gone = new AbortController();
      const giveUp = (): void => gone.abort();
      const timer = setTimeout(giveUp, maxWaitMs);
      request.once('close', giveUp);
      try {
        return takeSlot(request, holder, await queue.enter(turn, gone.signal));
      } finally {
        clearTimeout(timer);
        request.off('close', giveUp);
      }
    },
    running: queue.running,
    places: maxConcurrent,
    queued: () => queue.waiting.size,
  };
}
