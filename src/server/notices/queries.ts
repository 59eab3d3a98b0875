import { sql, type ExpressionBuilder, type Kysely } from 'kysely';
import { noticeKindNames, type NoticeKind } from '#contract/notices/notice-kinds';
import { compiledQuery } from '../platform/database/compiled-query.ts';
import type { Database, Reader, Writer } from '../platform/database/database.ts';
import type { Tables } from '../platform/database/schema.ts';
import { nothingPending } from './first-kinds.ts';

const listed = [
  'notices.id',
  'notices.kind',
  'notices.text',
  'notices.href',
  'notices.created_at as createdAt',
  'notices.read_at as readAt',
] as const;

type NoticePage = { accountId: number; before: number; limit: number };

/** Newest first. */
const newestNotices = (db: Kysely<Tables>, p: NoticePage) =>
  db
    .selectFrom('notices')
    .where('account_id', '=', p.accountId)
    .where('id', '<', p.before)
    .orderBy('id', 'desc')
    .limit(p.limit)
    .select(listed);

export const noticesBefore = compiledQuery((db, p: NoticePage) => newestNotices(db, p));
export type NoticeRow = Awaited<ReturnType<typeof noticesBefore>>[number];

export const unreadBefore = compiledQuery((db, p: NoticePage) =>
  newestNotices(db, p).where('read_at', 'is', null),
);
export type DueNotice = Awaited<ReturnType<typeof lockDueNotices>>[number];

/** A later version sends those of kinds that this one does not know. */
const dueNotices = (database: Reader | Writer, now: number) =>
  database
    .selectFrom('notices')
    .where((of) => of.or([of('mail_due_at', '<=', now), of('later_mail_due_at', '<=', now)]))
    .where('kind', 'in', noticeKindNames);

export async function isMailDue(reader: Reader, now: number): Promise<boolean> {
  const due = dueNotices(reader, now).limit(1).select('id');
  return (await due.executeTakeFirst()) !== undefined;
}

/** Oldest first, locked until the transaction ends; other processes take others. */
export async function lockDueNotices(
  writer: Writer,
  { engine, now, limit }: { engine: Database['engine']; now: number; limit: number },
) {
  const due = dueNotices(writer, now)
    .orderBy(sql`coalesce(mail_due_at, later_mail_due_at)`)
    .limit(limit)
    .select(['id', 'account_id as accountId', 'kind', 'event', 'text', 'href', 'appointment']);
  // SQLite has one writer at a time.
  return (engine === 'postgres' ? due.forUpdate().skipLocked() : due).execute();
}

export async function settleMails(writer: Writer, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await writer
    .updateTable('notices')
    .set(nothingPending)
    .where('id', 'in', [...ids])
    .execute();
}

const isForDailyMail = (of: ExpressionBuilder<Tables, 'notices'>) =>
  of.and([
    of.or([of('is_daily', '=', sql.lit(1 as const)), of('is_later_daily', '=', sql.lit(1 as const))]),
    of('kind', 'in', noticeKindNames),
  ]);

export async function accountsWithDailyNotices(
  reader: Reader,
  { after, limit }: { after: number; limit: number },
): Promise<number[]> {
  const rows = await reader
    .selectFrom('notices')
    .where(isForDailyMail)
    .where('account_id', '>', after)
    .orderBy('account_id')
    .groupBy('account_id')
    .limit(limit)
    .select('account_id as accountId')
    .execute();
  return rows.map(({ accountId }) => accountId);
}

/** Oldest first, locked until the transaction ends. */
export async function lockDailyNotices(
  writer: Writer,
  { engine, accountId }: { engine: Database['engine']; accountId: number },
) {
  const waiting = writer
    .selectFrom('notices')
    .where('account_id', '=', accountId)
    .where(isForDailyMail)
    .orderBy('id')
    .select(['id', 'account_id as accountId', 'kind', 'text', 'href', 'read_at as readAt', 'appointment']);
  return (engine === 'postgres' ? waiting.forUpdate() : waiting).execute();
}

/** A kind that is rarer is not found: the newest of all are looked through. */
const lookedThrough = 2_000;

/** @param accountId null for everybody's */
export async function newestNotice(
  reader: Reader,
  { kind, accountId }: { kind: NoticeKind; accountId: number | null },
) {
  return reader
    .selectFrom((from) =>
      from
        .selectFrom('notices')
        .$if(accountId !== null, (query) => query.where('account_id', '=', accountId as number))
        .orderBy('id', 'desc')
        .limit(lookedThrough)
        .select(['id', 'account_id as accountId', 'kind', 'event', 'text', 'href'])
        .as('newest'),
    )
    .where('kind', '=', kind)
    .orderBy('id', 'desc')
    .limit(1)
    .select(['accountId', 'kind', 'event', 'text', 'href'])
    .executeTakeFirst();
}

/** `YYYY-MM-DD` in the academy's zone; null before the first one. */
export async function lastDailyMail(reader: Reader): Promise<string | null> {
  return (await reader.selectFrom('daily_mails').select('day').executeTakeFirst())?.day ?? null;
}

export async function noteDailyMail(writer: Writer, day: string): Promise<void> {
  await writer
    .insertInto('daily_mails')
    .values({ id: 1, day })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ day }))
    .execute();
}

/** Accounts that were notified of an event already. */
export async function notifiedOf(
  reader: Reader,
  { kind, event }: { kind: NoticeKind; event: string },
): Promise<Set<number>> {
  const rows = await reader
    .selectFrom('notices')
    .where('kind', '=', kind)
    .where('event', '=', event)
    .select('account_id as accountId')
    .execute();
  return new Set(rows.map(({ accountId }) => accountId));
}
