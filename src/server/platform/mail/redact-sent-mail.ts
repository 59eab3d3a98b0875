import { sql } from 'kysely';
import { dayMs } from '#contract/durations';
import type { AppContext } from '../context.ts';
import { rowsAtOnce } from '../database/rows-at-once.ts';

/** How long the words of a sent mail are kept, in milliseconds: whoever asks what it said asks within a term. */
export const sentMailRetentionMs = 90 * dayMs;

/**
 * Takes the words out of mails that were sent long ago. Event, recipient, subject and time stay: no event is told
 * twice, and it can still be said what was sent to whom.
 * @returns how many mails it emptied
 */
export async function redactSentMail({
  database,
  clock,
}: Pick<AppContext, 'database' | 'clock'>): Promise<number> {
  const before = clock.now() - sentMailRetentionMs;
  for (let emptied = 0; ;) {
    const old = await database.reader
      .selectFrom('outbox')
      .where('sent_at', '<=', before)
      // As the index has it: a parameter in its place would not match.
      .where(sql<boolean>`sent_at is not null and text <> ''`)
      .orderBy('sent_at')
      .limit(rowsAtOnce)
      .select('id')
      .execute();
    if (old.length === 0) return emptied;
    const ids = old.map(({ id }) => id);
    await database.transaction((writer) =>
      writer.updateTable('outbox').set({ text: '', html: '' }).where('id', 'in', ids).execute(),
    );
    emptied += ids.length;
  }
}
