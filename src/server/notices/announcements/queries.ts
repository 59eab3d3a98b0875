import { plainTextOf } from '#contract/plain-text';
import { markdownHtml } from '../../platform/markdown/markdown-html.ts';
import { accountsAs } from '../../accounts/queries.ts';
import { compiledQuery } from '../../platform/database/compiled-query.ts';
import type { Reader, Writer } from '../../platform/database/database.ts';

/** Only the newest are shown. */
export const pinnedAtOnce = 10;

const shown = [
  'announcements.id',
  'announcements.text',
  'announcements.created_at as createdAt',
  'announcements.pinned_until as pinnedUntil',
  'announcements.edits',
  'author.name as authorName',
] as const;

/** Newest first. */
export const pinnedFor = compiledQuery((db, p: { batchId: number; accountId: number; now: number }) =>
  db
    .selectFrom('announcements')
    .innerJoin(accountsAs('author'), 'author.id', 'announcements.author_id')
    .leftJoin('announcement_views as view', (on) =>
      on.onRef('view.announcement_id', '=', 'announcements.id').on('view.account_id', '=', p.accountId),
    )
    .where('announcements.batch_id', '=', p.batchId)
    .where('announcements.withdrawn_at', 'is', null)
    .where('announcements.pinned_until', '>', p.now)
    .orderBy('announcements.id', 'desc')
    .limit(pinnedAtOnce)
    .select(shown)
    .select('view.account_id as seenBy'),
);
export type PinnedRow = Awaited<ReturnType<typeof pinnedFor>>[number];

const sent = [...shown, 'announcements.seen_by as seenBy', 'announcements.told'] as const;

/** Newest first, with how many have seen it. */
export const pinnedIn = compiledQuery((db, p: { batchId: number; now: number }) =>
  db
    .selectFrom('announcements')
    .innerJoin(accountsAs('author'), 'author.id', 'announcements.author_id')
    .where('announcements.batch_id', '=', p.batchId)
    .where('announcements.withdrawn_at', 'is', null)
    .where('announcements.pinned_until', '>', p.now)
    .orderBy('announcements.id', 'desc')
    .limit(pinnedAtOnce)
    .select(sent),
);
export type SentRow = Awaited<ReturnType<typeof pinnedIn>>[number];

export const announcementById = compiledQuery((db, p: { id: number }) =>
  db
    .selectFrom('announcements')
    .innerJoin(accountsAs('author'), 'author.id', 'announcements.author_id')
    .where('announcements.id', '=', p.id)
    .select(sent),
);

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
