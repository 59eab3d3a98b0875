import { sql } from 'kysely';
import { compiledQuery } from '../../platform/database/compiled-query.ts';
import type { Reader, Writer } from '../../platform/database/database.ts';

/** Visible posts of a batch with open reports, earliest report first. */
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
      sql<string>`coalesce("comments"."text", "questions"."text")`.as('text'),
      sql<
        'markdown' | null
      >`case when "comments"."id" is null then "questions"."format" else "comments"."format" end`.as(
        'format',
      ),
      sql<
        string | null
      >`case when "comments"."id" is null then "questions"."html" else "comments"."html" end`.as('html'),
    ]),
);

/** The first open reports of each post. */
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

/** An account's own reports after an id, without their outcome. */
export const reportsAfter = compiledQuery((db, p: { accountId: number; afterId: number; limit: number }) =>
  db
    .selectFrom('post_reports')
    .where('reporter_id', '=', p.accountId)
    .where('id', '>', p.afterId)
    .orderBy('id')
    .limit(p.limit)
    .select(['id', 'comment_id as commentId', 'reason', 'reported_at as reportedAt']),
);

export async function eraseReportReasons(writer: Writer, accountId: number): Promise<void> {
  await writer
    .updateTable('post_reports')
    .set({ reason: null })
    .where('reporter_id', '=', accountId)
    .where('reason', 'is not', null)
    .execute();
}
