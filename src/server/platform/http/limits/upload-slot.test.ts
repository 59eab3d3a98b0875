import type { FastifyRequest } from 'fastify';
import { expect, test } from 'vitest';
import { LimiterFull } from '../../concurrency-limiter.ts';
import type { AppContext } from '../../context.ts';
import { acquireUploadSlot } from './upload-slot.ts';

test.each([
  ['an account with far too many under way is refused', true, 429],
  ['whoever finds the places of all taken is told that the portal is busy', false, 503],
])('%s, and when to try again', async (_, isOwn, status) => {
  const uploadLimiter = {
    acquire: () => Promise.reject(new LimiterFull(7, isOwn)),
  } as unknown as AppContext['uploadLimiter'];
  const request = { raw: {}, server: { arrivingBodies: { leave: () => {} } } } as unknown as FastifyRequest;
  const refused = acquireUploadSlot({ uploadLimiter }, request, { account: 1, evict: () => {} });
  await expect(refused).rejects.toMatchObject({ status, retryAfter: 7 });
});
