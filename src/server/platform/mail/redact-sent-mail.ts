import { sql } from 'kysely';
import { z } from 'zod';
import { dayMs, hourMs } from '#contract/durations';
import type { AppContext } from '../context.ts';
import { rowsAtOnce } from '../database/rows-at-once.ts';
import type { Job } from '../jobs/job.ts';

/** In milliseconds. */
export const sentMailRetentionMs = 90 * dayMs;

/**
 * Event, recipient, subject and time stay.
 * @returns how many mails
 */
export async function redactSentMail({
  database,
  clock,
}: Pick<AppContext, 'database' | 'clock'>): Promise<number> {
  const before = clock.now() - sentMailRetentionMs;
  for (let redacted = 0; ;) {
    const old = await database.reader
      .selectFrom('outbox')
      .where('sent_at', '<=', before)
      // Must equal the partial index's condition, without parameters.
      .where(sql<boolean>`sent_at is not null and text <> ''`)
      .orderBy('sent_at')
      .limit(rowsAtOnce)
      .select('id')
      .execute();
    if (old.length === 0) return redacted;
    const ids = old.map(({ id }) => id);
    await database.transaction((writer) =>
      writer.updateTable('outbox').set({ text: '', html: '' }).where('id', 'in', ids).execute(),
    );
    redacted += ids.length;
  }
}

export const redactSentMailJob: Job<null> = {
  kind: 'redact-sent-mail',
  payload: z.null(),
  everyMs: hourMs,
  run: async (context) => void (await redactSentMail(context)),
};
