import type { Kysely } from 'kysely';
import { plainTextOf } from '#contract/excerpt';
import { markdownHtml } from '../../platform/markdown/markdown-html.ts';
import { accountsAs } from '../../accounts/queries.ts';
import { compiledQuery } from '../../platform/database/compiled-query.ts';
import type { Reader, Writer } from '../../platform/database/database.ts';
import type { Tables } from '../../platform/database/schema.ts';

/** Only the newest are shown. */
export const pinnedAtOnce = 10;

const shown = [
  'announcements.id',
  'announcements.text',
  'announcements.created_at as createdAt',
  'announcements.pinned_until as pinnedUntil',
  'announcements.edits',
  'announcements.day',
  'author.name as authorName',
] as const;

const announced = (db: Kysely<Tables>) =>
  db.selectFrom('announcements').innerJoin(accountsAs('author'), 'author.id', 'announcements.author_id');

/** Newest first. */
const pinned = (db: Kysely<Tables>, { batchId, now }: { batchId: number; now: number }) =>
  announced(db)
    .where('announcements.batch_id', '=', batchId)
    .where('announcements.withdrawn_at', 'is', null)
    .where('announcements.pinned_until', '>', now)
    .orderBy('announcements.id', 'desc')
    .limit(pinnedAtOnce);

export const pinnedFor = compiledQuery((db, p: { batchId: number; accountId: number; now: number }) =>
  pinned(db, p)
    .leftJoin('announcement_views as view', (on) =>
      on.onRef('view.announcement_id', '=', 'announcements.id').on('view.account_id', '=', p.accountId),
    )
    .select(shown)
    .select('view.account_id as seenBy'),
);
export type PinnedRow = Awaited<ReturnType<typeof pinnedFor>>[number];

const sent = [...shown, 'announcements.seen_by as seenBy', 'announcements.told'] as const;

export const pinnedIn = compiledQuery((db, p: { batchId: number; now: number }) =>
  pinned(db, p).select(sent),
);
export type SentRow = Awaited<ReturnType<typeof pinnedIn>>[number];

export const announcementById = compiledQuery((db, p: { id: number }) =>
  announced(db).where('announcements.id', '=', p.id).select(sent),
);

/** Not published yet, the next one first. */
export const planned = (reader: Reader) =>
  reader
    .selectFrom('planned_announcements as planned')
    .innerJoin(accountsAs('author'), 'author.id', 'planned.author_id')
    .select(['planned.id', 'planned.text', 'planned.day', 'author.name as authorName'])
    .select(['planned.publish_at as publishAt', 'planned.pinned_until as pinnedUntil'])
    .orderBy('planned.publish_at')
    .orderBy('planned.id');
export type PlannedRow = Awaited<ReturnType<ReturnType<typeof planned>['execute']>>[number];

/** Only the newest are in calendars. */
const mostDated = 100;

/** Those about a day, also when they are no longer pinned. */
export function datedIn(reader: Reader, batchIds: readonly number[]) {
  return reader
    .selectFrom('announcements')
    .where('batch_id', 'in', batchIds)
    .where('day', 'is not', null)
    .where('withdrawn_at', 'is', null)
    .orderBy('id', 'desc')
    .limit(mostDated)
    .select(['id', 'batch_id as batchId', 'text', 'day'])
    .execute();
}

export async function lastPinnedDay(writer: Writer, batchId: number, now: number): Promise<number | null> {
  const { last } = await writer
    .selectFrom('announcements')
    .where('batch_id', '=', batchId)
    .where('withdrawn_at', 'is', null)
    .where('pinned_until', '>', now)
    .select((of) => of.fn.max<number | null>('pinned_until').as('last'))
    .executeTakeFirstOrThrow();
  return last === null ? null : Number(last);
}

export async function announcementTexts(
  database: Reader,
  ids: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await database
    .selectFrom('announcements')
    .where('id', 'in', [...new Set(ids)])
    .select(['id', 'text'])
    .execute();
  return new Map(rows.map(({ id, text }) => [id, plainTextOf(text, markdownHtml(text))]));
}

export async function countPlannedBy(
  reader: Reader | Writer,
  { batchId, accountId }: { batchId: number; accountId: number },
): Promise<number> {
  const { count } = await reader
    .selectFrom('planned_announcements')
    .where('batch_id', '=', batchId)
    .where('author_id', '=', accountId)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}
