import type { Writer } from '../database/database.ts';
import { rowsAtOnce } from '../database/rows-at-once.ts';

export const takenBack = 'Taken back before it was sent';

/**
 * In the transaction that undoes what they report. One already on its way is not stopped.
 * @param now in milliseconds since 1970 UTC
 * @returns how many were sent already
 */
export async function withdrawMails(writer: Writer, events: readonly string[], now: number): Promise<number> {
  let sent = 0;
  for (let from = 0; from < events.length; from += rowsAtOnce) {
    const part = events.slice(from, from + rowsAtOnce);
    await writer
      .updateTable('outbox')
      .set({ refused_at: now, last_error: takenBack, text: '', html: '' })
      .where('event', 'in', part)
      .where('sent_at', 'is', null)
      .where('refused_at', 'is', null)
      .execute();
    const { count } = await writer
      .selectFrom('outbox')
      .where('event', 'in', part)
      .where('sent_at', 'is not', null)
      .select((of) => of.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    sent += Number(count);
  }
  return sent;
}
