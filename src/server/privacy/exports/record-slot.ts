import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Readable } from 'node:stream';
import { minuteMs } from '#contract/durations';
import { type ConcurrencyLimiter, LimiterFull } from '../../platform/concurrency-limiter.ts';
import type { Release } from '../../platform/fair-queue.ts';
import { httpErrors } from '../../platform/http/http-errors.ts';

/** Time to read a record. */
const longestMs = 30 * minuteMs;

/** Before "already being downloaded" and "being downloaded right now". */
type Words = { own: string; many: string };

/**
 * Takes a slot for streaming a ZIP, one per account.
 * @param what for people
 * @throws 429 while the account's own record is streaming, 503 when too many are; with Retry-After
 */
async function acquireRecordSlot(
  limiter: ConcurrencyLimiter,
  account: number,
  { raw }: FastifyRequest,
  what: Words = { own: 'Your record is', many: 'Too many records are' },
): Promise<Release> {
  try {
    // A request without a body ends before its answer: the socket tells whether the client waits.
    return await limiter.acquire(raw.socket, { account });
  } catch (error) {
    if (!(error instanceof LimiterFull)) throw error;
    throw error.isOwn
      ? httpErrors.tooMany(
          `${what.own} already being downloaded. Please wait until it is finished.`,
          error.retryAfter,
        )
      : httpErrors.busy(
          `${what.many} being downloaded right now. Please try again in a moment.`,
          error.retryAfter,
        );
  }
}

/** Releases the slot when the ZIP is read, or its reader is gone or too slow. */
function holdWhileRead(body: Readable, release: Release, withinMs = longestMs): void {
  const timer = setTimeout(() => body.destroy(), withinMs).unref();
  body.once('close', () => {
    clearTimeout(timer);
    release();
  });
}

type Zip = {
  limiter: ConcurrencyLimiter;
  disposition: string;
  account: number;
  request: FastifyRequest;
  reply: FastifyReply;
  withinMs?: number;
};

/** Sends a ZIP, of which an account reads one at a time. */
export async function sendZip(
  { limiter, disposition, account, request, reply, withinMs }: Zip,
  what: Words | undefined,
  open: (onFailure: (error: unknown) => void) => Promise<Readable>,
) {
  const release = await acquireRecordSlot(limiter, account, request, what);
  try {
    const body = await open((error) => request.log.error({ err: error }, 'a ZIP failed'));
    reply.headers({
      'Content-Type': 'application/zip',
      'Content-Disposition': disposition,
      'Cache-Control': 'private, no-store',
    });
    holdWhileRead(body, release, withinMs);
    return body;
  } catch (error) {
    release();
    throw error;
  }
}
