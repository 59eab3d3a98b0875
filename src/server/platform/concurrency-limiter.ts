import type { Readable } from 'node:stream';
import { makePaceMeter, type PaceMeter } from './http/limits/body-pace.ts';
import { createRetryAfterEstimator } from './retry-after.ts';

/** Of a request that has a slot, how slowly its bytes may come. */
export type SlotPace = {
  /** The longest that its bytes may take in all, in milliseconds. */
  longestMs: number;
  /** Bytes a second that must come, measured over `leastOverMs`. */
  leastRate: number;
  leastOverMs: number;
  /** Whoever is slower than this, in bytes a second, over `measureMs`, gives way while others wait: the slowest first. */
  yieldRate: number;
  measureMs: number;
  /** How often it is looked at, in milliseconds. */
  sweepMs: number;
};

export type ConcurrencyLimits = {
  /** How many may run at once. */
  maxConcurrent: number;
  /** How many of them may be of one account; by default any. */
  maxOfAccount?: number;
  /** How many more may wait in the queue. */
  maxQueued: number;
  /** How many of them may be of one account; by default any. */
  maxQueuedOfAccount?: number;
  /** How long one may wait, in milliseconds. */
  maxWaitMs: number;
  /** By default as slow as they like. */
  pace?: SlotPace;
};

/** Gives a slot back; calling it again does nothing. */
export type Release = () => void;

/** Why a request lost its slot: it came too slowly at all, or others waited. */
export type Eviction = 'too slow' | 'others wait';

/** Whose request takes a slot. */
export type SlotHolder = {
  account?: number;
  /** Called when the slot is taken away while the request's bytes are still coming; the holder ends the request. */
  evict?(why: Eviction): void;
};

/** A semaphore with a bounded first-come-first-served queue, and a share of both for each account. */
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
type Waiting = { account: number | undefined; start(): void; giveUp(): void };

export function createConcurrencyLimiter(limits: ConcurrencyLimits): ConcurrencyLimiter {
  const { maxConcurrent, maxOfAccount = Infinity, maxQueued, maxQueuedOfAccount = Infinity, pace } = limits;
  const queue = new Set<Waiting>();
  const slots = new Set<Slot>();
  const estimator = createRetryAfterEstimator(() => performance.now());
  const full = (isOwn = false) => new LimiterFull(estimator.seconds(), isOwn);
  let sweeping: NodeJS.Timeout | undefined;

  const countOf = (all: Iterable<{ account?: number | undefined }>, account: number | undefined): number => {
    let count = 0;
    if (account !== undefined) for (const each of all) if (each.account === account) count += 1;
    return count;
  };
  const mayRun = (account: number | undefined): boolean =>
    slots.size < maxConcurrent && countOf(slots, account) < maxOfAccount;

  function startNext(): void {
    for (const waiting of queue) {
      if (slots.size >= maxConcurrent) return;
      if (mayRun(waiting.account)) waiting.start();
    }
  }

  function takeSlot(request: Readable, holder: SlotHolder): Release {
    const slot = { ...holder, meter: makePaceMeter(request, performance.now()) };
    slots.add(slot);
    if (pace !== undefined) sweeping ??= setInterval(() => sweep(pace), pace.sweepMs).unref();
    return () => {
      if (!slots.delete(slot)) return;
      estimator.finished();
      startNext();
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
    for (const { account } of queue) {
      const isOwn = countOf(slots, account) >= maxOfAccount;
      const next = slow.findIndex(
        ({ slot, rate }) => rate < yieldRate && (!isOwn || slot.account === account),
      );
      if (next === -1) continue;
      for (const { slot } of slow.splice(next, 1)) slot.evict?.('others wait');
    }
  }

  /** In a full queue whoever has most in it gives way to somebody with less. */
  function makeRoom(account: number | undefined): boolean {
    const counts = new Map<number, Waiting[]>();
    for (const waiting of queue) {
      if (waiting.account === undefined) continue;
      const theirs = counts.get(waiting.account) ?? [];
      counts.set(waiting.account, theirs);
      theirs.push(waiting);
    }
    const most = [...counts.values()].reduce<Waiting[]>((a, b) => (b.length > a.length ? b : a), []);
    if (most.length <= countOf(queue, account) + 1) return false;
    most.at(-1)?.giveUp();
    return true;
  }

  function waitForSlot(request: Readable, holder: SlotHolder): Promise<Release> {
    return new Promise((resolve, reject) => {
      const leaveQueue = (): void => {
        queue.delete(waiting);
        clearTimeout(timer);
        request.off('close', waiting.giveUp);
      };
      const waiting: Waiting = {
        account: holder.account,
        start() {
          leaveQueue();
          resolve(takeSlot(request, holder));
        },
        giveUp() {
          leaveQueue();
          reject(full(countOf(slots, holder.account) >= maxOfAccount));
        },
      };
      const timer = setTimeout(waiting.giveUp, limits.maxWaitMs);
      request.once('close', waiting.giveUp);
      queue.add(waiting);
    });
  }

  return {
    async acquire(request, holder = {}) {
      const { account } = holder;
      if (mayRun(account)) return takeSlot(request, holder);
      if (countOf(queue, account) >= maxQueuedOfAccount) throw full(true);
      if (queue.size >= maxQueued && !makeRoom(account)) throw full();
      return waitForSlot(request, holder);
    },
    running: () => slots.size,
    places: maxConcurrent,
    queued: () => queue.size,
  };
}
