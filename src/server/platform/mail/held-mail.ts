import { type Expression, type ExpressionBuilder, type SqlBool } from 'kysely';
import { dayMs } from '#contract/durations';
import type { AppContext } from '../context.ts';
import { announce } from '../database/announce.ts';
import type { Reader, Writer } from '../database/database.ts';
import { httpErrors } from '../http/http-errors.ts';
import type { Tables } from '../database/schema.ts';
import { withdrawnNote } from './enqueue-mail.ts';

/** Outdated and never tried: an operator decides. */
const heldAfterMs = 2 * dayMs;

const sentAfterAll = 'Somebody decided to send it late';

type OfOutbox = ExpressionBuilder<Tables, 'outbox'>;

/** Mail that was tried, or is recent. */
export function isNotHeld(now: number): (of: OfOutbox) => Expression<SqlBool> {
  return (of) =>
    of.or([
      of('created_at', '>', now - heldAfterMs),
      of('attempts', '>', 0),
      of('last_error', 'is not', null),
    ]);
}

const isHeld =
  (now: number) =>
  (of: OfOutbox): Expression<SqlBool> =>
    of.and([
      of('sent_at', 'is', null),
      of('refused_at', 'is', null),
      of('created_at', '<=', now - heldAfterMs),
      of('attempts', '=', 0),
      of('last_error', 'is', null),
    ]);

export async function countHeldMail(database: Reader, now: number): Promise<number> {
  const { count } = await database
    .selectFrom('outbox')
    .where(isHeld(now))
    .select((of) => of.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/**
 * @param inChange in the same transaction, with their number
 * @returns their number
 * @throws 409 for sending without a mail server: the mail would be sent later without asking
 */
export async function settleHeldMail(
  { database, clock, settings }: Pick<AppContext, 'database' | 'clock' | 'settings'>,
  decision: 'send' | 'drop',
  inChange: (writer: Writer, now: number, count: number) => Promise<void>,
): Promise<number> {
  if (decision === 'send' && settings.smtpUrl === null)
    throw httpErrors.conflict('SMTP_URL is not set: mail cannot be sent.');
  const now = clock.now();
  return database.transaction(async (writer) => {
    const settled = await writer
      .updateTable('outbox')
      .set(
        decision === 'send'
          ? { due_at: now, last_error: sentAfterAll }
          : { refused_at: now, last_error: withdrawnNote, text: '', html: '', sealed: null, calendar: null },
      )
      .where(isHeld(now))
      .executeTakeFirst();
    const count = Number(settled.numUpdatedRows);
    if (count > 0) {
      await inChange(writer, now, count);
      announce(writer, 'mail');
    }
    return count;
  });
}
