import type { FastifyRequest } from 'fastify';
import { httpErrors, type HttpError } from '../http-errors.ts';
import { networkOf } from './network-of.ts';

/** In calls. */
export const requestCosts = { call: 1, page: 5 } as const;

/** Staff use several tabs; an academy may share a network; submitting has its own buckets. */
const shares = { student: 1, staff: 2, device: 1, network: 3, submissions: 1 } as const;
export type Requester = { kind: keyof typeof shares; id: number | string };

/** Capacity, in seconds' worth. */
const burstSeconds = 10;
const sweepMs = 1_000;
/** Milliseconds: immediate retries over hundreds of connections would be a load by themselves. */
const refusalDelayMs = 500;

/** @returns 429 with Retry-After beyond the limit */
export type RequestLimit = (requester: Requester, cost: number) => HttpError | null;

/**
 * A token bucket per account and network, in this process. Its own refusals do not count, later ones do.
 * @param perSecond calls a second of a student's account; 0 for no limit
 */
export function makeRequestLimit(perSecond: number): RequestLimit {
  /** By `performance.now()`; absent when full. */
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
    // A greater cost takes a full bucket.
    const costMs = Math.min((cost * 1_000) / (perSecond * shares[kind]), burstMs);
    const at = Math.max(fullAt.get(key) ?? 0, now) + costMs;
    const missingMs = at - now - burstMs;
    // Rounding is below a millisecond.
    if (missingMs >= 1)
      return httpErrors.tooMany(
        'Too many requests at once. Please wait a moment.',
        Math.ceil(missingMs / 1_000),
      );
    fullAt.set(key, at);
    return null;
  };
}

export async function refuse(error: HttpError): Promise<never> {
  await new Promise((resolve) => setTimeout(resolve, refusalDelayMs));
  throw error;
}

export function countForNetwork({ request }: { request: FastifyRequest }, cost: number): HttpError | null {
  return request.server.requestLimit({ kind: 'network', id: networkOf(request.ip) }, cost);
}
