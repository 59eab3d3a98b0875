import type { Writer } from '../database/database.ts';

export type Mail = {
  /** What it tells, such as `receipt:CAP-…`: a second mail of the same event is not written. */
  event: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Holds what opens an account: its words do not stay in the database once it has left. */
  isSecret?: boolean;
};

/**
 * Writes a mail in the change that it tells of, so that both are there or neither. It leaves later: nobody waits for a
 * mail server.
 * @param now in milliseconds since 1970 UTC
 */
export async function enqueueMail(
  writer: Writer,
  { to, isSecret = false, ...mail }: Mail,
  now: number,
): Promise<void> {
  await writer
    .insertInto('outbox')
    .values({ ...mail, is_secret: isSecret ? 1 : 0, recipient: to, created_at: now, due_at: now })
    .onConflict((conflict) => conflict.column('event').doNothing())
    .execute();
}
