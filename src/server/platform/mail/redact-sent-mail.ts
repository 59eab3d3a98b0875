import { sql } from 'kysely';
import { z } from 'zod';
import { dayMs, hourMs } from '#contract/durations';
import type { AppContext } from '../context.ts';
import { rowsAtOnce } from '../database/rows-at-once.ts';
import type { Job } from '../jobs/job.ts';

/** Retention of a sent mail's body, in milliseconds: questions about a mail come within a term. */
export const sentMailRetentionMs = 90 * dayMs;

/**
 * Redacts the body of mails that were sent long ago. Event, recipient, subject and time stay, for idempotency and as a
 * record of what was sent to whom.
 * @returns how many mails were redacted
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
      // Literally the condition of the partial index: with a parameter the index would not match.
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
