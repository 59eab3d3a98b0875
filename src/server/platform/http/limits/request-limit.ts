import type { FastifyRequest } from 'fastify';
import { httpErrors, type HttpError } from '../http-errors.ts';
import { networkOf } from './network-of.ts';

/**
 * In calls, counted at the start. `long` is a call that takes files or lasts as long as its connection, `submission` the page
 * of a form with a file.
 */
const costs = { call: 1, page: 5, long: 1, submission: 5 } as const;
export type RequestKind = keyof typeof costs;
/** Of the thread: a long call's time says nothing about what it takes. */
const longMs = 3;

/**
 * Staff use several tabs; an academy may share a network. Bytes, submissions, the calendar's address, which others may
 * know, and all access tokens together have their own buckets of an account.
 */
const shares = {
  student: 1,
  staff: 2,
  device: 1,
  network: 3,
  long: 1,
  submission: 1,
  calendar: 0.5,
  token: 1,
} as const;
export type Requester = { kind: keyof typeof shares; id: number | string };

/** Of the serving thread's time; together with a class's own work, one flood leaves room for others. */
const threadShares: Record<Requester['kind'], number> = {
  student: 0.2,
  staff: 0.2,
  device: 0.2,
  network: 0.4,
  long: 0.2,
  submission: 0.2,
  calendar: 0.1,
  token: 0.2,
};
/** From this part of the capacity on, a requester gives way to others. A network may be a class that logs in. */
const heavyPart = { account: 0.1, network: 0.5 } as const;
/** Capacity, in seconds' worth. */
const burstSeconds = 10;
const sweepMs = 1_000;
/** Milliseconds: immediate retries over hundreds of connections would be a load by themselves, as would all at once. */
const refusalDelayMs = 500;
const refusalEveryMs = 10;
const maxRefusalDelayMs = 10_000;
/** Beyond its share of the thread, so many requests of a requester wait, for so long; then they are served. */
const maxWaiting = 2;
const maxWaitMs = 1_000;

export const keyOf = ({ kind, id }: Requester): string => `${kind} ${id}`;

/** Token buckets in this process, in milliseconds; absent when full. */
class Buckets {
  readonly #fullAt = new Map<string, number>();
  #sweptAt = 0;

  /** How long until `ms` fit, by `performance.now()`; rounding is below a millisecond. */
  missingMs(key: string, ms: number): number {
    const missing = this.takenMs(key) + ms - burstSeconds * 1_000;
    return missing < 1 ? 0 : missing;
  }

  takenMs(key: string): number {
    return Math.max(0, (this.#fullAt.get(key) ?? 0) - performance.now());
  }

  take(key: string, ms: number): void {
    const now = performance.now();
    if (now - this.#sweptAt > sweepMs) this.#sweep(now);
    this.#fullAt.set(key, Math.max(this.#fullAt.get(key) ?? 0, now) + ms);
  }

  #sweep(now: number): void {
    this.#sweptAt = now;
    for (const [key, at] of this.#fullAt) if (at <= now) this.#fullAt.delete(key);
  }
}

export const tooManyRequests = (retrySeconds: number): HttpError =>
  httpErrors.tooMany('Too many requests at once. Please wait a moment.', retrySeconds);
const tooMany = (missingMs: number): HttpError => tooManyRequests(Math.ceil(missingMs / 1_000));

export type RequestLimit = {
  isOn: boolean;
  /**
   * Counts a request. Its own refusals do not count, later ones do.
   * @returns 429 with Retry-After beyond the limit of calls, or with too many waiting for the thread
   */
  admit(requester: Requester, what: RequestKind): HttpError | null | Promise<null>;
  /** Afterwards: what it took of the serving thread. */
  charge(requester: Requester, threadMs: number): void;
  /** Whether it has lately taken much of the thread. */
  isHeavy(requester: Requester): boolean;
  /** Throws the error after a while, one after the other. */
  refuse(error: HttpError): Promise<never>;
};

/** @param perSecond calls a second of a student's account; 0 for no limit */
export function makeRequestLimit(perSecond: number): RequestLimit {
  const calls = new Buckets();
  const thread = new Buckets();
  const waiting = new Map<string, number>();
  let lastRefusalAt = 0;

  function waitForThread(key: string, missingMs: number): HttpError | Promise<null> {
    const others = waiting.get(key) ?? 0;
    if (others >= maxWaiting) return tooMany(missingMs);
    waiting.set(key, others + 1);
    return new Promise((resolve) => {
      setTimeout(
        () => {
          const left = (waiting.get(key) ?? 1) - 1;
          if (left > 0) waiting.set(key, left);
          else waiting.delete(key);
          resolve(null);
        },
        Math.min(missingMs, maxWaitMs),
      );
    });
  }

  return {
    isOn: perSecond > 0,
    admit(requester, what) {
      if (perSecond === 0) return null;
      const key = keyOf(requester);
      const share = shares[requester.kind];
      // A greater cost takes a full bucket.
      const costMs = Math.min((costs[what] * 1_000) / (perSecond * share), burstSeconds * 1_000);
      const missingCallsMs = calls.missingMs(key, costMs);
      if (missingCallsMs > 0) return tooMany(missingCallsMs);
      const missingThreadMs = thread.missingMs(key, 0);
      const refusal = missingThreadMs > 0 ? waitForThread(key, missingThreadMs) : null;
      if (refusal instanceof Error) return refusal;
      calls.take(key, costMs);
      if (what === 'long') thread.take(key, longMs / threadShares[requester.kind]);
      return refusal;
    },
    charge(requester, threadMs) {
      if (perSecond > 0) thread.take(keyOf(requester), threadMs / threadShares[requester.kind]);
    },
    isHeavy(requester) {
      const part = heavyPart[requester.kind === 'network' ? 'network' : 'account'];
      return thread.takenMs(keyOf(requester)) > part * burstSeconds * 1_000;
    },
    async refuse(error) {
      const now = performance.now();
      lastRefusalAt = Math.max(now + refusalDelayMs, lastRefusalAt + refusalEveryMs);
      const delayMs = Math.min(lastRefusalAt - now, maxRefusalDelayMs);
      await new Promise((resolve) => setTimeout(resolve, delayMs));
      throw error;
    },
  };
}

/** Throws the refusal of a request, later. */
export function refuse({ server }: FastifyRequest, error: HttpError): Promise<never> {
  return server.requestLimit.refuse(error);
}

/** Counts a request, which is charged later for what it took. */
export function admit(
  request: FastifyRequest,
  requester: Requester,
  what: RequestKind,
): HttpError | null | Promise<null> {
  const { requestLimit } = request.server;
  const refusal = requestLimit.admit(requester, what);
  if (requestLimit.isOn && !(refusal instanceof Error)) request.requester = requester;
  return refusal;
}

export function admitNetwork({ request }: { request: FastifyRequest }, what: RequestKind) {
  return admit(request, { kind: 'network', id: networkOf(request.ip) }, what);
}
