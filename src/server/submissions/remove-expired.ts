import { z } from 'zod';
import { hourMs } from '#contract/durations';
import type { Job } from '../platform/jobs/job.ts';
import { deleteExpiredLocks } from './idempotency-lock.ts';
import { dropExpired } from './uploads/upload-rows.ts';

/** Removes uploads that were not submitted within a day, and locks of dead processes. */
export const removeExpiredUploadsJob: Job<null> = {
  kind: 'remove-expired-uploads',
  payload: z.null(),
  everyMs: hourMs,
  async run(context) {
    const now = context.clock.now();
    await dropExpired(context, now);
    await context.database.nonDurableTransaction((writer) => deleteExpiredLocks(writer, now));
  },
};
