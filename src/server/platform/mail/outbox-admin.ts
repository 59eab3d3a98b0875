import type { AppContext } from '../context.ts';
import { announce } from '../database/announce.ts';
import type { Writer } from '../database/database.ts';
import { httpErrors } from '../http/http-errors.ts';
import { CannotOpen, type Secrets } from '../settings/sealing.ts';
import { openMail, withdrawnNote } from './enqueue-mail.ts';

type Context = Pick<AppContext, 'database' | 'clock' | 'secrets'>;

/** Times in milliseconds since 1970 UTC. */
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

function present<R extends { sentAt: number | null; refusedAt: number | null }>({ refusedAt, ...row }: R) {
  const state: 'waiting' | 'sent' | 'refused' =
    row.sentAt !== null ? 'sent' : refusedAt !== null ? 'refused' : 'waiting';
  return { ...row, state };
}

/** Newest first. */
export async function listMail(
  { database }: Pick<Context, 'database'>,
  limit: number,
  { onlyRefused = false } = {},
) {
  const rows = await database.reader
    .selectFrom('outbox')
    .$if(onlyRefused, (mails) =>
      mails
        .where('refused_at', 'is not', null)
        .where('sent_at', 'is', null)
        .where((of) => of.or([of('last_error', 'is', null), of('last_error', '<>', withdrawnNote)])),
    )
    .orderBy('id', 'desc')
    .limit(limit)
    .select(columns)
    .execute();
  return rows.map(present);
}

export type OutboxMail = Awaited<ReturnType<typeof listMail>>[number];

/** Waiting mails whose links were encrypted with a key that is not here. */
export async function unopenableMails({ database, secrets }: Omit<Context, 'clock'>): Promise<number[]> {
  const rows = await database.reader
    .selectFrom('outbox')
    .where('sent_at', 'is', null)
    .where('refused_at', 'is', null)
    .where('sealed', 'is not', null)
    .select(['id', 'event', 'text', 'html', 'sealed'])
    .execute();
  const unopenable = rows.filter((row) => {
    try {
      return openMail(secrets, row) === null;
    } catch (error) {
      if (error instanceof CannotOpen) return true;
      throw error;
    }
  });
  return unopenable.map(({ id }) => id);
}

/** With their texts, newest first; without those whose text is erased. */
export async function listMailTexts({ database, secrets }: Omit<Context, 'clock'>, limit: number) {
  const rows = await database.reader
    .selectFrom('outbox')
    .where('text', '<>', '')
    .orderBy('id', 'desc')
    .limit(limit)
    .select(['id', 'event', 'recipient', 'subject', 'created_at as createdAt', 'text', 'html', 'sealed'])
    .execute();
  return rows.map((row) => ({ ...row, text: textOf(secrets, row) }));
}

function noMail(id: number): Error {
  return httpErrors.notFound(`There is no mail ${id}.`);
}

function textOf(secrets: Secrets, row: Parameters<typeof openMail>[1]): string {
  try {
    return openMail(secrets, row).text;
  } catch (error) {
    if (error instanceof CannotOpen) return row.text;
    throw error;
  }
}

/** @throws 404 for an unknown mail */
export async function readMail({ database, secrets }: Omit<Context, 'clock'>, id: number) {
  const row = await database.reader
    .selectFrom('outbox')
    .where('id', '=', id)
    .select([...columns, 'event', 'text', 'html', 'sealed'])
    .executeTakeFirst();
  if (row === undefined) throw noMail(id);
  const { event: _event, html: _html, sealed: _sealed, ...shown } = row;
  return present({ ...shown, text: textOf(secrets, row) });
}

/**
 * @param inChange in the same transaction
 * @throws 404 for an unknown mail, 409 for one sent or erased
 */
export async function retryMail(
  { database, clock, secrets }: Context,
  id: number,
  inChange: (writer: Writer, now: number) => Promise<void> = async () => {},
): Promise<void> {
  const { state, lastError } = await readMail({ database, secrets }, id);
  const retried = await database.transaction(async (writer) => {
    announce(writer, 'mail');
    const now = clock.now();
    const row = await writer
      .updateTable('outbox')
      .set({ due_at: now, refused_at: null })
      .where('id', '=', id)
      .where('sent_at', 'is', null)
      .where('text', '<>', '')
      .returning('id')
      .executeTakeFirst();
    if (row !== undefined) await inChange(writer, now);
    return row;
  });
  if (state === 'sent') throw httpErrors.conflict(`Mail ${id} has been sent already.`);
  if (lastError === withdrawnNote) throw httpErrors.conflict(`Mail ${id} was withdrawn before it was sent.`);
  if (retried === undefined)
    throw httpErrors.conflict(`Mail ${id} contained a secret link, which was erased.`);
}
