import { sql, type ExpressionBuilder, type Kysely, type RawBuilder } from 'kysely';
import { unreadChanges } from '#contract/forum/question-view';
import { maxUnread } from '#contract/forum/shown-unread';
import { compiledQuery } from '../../platform/database/compiled-query.ts';
import type { Tables } from '../../platform/database/schema.ts';

export type Reading = { batchId: number; readerId: number };

/**
 * Null for readers outside the batch. A subquery: joined, an engine may scan the batch's posts per question.
 */
export const unreadAfter = ({ batchId, readerId }: Reading): RawBuilder<number> =>
  sql<number>`(select case when since.version > now.version - ${sql.lit(unreadChanges)}
      then since.version else now.version - ${sql.lit(unreadChanges)} end
    from discussion_reads since join discussion_versions now on now.batch_id = since.batch_id
    where since.account_id = ${readerId} and since.batch_id = ${batchId})`;

const readUpTo = ({ readerId }: Reading): RawBuilder<number> =>
  sql<number>`coalesce((select reading.version from question_reads reading
    where reading.account_id = ${readerId} and reading.question_id = post.question_id), 0)`;

/** Does not regard batch and muting. */
const isNotRead = (reading: Reading): RawBuilder<boolean> =>
  sql<boolean>`post.is_deleted = 0 and post.author_id <> ${reading.readerId} and post.version > ${readUpTo(reading)}`;

/** The limit keeps PostgreSQL from scanning the batch's posts. */
export const lastPosts = (db: Kysely<Tables>, batchId: number) =>
  db
    .selectFrom('post_versions')
    .where('batch_id', '=', batchId)
    .orderBy('version', 'desc')
    .limit(sql.lit(unreadChanges))
    .select(['question_id', 'version', 'author_id', 'is_deleted']);

/** Excludes none: a version belongs to one post at most. */
const recentPosts = (db: Kysely<Tables>, reading: Reading) =>
  lastPosts(db, reading.batchId).where('version', '>', unreadAfter(reading));

const hasMark = (mark: 'is_unread' | 'is_muted', { readerId }: Reading, question: RawBuilder<unknown>) =>
  sql<boolean>`exists (select 1 from question_reads marked where marked.account_id = ${readerId}
    and marked.question_id = ${question} and marked.${sql.ref(mark)} = 1)`;

export const unreadColumns = (on: ExpressionBuilder<Tables, 'questions'>, reading: Reading) => {
  const mark = (name: 'is_unread' | 'is_muted') =>
    on
      .selectFrom('question_reads')
      .whereRef('question_reads.question_id', '=', 'questions.id')
      .where('question_reads.account_id', '=', reading.readerId)
      .select(`question_reads.${name} as mark`);
  return [
    on
      .selectFrom('post_versions as post')
      .whereRef('post.question_id', '=', 'questions.id')
      .where('post.version', '>', unreadAfter(reading))
      .where(isNotRead(reading))
      .select(({ fn }) => fn.countAll<number>().as('posts'))
      .as('unreadPosts'),
    mark('is_unread').as('isUnread'),
    mark('is_muted').as('isMuted'),
  ] as const;
};

export type OwnMarks = { isFavorite: boolean; unread: number; isMuted: boolean };

type UnreadRow = {
  unreadPosts: number | string | bigint | null;
  isUnread: number | null;
  isMuted: number | null;
};

export function presentUnread({
  unreadPosts,
  isUnread: isMarked,
  isMuted,
}: UnreadRow): Pick<OwnMarks, 'unread' | 'isMuted'> {
  if (isMuted === 1) return { unread: 0, isMuted: true };
  const posts = Math.min(Number(unreadPosts ?? 0), maxUnread);
  return { unread: isMarked === 1 ? Math.max(1, posts) : posts, isMuted: false };
}

export const fitsUnread = (
  db: Kysely<Tables>,
  reading: Reading,
  id: RawBuilder<unknown>,
): RawBuilder<boolean> =>
  sql<boolean>`(not ${hasMark('is_muted', reading, id)} and (${hasMark('is_unread', reading, id)}
    or ${id} in (select post.question_id from ${recentPosts(db, reading).as('post')} where ${isNotRead(reading)})))`;

/** Unordered; at most `unreadChanges` posts, and as many marked ones. */
const unreadQuestions = (db: Kysely<Tables>, reading: Reading) => {
  const { batchId, readerId } = reading;
  return db
    .selectFrom(recentPosts(db, reading).as('post'))
    .innerJoin('question_words', 'question_words.question_id', 'post.question_id')
    .where(isNotRead(reading))
    .where(sql<boolean>`not ${hasMark('is_muted', reading, sql.ref('post.question_id'))}`)
    .select('post.question_id as id')
    .union(
      db
        .selectFrom((from) =>
          from
            .selectFrom('question_reads')
            .where('account_id', '=', readerId)
            .where('batch_id', '=', batchId)
            .where('is_unread', '=', sql.lit(1 as const))
            .orderBy('question_id', 'desc')
            .limit(sql.lit(unreadChanges))
            .select(['question_id', 'is_muted'])
            .as('marked'),
        )
        .innerJoin('question_words', 'question_words.question_id', 'marked.question_id')
        .where('marked.is_muted', '=', sql.lit(0 as const))
        .select('marked.question_id as id'),
    );
};

export const newestUnreadIds = compiledQuery((db, p: Reading & { after: number; limit: number }) =>
  db
    .selectFrom(unreadQuestions(db, p).as('unread'))
    .where('unread.id', '<', p.after)
    .orderBy('unread.id', 'desc')
    .limit(p.limit)
    .select('unread.id'),
);

export const oldestUnreadIds = compiledQuery((db, p: Reading & { after: number; limit: number }) =>
  db
    .selectFrom(unreadQuestions(db, p).as('unread'))
    .where('unread.id', '>', p.after)
    .orderBy('unread.id')
    .limit(p.limit)
    .select('unread.id'),
);

/** Empty before the first question. */
export const countOfUnread = compiledQuery((db, p: Reading) =>
  db
    .selectFrom('discussion_versions')
    .where('discussion_versions.batch_id', '=', p.batchId)
    .select((on) => [
      'discussion_versions.version',
      on
        .selectFrom(unreadQuestions(db, p).limit(sql.lit(maxUnread)).as('unread'))
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .as('unread'),
    ]),
);

/** 0 for none; empty if the batch lacks the question. */
export const versionRead = compiledQuery((db, p: { batchId: number; id: number; comment: number }) =>
  db
    .selectFrom('questions')
    .where('questions.id', '=', p.id)
    .where('questions.batch_id', '=', p.batchId)
    .where('questions.deleted_at', 'is', null)
    .select((on) => [
      on
        .selectFrom('post_versions')
        .whereRef('post_versions.question_id', '=', 'questions.id')
        .where((of) => of.or([of('comment_id', 'is', null), of('comment_id', '<=', p.comment)]))
        .select(({ fn }) => fn.max('version').as('version'))
        .as('version'),
    ]),
);
