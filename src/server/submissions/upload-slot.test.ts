import type { FastifyRequest } from 'fastify';
import { expect, onTestFinished, test, vi } from 'vitest';
import { LimiterFull } from '../platform/concurrency-limiter.ts';
import type { AppContext } from '../platform/context.ts';
import { acquireUploadSlot } from './upload-slot.ts';

/** What becomes of a request for a slot where there is none, told with the time it took. */
async function refusalOf(isOwn: boolean) {
  vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const uploadLimiter = {
    acquire: () => Promise.reject(new LimiterFull(7, isOwn)),
  } as unknown as AppContext['uploadLimiter'];
  const request = { raw: {}, server: { arrivingBodies: { leave: () => {} } } } as unknown as FastifyRequest;
  const began = performance.now();
  const refused = acquireUploadSlot({ uploadLimiter }, request, { account: 1, evict: () => {} }).then(
    () => null,
    (refusal: unknown) => ({ waited: performance.now() - began, refusal }),
  );
  await vi.advanceTimersByTimeAsync(10_000);
  return refused;
}

test('an account with far too many under way waits for its refusal, so that trying again at once is no load', async () => {
  expect(await refusalOf(true)).toEqual({
    waited: 3_000,
    refusal: expect.objectContaining({ status: 429, retryAfter: 7 }) as Error,
  });
});

test('whoever finds the places of all taken is told at once', async () => {
  expect(await refusalOf(false)).toEqual({
    waited: 0,
    refusal: expect.objectContaining({ status: 503, retryAfter: 7 }) as Error,
  });
});
