import type { FastifyRequest } from 'fastify';
import { LimiterFull, type Eviction } from '../../concurrency-limiter.ts';
import type { AppContext } from '../../context.ts';
import type { Release } from '../../fair-queue.ts';
import { HttpError, httpErrors } from '../http-errors.ts';

const retrySeconds = 10;

/** The client may send its file again. */
function refusalOf(why: Eviction): HttpError {
  return why === 'others wait'
    ? httpErrors.busy(
        'Very many people are submitting right now, and your connection is slow. Please try again in a moment.',
        retrySeconds,
      )
    : new HttpError(
        408,
        'too_slow',
        'Your file arrived too slowly, so the upload was stopped. Please try again.',
        retrySeconds,
      );
}

/**
 * Waits for an upload slot.
 * @param holder.evict ends a request whose bytes are too slow
 * @throws 429 when the account has too many, 503 without a slot in time; with Retry-After
 */
export async function acquireUploadSlot(
  { uploadLimiter }: Pick<AppContext, 'uploadLimiter'>,
  request: FastifyRequest,
  { account, evict }: { account: number; evict: (refusal: HttpError) => void },
): Promise<Release> {
  request.server.arrivingBodies.leave(request.raw);
  try {
    return await uploadLimiter.acquire(request.raw, { account, evict: (why) => evict(refusalOf(why)) });
  } catch (error) {
    if (!(error instanceof LimiterFull)) throw error;
    if (!error.isOwn)
      throw httpErrors.busy(
        'Very many people are submitting right now. Please try again in a few seconds.',
        error.retryAfter,
      );
    throw httpErrors.tooMany(
      'You are already sending several files. Please wait until one has arrived.',
      error.retryAfter,
    );
  }
}
