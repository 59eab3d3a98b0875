import type { Readable } from 'node:stream';
import { makeFairQueue, type FairQueueOptions, type Release } from './fair-queue.ts';
import { makePaceMeter, type PaceMeter } from './http/limits/slow-bodies.ts';

/** How many finished requests the pace is measured over. */
const sampleSize = 100;
/** The slowest pace that is assumed, in requests a second: a quiet hour says nothing about a rush. */
const slowestPace = 20;
const [minSeconds, maxSeconds] = [3, 30];

/** Estimates Retry-After for refused requests and spreads them, so that they do not all try again at once. */
type RetryAfterEstimator = {
  /** Counts a finished request. */
  finished(): void;
  /** Seconds: each call gives a later time than the one before, by as much as a request takes at the present pace. */
  seconds(): number;
};

/** @param now milliseconds of a clock that never goes back */
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

/** Of a request that has a slot, how slowly its bytes may come. */
export type SlotPace = {
  /** The longest that its bytes may take in all, in milliseconds. */
  longestMs: number;
  /** Bytes a second that must come, measured over `leastOverMs`. */
  leastRate: number;
  leastOverMs: number;
  /** Bytes a second over `measureMs`; slower requests give way while others wait, the slowest first. */
  yieldRate: number;
  measureMs: number;
  /** How often it is looked at, in milliseconds. */
  sweepMs: number;
};

export type ConcurrencyLimits = Omit<FairQueueOptions, 'refusal'> & {
  /** How long one may wait, in milliseconds. */
  maxWaitMs: number;
  /** By default as slow as they like. */
  pace?: SlotPace;
};

/** Why a request lost its slot: it came too slowly at all, or others waited. */
export type Eviction = 'too slow' | 'others wait';

/** Whose request takes a slot. */
export type SlotHolder = {
  account?: number;
  /** Called when the slot is taken away while the request's bytes are still coming; the holder ends the request. */
  evict?(why: Eviction): void;
};

/** A fair queue of requests that bring or take bytes: who waits too long, or goes away, leaves it, and who is slow gives way. */
export type ConcurrencyLimiter = {
  /**
   * Takes a slot, waiting for it if need be.
   * @param request leaves the queue when it closes; its body is not read before there is a slot
   * @throws LimiterFull when the queue is full, does not move in time, or the request is gone
   */
  acquire(request: Readable, holder?: SlotHolder): Promise<Release>;
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
  /** Whether it is the account's own requests that are too many. */
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

  /** Ends what comes too slowly, and while others wait the slowest of those in their way. */
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
