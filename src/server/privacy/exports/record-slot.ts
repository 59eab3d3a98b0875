import type { FastifyRequest } from 'fastify';
import type { Readable } from 'node:stream';
import { minuteMs } from '#contract/durations';
import { LimiterFull } from '../../platform/concurrency-limiter.ts';
import type { AppContext } from '../../platform/context.ts';
import type { Release } from '../../platform/fair-queue.ts';
import { httpErrors } from '../../platform/http/http-errors.ts';

/** How long somebody may take to read a record. */
const longestMs = 30 * minuteMs;

/**
 * Takes one of the slots for records, which are packed while they are read: one for each account, so that a second press
 * waits for the first one's end.
 * @throws 429 while the account's own record does not end, 503 when too many are packed; with Retry-After
 */
export async function acquireRecordSlot(
  { recordLimiter }: Pick<AppContext, 'recordLimiter'>,
  account: number,
  { raw }: FastifyRequest,
): Promise<Release> {
  try {
    // A request without a body is over before it is answered: its connection tells whether somebody still waits.
    return await recordLimiter.acquire(raw.socket, { account });
  } catch (error) {
    if (!(error instanceof LimiterFull)) throw error;
    throw error.isOwn
      ? httpErrors.tooMany(
          'Your record is being packed already. Please wait until it has arrived.',
          error.retryAfter,
        )
      : httpErrors.busy(
          'Several records are being packed just now. Please try again in a moment.',
          error.retryAfter,
        );
  }
}

/** Gives the slot back when the record has been read, or its reader is gone or takes too long. */
export function holdWhileRead(body: Readable, release: Release): void {
  const timer = setTimeout(() => body.destroy(), longestMs).unref();
  body.once('close', () => {
    clearTimeout(timer);
    release();
  });
}
