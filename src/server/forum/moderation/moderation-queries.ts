import { sql, type Kysely } from 'kysely';
import { compiledQuery } from '../../platform/database/compiled-query.ts';
import type { Tables } from '../../platform/database/schema.ts';

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
      sql<string>`coalesce("comments"."text", "questions"."text")`.as('text'),
      sql<
        'markdown' | null
      >`case when "comments"."id" is null then "questions"."format" else "comments"."format" end`.as(
        'format',
      ),
      sql<
        string | null
      >`case when "comments"."id" is null then "questions"."html" else "comments"."html" end`.as('html'),
    ]);

/** Posts of a batch hidden by mentors, before an id, newest first. */
export const hiddenPosts = compiledQuery((db, p: Page) => hiddenIn(db, p));

export const hiddenPostsOf = compiledQuery((db, p: Page & { authorId: number }) =>
  hiddenIn(db, p).where('post_interventions.author_id', '=', p.authorId),
);

/** Interventions on an account's posts, after an id. */
export const moderationAfter = compiledQuery((db, p: { accountId: number; afterId: number; limit: number }) =>
  db
    .selectFrom('post_interventions')
    .where('author_id', '=', p.accountId)
    .where('id', '>', p.afterId)
    .orderBy('id')
    .limit(p.limit)
    .select(['id', 'kind', 'comment_id as commentId', 'reason', 'made_at as madeAt']),
);
