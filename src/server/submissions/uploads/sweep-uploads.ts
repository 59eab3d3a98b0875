import { hourMs } from '#contract/durations';
import type { AppContext } from '../../platform/context.ts';
import { watch } from '../../platform/events/watch.ts';
import { uploadById, dropExpired } from './upload-rows.ts';
import { z } from 'zod';
import type { Job } from '../../platform/jobs/job.ts';
import { deleteExpiredLocks } from '../idempotency-lock.ts';

type Context = Pick<AppContext, 'files' | 'database' | 'clock'>;

/** Removes bytes without a row, here and in the bucket, after an hour: a row may still be coming. */
export async function sweepUploadBytes({ files, database, clock }: Context): Promise<void> {
  const now = clock.now();
  await files.partial.sweep(async (id) => (await uploadById(database.reader, { id, now }))[0]);
}

export function startSweeping(context: Context & Pick<AppContext, 'events' | 'log'>): {
  stop(): Promise<void>;
} {
  const sweeping = watch(context.events, {
    topics: [],
    everyMs: hourMs,
    look: () => sweepUploadBytes(context),
    onError: (error) =>
      context.log.warn({ err: error }, 'old uploads could not be removed; trying again in an hour'),
  });
  sweeping.lookNow();
  return sweeping;
}

/** Uploads not submitted within a day, and locks of dead processes. */
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
