import type { AppContext } from '../context.ts';
import { announce } from '../database/announce.ts';
import { httpErrors } from '../http/http-errors.ts';

type Context = Pick<AppContext, 'database' | 'clock'>;

type MailState = 'waiting' | 'sent' | 'refused';

export type OutboxMail = {
  id: number;
  recipient: string;
  subject: string;
  state: MailState;
  attempts: number;
  /** In milliseconds since 1970 UTC; when it left, for one that is sent. */
  createdAt: number;
  sentAt: number | null;
  lastError: string | null;
};

const columns = [
  'id',
  'recipient',
  'subject',
  'attempts',
  'created_at as createdAt',
  'sent_at as sentAt',
  'refused_at as refusedAt',
  'last_error as lastError',
] as const;

function present<R extends Omit<OutboxMail, 'state'> & { refusedAt: number | null }>({
  refusedAt,
  ...row
}: R) {
  const state: MailState = row.sentAt !== null ? 'sent' : refusedAt !== null ? 'refused' : 'waiting';
  return { ...row, state };
}

/** The newest mails, newest first. */
export async function listMail({ database }: Context, limit: number): Promise<OutboxMail[]> {
  const rows = await database.reader
    .selectFrom('outbox')
    .orderBy('id', 'desc')
    .limit(limit)
    .select(columns)
    .execute();
  return rows.map(present);
}

/** The newest mails that were refused for good and not sent since, newest first. */
export async function listRefusedMail({ database }: Context, limit: number): Promise<OutboxMail[]> {
  const rows = await database.reader
    .selectFrom('outbox')
    .where('refused_at', 'is not', null)
    .where('sent_at', 'is', null)
    .orderBy('id', 'desc')
    .limit(limit)
    .select(columns)
    .execute();
  return rows.map(present);
}

function noMail(id: number): Error {
  return httpErrors.notFound(`There is no mail ${id}.`);
}

/** One mail with its text. @throws a 404 error without such a mail */
export async function readMail({ database }: Context, id: number): Promise<OutboxMail & { text: string }> {
  const row = await database.reader
    .selectFrom('outbox')
    .where('id', '=', id)
    .select([...columns, 'text'])
    .executeTakeFirst();
  if (row === undefined) throw noMail(id);
  return present(row);
}

/**
 * Makes a mail due at once, also one that the mail server has refused for good.
 * @throws a 404 error without such a mail, 409 for one that is sent (no event is sent twice) or whose body is redacted
 */
export async function retryMail({ database, clock }: Context, id: number): Promise<void> {
  const { state } = await readMail({ database, clock }, id);
  const retried = await database.transaction(async (writer) => {
    announce(writer, 'mail');
    return writer
      .updateTable('outbox')
      .set({ due_at: clock.now(), refused_at: null })
      .where('id', '=', id)
      .where('sent_at', 'is', null)
      .where('text', '<>', '')
      .returning('id')
      .executeTakeFirst();
  });
  if (state === 'sent') throw httpErrors.conflict(`Mail ${id} has been sent already.`);
  if (retried === undefined) throw httpErrors.conflict(`Mail ${id} held a secret and was not kept.`);
}
