import { sql, type Kysely } from 'kysely';
import { batchesAs } from '../../courses/batch-queries.ts';
import { compiledQuery } from '../../platform/database/compiled-query.ts';
import type { Tables } from '../../platform/database/schema.ts';
import type { Reader } from '../../platform/database/database.ts';

const textColumns = [
  sql<string>`coalesce("comments"."text", "questions"."text")`.as('text'),
  sql<
    'markdown' | null
  >`case when "comments"."id" is null then "questions"."format" else "comments"."format" end`.as('format'),
  sql<string | null>`case when "comments"."id" is null then "questions"."html" else "comments"."html" end`.as(
    'html',
  ),
] as const;

type Page = { batchId: number; before: number; limit: number };

const hiddenIn = (db: Kysely<Tables>, p: Page) =>
  db
    .selectFrom('post_interventions')
    .innerJoin('questions', 'questions.id', 'post_interventions.question_id')
    .leftJoin('comments', 'comments.id', 'post_interventions.comment_id')
    .where('post_interventions.batch_id', '=', p.batchId)
    .where('post_interventions.kind', '=', 'hidden')
    .where('post_interventions.id', '<', p.before)
    .orderBy('post_interventions.id', 'desc')
    .limit(p.limit)
    .select([
      'post_interventions.id',
      'post_interventions.question_id as questionId',
      'post_interventions.comment_id as commentId',
      'post_interventions.author_id as authorId',
      'post_interventions.actor_id as actorId',
      'post_interventions.reason',
      'post_interventions.made_at as hiddenAt',
      ...textColumns,
    ]);

/** Newest first. */
export const hiddenPosts = compiledQuery((db, p: Page) => hiddenIn(db, p));

export const hiddenPostsOf = compiledQuery((db, p: Page & { authorId: number }) =>
  hiddenIn(db, p).where('post_interventions.author_id', '=', p.authorId),
);

export const moderationAfter = compiledQuery((db, p: { accountId: number; afterId: number; limit: number }) =>
  db
    .selectFrom('post_interventions')
    .where('author_id', '=', p.accountId)
    .where('id', '>', p.afterId)
    .orderBy('id')
    .limit(p.limit)
    .select(['id', 'kind', 'comment_id as commentId', 'reason', 'made_at as madeAt']),
);

/** Visible posts, earliest report first. */
export const reportedPosts = compiledQuery((db, p: { batchId: number; limit: number }) =>
  db
    .selectFrom((from) =>
      from
        .selectFrom('post_reports')
        .where('post_reports.batch_id', '=', p.batchId)
        .where('post_reports.settled_at', 'is', null)
        .groupBy(['post_reports.post', 'post_reports.question_id', 'post_reports.comment_id'])
        .select((of) => [
          'post_reports.post',
          'post_reports.question_id as questionId',
          'post_reports.comment_id as commentId',
          of.fn.min('post_reports.id').as('first'),
        ])
        .as('reported'),
    )
    .innerJoin('questions', 'questions.id', 'reported.questionId')
    .leftJoin('comments', 'comments.id', 'reported.commentId')
    .where('questions.deleted_at', 'is', null)
    .where('comments.deleted_at', 'is', null)
    .orderBy('reported.first')
    .limit(p.limit)
    .select([
      'reported.post',
      'reported.questionId',
      'reported.commentId',
      sql<number>`coalesce("comments"."author_id", "questions"."author_id")`.as('authorId'),
      ...textColumns,
    ]),
);

export async function countReportedPosts(reader: Reader): Promise<{ batch: string; posts: number }[]> {
  const rows = await reader
    .selectFrom('post_reports')
    .innerJoin(batchesAs('batch'), 'batch.id', 'post_reports.batch_id')
    .innerJoin('questions', 'questions.id', 'post_reports.question_id')
    .leftJoin('comments', 'comments.id', 'post_reports.comment_id')
    .where('post_reports.settled_at', 'is', null)
    .where('questions.deleted_at', 'is', null)
    .where('comments.deleted_at', 'is', null)
    .groupBy('batch.name')
    .orderBy('batch.name')
    .select((of) => ['batch.name as batch', of.fn.count<number>('post_reports.post').distinct().as('posts')])
    .execute();
  return rows.map(({ batch, posts }) => ({ batch, posts: Number(posts) }));
}

export async function openReportsOf(
  reader: Reader,
  { batchId, posts, limit }: { batchId: number; posts: readonly string[]; limit: number },
) {
  if (posts.length === 0) return [];
  return reader
    .selectFrom((from) =>
      from
        .selectFrom('post_reports')
        .where('batch_id', '=', batchId)
        .where('settled_at', 'is', null)
        .where('post', 'in', [...posts])
        .select(['id', 'post', 'reporter_id as reporterId', 'reason', 'reported_at as reportedAt'])
        .select(sql<number>`row_number() over (partition by "post" order by "id")`.as('place'))
        .as('open'),
    )
    .where('open.place', '<=', limit)
    .orderBy('open.id')
    .select(['open.post', 'open.reporterId', 'open.reason', 'open.reportedAt'])
    .execute();
}

/** An account's own reports, without their outcome. */
export const reportsAfter = compiledQuery((db, p: { accountId: number; afterId: number; limit: number }) =>
  db
    .selectFrom('post_reports')
    .where('reporter_id', '=', p.accountId)
    .where('id', '>', p.afterId)
    .orderBy('id')
    .limit(p.limit)
    .select(['id', 'comment_id as commentId', 'reason', 'reported_at as reportedAt']),
);
