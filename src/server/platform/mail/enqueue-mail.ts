import { announce } from '../database/announce.ts';
import type { Writer } from '../database/database.ts';

export type Mail = {
  /** Idempotency key, such as `receipt:CAP-…`: a second mail of the same event is not enqueued. */
  event: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  /** It contains a credential, such as a one-time link: its body is redacted as soon as it has been sent. */
  isSecret?: boolean;
};

/**
 * Transactional outbox: writes a mail in the same transaction as the change that it reports, so that both are committed
 * or neither. A background worker sends it, so that no request waits for a mail server.
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
  announce(writer, 'mail');
}
