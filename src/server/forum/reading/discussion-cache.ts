import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import { compiledQuery } from '../../platform/database/compiled-query.ts';
import type { SharedQuestion } from './presenter.ts';
import { lastPosts, presentUnread, unreadAfter, type OwnMarks, type Reading } from '../unread/queries.ts';

/** In characters. */
const maxSize = 8 * 1024 * 1024;

export type CachedDiscussion = {
  version: number;
  readAt: number;
  /** From then on presence is read again. */
  staleAt: number;
  questions: readonly SharedQuestion[];
  /** The bytes were full before the oldest question. */
  more: boolean;
  /** Posts that can be unread, by question. */
  recentPosts: ReadonlyMap<number, readonly RecentPost[]>;
};

type DiscussionCache = {
  get(batchId: number, now: number): CachedDiscussion | undefined;
  set(batchId: number, discussion: CachedDiscussion): void;
};

/** In characters. */
function sizeOf(discussion: CachedDiscussion): number {
  return discussion.questions.reduce(
    (size, { json, end, named = { json: '', end: '' } }) =>
      size + json.length + end.length + named.json.length + named.end.length,
    0,
  );
}

/** LRU by batch; callers compare the version. */
export function makeDiscussionCache(): DiscussionCache {
  const cache = new LRUCache<number, CachedDiscussion>({ maxSize, sizeCalculation: sizeOf });
  return {
    get(batchId, now) {
      const discussion = cache.get(batchId);
      if (discussion === undefined || now < discussion.readAt || now >= discussion.staleAt) return undefined;
      return discussion;
    },
    set(batchId, discussion) {
      cache.set(batchId, discussion);
    },
  };
}

export type RecentPost = { version: number; authorId: number };

export const recentPostsFrom = compiledQuery((db, p: { batchId: number; oldest: number }) =>
  db
    .selectFrom(lastPosts(db, p.batchId).as('post'))
    .where('post.question_id', '>=', p.oldest)
    .where('post.is_deleted', '=', sql.lit(0 as const))
    .select(['post.question_id as questionId', 'post.version', 'post.author_id as authorId']),
);

/**
 * For a cached discussion: its version, the reader's unread-from version (null outside the batch), and marks,
 * one per row.
 */
export const versionAndMarks = compiledQuery((db, p: Reading & { oldest: number }) => {
  const favorites = db
    .selectFrom('question_favorites')
    .where('question_favorites.account_id', '=', p.readerId)
    .where('question_favorites.question_id', '>=', p.oldest)
    .select('question_favorites.question_id as id')
    .select([
      sql<number>`1`.as('isFavorite'),
      sql<number>`0`.as('readUpTo'),
      sql<number>`0`.as('isUnread'),
      sql<number>`0`.as('isMuted'),
    ]);
  const reads = db
    .selectFrom('question_reads')
    .where('question_reads.account_id', '=', p.readerId)
    .where('question_reads.batch_id', '=', p.batchId)
    .where('question_reads.question_id', '>=', p.oldest)
    .select('question_reads.question_id as id')
    .select(sql<number>`0`.as('isFavorite'))
    .select([
      'question_reads.version as readUpTo',
      'question_reads.is_unread as isUnread',
      'question_reads.is_muted as isMuted',
    ]);
  return db
    .selectFrom('discussion_versions')
    .leftJoin(favorites.unionAll(reads).as('own'), (join) => join.onTrue())
    .where('discussion_versions.batch_id', '=', p.batchId)
    .select(['discussion_versions.version', unreadAfter(p).as('unreadAfter')])
    .select(['own.id', 'own.isFavorite', 'own.readUpTo', 'own.isUnread', 'own.isMuted']);
});
type MarkRow = Awaited<ReturnType<typeof versionAndMarks>>[number];

export function readMarks(
  rows: readonly MarkRow[],
  posts: ReadonlyMap<number, readonly RecentPost[]>,
  readerId: number,
): Map<number, OwnMarks> {
  const favorites = new Set<number>();
  const reads = new Map<number, MarkRow>();
  for (const row of rows) {
    if (row.id === null) continue;
    if (row.isFavorite === 1) favorites.add(row.id);
    else reads.set(row.id, row);
  }
  const unreadAfter = rows[0]?.unreadAfter ?? Infinity;
  const marks = new Map<number, OwnMarks>();
  for (const id of new Set([...posts.keys(), ...favorites, ...reads.keys()])) {
    const { readUpTo, isUnread = 0, isMuted = 0 } = reads.get(id) ?? {};
    const after = Math.max(unreadAfter, readUpTo ?? 0);
    let unreadPosts = 0;
    for (const { version, authorId } of posts.get(id) ?? [])
      if (version > after && authorId !== readerId) unreadPosts += 1;
    marks.set(id, { isFavorite: favorites.has(id), ...presentUnread({ unreadPosts, isUnread, isMuted }) });
  }
  return marks;
}
