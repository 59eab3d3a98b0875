import type { FastifyRequest } from 'fastify';
import { LimiterFull, type Release } from '../platform/concurrency-limiter.ts';
import type { AppContext } from '../platform/context.ts';
import { httpErrors } from '../platform/http/http-errors.ts';

/**
 * Takes one of the slots for requests that bring files, waiting for it if need be.
 * @throws 503 with Retry-After when there is none in time
 */
export async function acquireUploadSlot(
  { uploadLimiter }: Pick<AppContext, 'uploadLimiter'>,
  request: FastifyRequest,
): Promise<Release> {
  try {
    return await uploadLimiter.acquire(request.raw);
  } catch (error) {
    if (!(error instanceof LimiterFull)) throw error;
    const message = 'Very many people are handing in just now. Please try again in a few seconds.';
    throw httpErrors.busy(message, error.retryAfter);
  }
}
