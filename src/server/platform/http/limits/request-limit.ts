import type { FastifyRequest } from 'fastify';
import { httpErrors, type HttpError } from '../http-errors.ts';
import { networkOf } from './network-of.ts';

/** What a request costs, in calls. */
export const requestCosts = { call: 1, page: 5 } as const;

/** Staff work in several tabs, and a whole academy may share a network. Forms that submit work have buckets of their own. */
const shares = { student: 1, staff: 2, device: 1, network: 3, submissions: 1 } as const;
export type Requester = { kind: keyof typeof shares; id: number | string };

/** How many seconds' worth a full bucket holds. */
const burstSeconds = 10;
const sweepMs = 1_000;
/** Clients that retry at once over hundreds of connections would be a load by refusals alone. */
const refusalDelayMs = 500;

/** Counts a request. @returns 429 with Retry-After beyond the limit */
export type RequestLimit = (requester: Requester, cost: number) => HttpError | null;

/**
 * A token bucket for each account and network, in this process. Requests that are refused later count too, those that it
 * refuses itself do not.
 * @param perSecond calls a second of a student's account; 0 for any number
 */
export function makeRequestLimit(perSecond: number): RequestLimit {
  /** When each bucket is full again, by `performance.now()`; without an entry it is full. */
  const fullAt = new Map<string, number>();
  let sweptAt = 0;

  function sweep(now: number): void {
    sweptAt = now;
    for (const [key, at] of fullAt) if (at <= now) fullAt.delete(key);
  }

  return ({ kind, id }, cost) => {
    if (perSecond === 0) return null;
    const now = performance.now();
    if (now - sweptAt > sweepMs) sweep(now);
    const key = `${kind} ${id}`;
    const burstMs = burstSeconds * 1_000;
    // What costs more than a full bucket takes all of it.
    const costMs = Math.min((cost * 1_000) / (perSecond * shares[kind]), burstMs);
    const at = Math.max(fullAt.get(key) ?? 0, now) + costMs;
    const missingMs = at - now - burstMs;
    // Sums of fractions are off by less than a millisecond.
    if (missingMs >= 1)
      return httpErrors.tooMany(
        'Too many requests at once. Please wait a moment.',
        Math.ceil(missingMs / 1_000),
      );
    fullAt.set(key, at);
    return null;
  };
}

/** Refuses a request, though not at once. */
export async function refuse(error: HttpError): Promise<never> {
  await new Promise((resolve) => setTimeout(resolve, refusalDelayMs));
  throw error;
}

/** Counts a request without a session. */
export function countForNetwork({ request }: { request: FastifyRequest }, cost: number): HttpError | null {
  return request.server.requestLimit({ kind: 'network', id: networkOf(request.ip) }, cost);
}
