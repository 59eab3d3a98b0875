import { expressionBuilder, sql, type ExpressionBuilder } from 'kysely';
import { limits } from '#contract/limits';
import { accountsAs } from '../accounts/queries.ts';
import { compiledQuery } from '../platform/database/compiled-query.ts';
import { moderationColumns } from './moderation/interventions.ts';
import { unreadColumns } from './unread/queries.ts';
import type { Tables } from '../platform/database/schema.ts';

const tables = expressionBuilder<Tables>();

/** To be joined under an alias. */
export const presencesAs = <Alias extends string>(alias: Alias, { batchId }: { batchId: number }) =>
  tables
    .selectFrom('presences')
    .where('presences.batch_id', '=', batchId)
    .select(['presences.account_id', 'presences.online_until'])
    .as(alias);

/** Lower bound: HTML shrinks where it names attachments the post lacks. */
const leastBytes = (post: string, times: number) =>
  sql<number>`octet_length(${sql.ref(`${post}.text`)}) * ${sql.lit(times)} + coalesce(octet_length(${sql.ref(`${post}.html`)}), 0) / 8`;

/**
 * As one reader sees them, newest first. `cursor` is set if the batch ever had that question: deleted ones
 * mark a place. Sizes come before texts, to stop at `limits.pageBytes`.
 */
export const newestQuestions = compiledQuery(
  (db, p: { batchId: number; readerId: number; before: number; cursor: number | null; limit: number }) =>
    db
      .selectFrom((from) =>
        from
          .selectFrom((of) =>
            of
              .selectFrom('questions')
              .where('questions.batch_id', '=', p.batchId)
              .where('questions.deleted_at', 'is', null)
              .where('questions.id', '<', p.before)
              .orderBy('questions.id', 'desc')
              .limit(p.limit)
              .select(['questions.id', leastBytes('questions', 1).as('bytes')])
              .as('page'),
          )
          .select([
            'page.id',
            sql<number>`sum(page.bytes) over (
              order by page.id desc rows between unbounded preceding and 1 preceding)`.as('newerBytes'),
          ])
          .as('sized'),
      )
      .innerJoin('questions', 'questions.id', 'sized.id')
      .innerJoin(accountsAs('accounts'), 'accounts.id', 'questions.author_id')
      .leftJoin(presencesAs('presence', p), 'presence.account_id', 'questions.author_id')
      .leftJoin('comment_counts', 'comment_counts.question_id', 'questions.id')
      .leftJoin('question_solutions', 'question_solutions.question_id', 'questions.id')
      .where(({ fn }) => fn.coalesce('sized.newerBytes', sql<number>`0`), '<', limits.pageBytes)
      .orderBy('questions.id', 'desc')
      .select((on) => [
        on
          .selectFrom('questions as cursors')
          .where('cursors.id', '=', p.cursor as number)
          .where('cursors.batch_id', '=', p.batchId)
          .select('cursors.id')
          .as('cursor'),
        on
          .selectFrom('discussion_versions')
          .where('batch_id', '=', p.batchId)
          .select('version')
          .as('version'),
        'questions.id',
        'questions.text',
        'questions.format',
        'questions.html',
        'questions.mentions',
        'questions.author_id as authorId',
        'questions.is_anonymous as isAnonymous',
        'questions.created_at as createdAt',
        'questions.edited_at as editedAt',
        'questions.view_count as views',
        favoriteOf(on, p.readerId),
        ...unreadColumns(on, p),
        ...moderationColumns(on),
        'comment_counts.comments as commentCount',
        'question_solutions.comment_id as solutionId',
        'accounts.name as authorName',
        'accounts.role as authorRole',
        'presence.online_until as authorOnlineUntil',
      ]),
);
export type QuestionRow = Awaited<ReturnType<typeof newestQuestions>>[number];

/** Includes deleted ones. */
export const hasQuestion = compiledQuery((db, p: { batchId: number; id: number }) =>
  db.selectFrom('questions').where('id', '=', p.id).where('batch_id', '=', p.batchId).select('id'),
);

const commentColumns = [
  'comments.id',
  'comments.text',
  'comments.format',
  'comments.html',
  'comments.mentions',
  'comments.created_at as createdAt',
  'comments.edited_at as editedAt',
  'comments.author_id as authorId',
  'comments.is_anonymous as isAnonymous',
  'accounts.name as authorName',
  'accounts.role as authorRole',
  'presence.online_until as authorOnlineUntil',
] as const;

/**
 * `limits.newestComments` of each, within `limits.newestCommentBytes` but at least one. Reading sizes before
 * texts bounds the cost.
 */
export const newestCommentsBetween = compiledQuery(
  (db, p: { batchId: number; oldest: number; newest: number }) =>
    db
      .selectFrom((page) =>
        page
          .selectFrom((from) =>
            from
              .selectFrom('questions')
              .innerJoin('comments as candidate', 'candidate.question_id', 'questions.id')
              .where('questions.batch_id', '=', p.batchId)
              .where('questions.deleted_at', 'is', null)
              .where('questions.id', '>=', p.oldest)
              .where('questions.id', '<=', p.newest)
              .where('candidate.deleted_at', 'is', null)
              .where('candidate.id', '>=', (on) =>
                on.fn.coalesce(
                  on
                    .selectFrom('comments as oldest')
                    .whereRef('oldest.question_id', '=', 'questions.id')
                    .where('oldest.deleted_at', 'is', null)
                    .orderBy('oldest.id', 'desc')
                    .limit(1)
                    .offset(limits.newestComments - 1)
                    .select('oldest.id'),
                  sql<number>`0`,
                ),
              )
              .select([
                'candidate.id',
                'candidate.question_id',
                leastBytes('candidate', 2).as('bytes'),
                sql<number>`row_number() over (partition by candidate.question_id order by candidate.id desc)`.as(
                  'place',
                ),
                sql<number>`sum(octet_length(candidate.text) + coalesce(octet_length(candidate.html), 0)) over (
                  partition by candidate.question_id order by candidate.id desc)`.as('ownBytes'),
              ])
              .as('newest'),
          )
          .where((on) =>
            on.or([on('newest.place', '=', 1), on('newest.ownBytes', '<=', limits.newestCommentBytes)]),
          )
          .select([
            'newest.id',
            sql<number>`sum(newest.bytes) over (
              order by newest.question_id desc range unbounded preceding exclude group)`.as('newerBytes'),
          ])
          .as('candidates'),
      )
      .innerJoin('comments', 'comments.id', 'candidates.id')
      .innerJoin(accountsAs('accounts'), 'accounts.id', 'comments.author_id')
      .leftJoin(presencesAs('presence', p), 'presence.account_id', 'comments.author_id')
      .where(({ fn }) => fn.coalesce('candidates.newerBytes', sql<number>`0`), '<', limits.pageBytes)
      .orderBy('comments.question_id')
      .orderBy('comments.id')
      .select(['comments.question_id as questionId', ...commentColumns]),
);
export type CommentRow = Awaited<ReturnType<typeof newestCommentsBetween>>[number];

export const solutionsBetween = compiledQuery((db, p: { batchId: number; oldest: number; newest: number }) =>
  db
    .selectFrom('question_solutions')
    .innerJoin('comments', 'comments.id', 'question_solutions.comment_id')
    .innerJoin(accountsAs('accounts'), 'accounts.id', 'comments.author_id')
    .leftJoin(presencesAs('presence', p), 'presence.account_id', 'comments.author_id')
    .where('question_solutions.batch_id', '=', p.batchId)
    .where('question_solutions.question_id', '>=', p.oldest)
    .where('question_solutions.question_id', '<=', p.newest)
    .select(['comments.question_id as questionId', ...commentColumns]),
);

export const questionWithCount = compiledQuery((db, p: { batchId: number; id: number }) =>
  db
    .selectFrom('questions')
    .leftJoin('comment_counts', 'comment_counts.question_id', 'questions.id')
    .where('questions.id', '=', p.id)
    .where('questions.batch_id', '=', p.batchId)
    .where('questions.deleted_at', 'is', null)
    .select(['questions.id', 'questions.author_id as authorId', 'comment_counts.comments as commentCount']),
);

/** Newest first. */
export const commentsBefore = compiledQuery(
  (db, p: { batchId: number; questionId: number; before: number; limit: number }) =>
    db
      .selectFrom('comments')
      .innerJoin(accountsAs('accounts'), 'accounts.id', 'comments.author_id')
      .leftJoin(presencesAs('presence', p), 'presence.account_id', 'comments.author_id')
      .where('comments.question_id', '=', p.questionId)
      .where('comments.deleted_at', 'is', null)
      .where('comments.id', '<', p.before)
      .orderBy('comments.id', 'desc')
      .limit(p.limit)
      .select(['comments.question_id as questionId', ...commentColumns]),
);

/** Includes deleted ones. */
export const hasComment = compiledQuery((db, p: { questionId: number; id: number }) =>
  db
    .selectFrom('comments')
    .where('comments.id', '=', p.id)
    .where('comments.question_id', '=', p.questionId)
    .select('comments.id'),
);

/** In any forum, skipping the newest `others`. */
export const postedBefore = compiledQuery((db, p: { accountId: number; others: number; limit: number }) =>
  db
    .selectFrom((from) =>
      from
        .selectFrom((comments) =>
          comments
            .selectFrom('comments')
            .where('comments.author_id', '=', p.accountId)
            .orderBy('comments.id', 'desc')
            .limit(p.limit)
            .select('comments.created_at as at')
            .as('commented'),
        )
        .select('commented.at')
        .unionAll(
          from
            .selectFrom((questions) =>
              questions
                .selectFrom('questions')
                .where('questions.author_id', '=', p.accountId)
                .orderBy('questions.id', 'desc')
                .limit(p.limit)
                .select('questions.created_at as at')
                .as('asked'),
            )
            .select('asked.at'),
        )
        .as('posts'),
    )
    .orderBy('posts.at', 'desc')
    .limit(1)
    .offset(p.others)
    .select('posts.at'),
);

/** In any forum, skipping the newest `others`. */
export const editedBefore = compiledQuery((db, p: { accountId: number; others: number }) =>
  db
    .selectFrom('former_texts')
    .where('former_texts.replaced_by', '=', p.accountId)
    .orderBy('former_texts.id', 'desc')
    .limit(1)
    .offset(p.others)
    .select('former_texts.replaced_at as at'),
);

/** With whether the reader counts as its viewer. */
export const questionAsViewed = compiledQuery((db, p: { batchId: number; id: number; readerId: number }) =>
  db
    .selectFrom('questions')
    .leftJoin('question_views', (join) =>
      join
        .onRef('question_views.question_id', '=', 'questions.id')
        .on('question_views.account_id', '=', p.readerId),
    )
    .where('questions.id', '=', p.id)
    .where('questions.batch_id', '=', p.batchId)
    .where('questions.deleted_at', 'is', null)
    .select(['questions.author_id as authorId', 'question_views.account_id as viewerId']),
);

/** Newest by others on each of the newest questions; `questions` bounds the cost. */
export const newestAnswersTo = compiledQuery(
  (db, p: { accountId: number; batchId: number; questions: number; limit: number }) =>
    db
      .selectFrom((from) =>
        from
          .selectFrom('questions')
          .where('questions.author_id', '=', p.accountId)
          .where('questions.batch_id', '=', p.batchId)
          .where('questions.deleted_at', 'is', null)
          .orderBy('questions.id', 'desc')
          .limit(p.questions)
          .select((on) => [
            'questions.id',
            'questions.text',
            'questions.format',
            'questions.html',
            on
              .selectFrom('comments as answers')
              .whereRef('answers.question_id', '=', 'questions.id')
              .where('answers.author_id', '<>', p.accountId)
              .where('answers.deleted_at', 'is', null)
              .orderBy('answers.id', 'desc')
              .limit(1)
              .select('answers.id')
              .as('answerId'),
          ])
          .as('candidates'),
      )
      .innerJoin('comments', 'comments.id', 'candidates.answerId')
      .innerJoin(accountsAs('accounts'), 'accounts.id', 'comments.author_id')
      .leftJoin(presencesAs('presence', p), 'presence.account_id', 'comments.author_id')
      .orderBy('comments.id', 'desc')
      .limit(p.limit)
      .select([
        'candidates.id as questionId',
        'candidates.text as question',
        'candidates.format as questionFormat',
        'candidates.html as questionHtml',
        'comments.id',
        'comments.text',
        'comments.format',
        'comments.html',
        'comments.created_at as createdAt',
        'comments.is_anonymous as isAnonymous',
        'accounts.name as authorName',
        'accounts.role as authorRole',
        'presence.online_until as authorOnlineUntil',
      ]),
);
export type NewestAnswerRow = Awaited<ReturnType<typeof newestAnswersTo>>[number];

/** Newest first; not of deleted comments. */
export const formerTextsBefore = compiledQuery(
  (db, p: { questionId: number; before: number; limit: number }) =>
    db
      .selectFrom('former_texts')
      .innerJoin(accountsAs('accounts'), 'accounts.id', 'former_texts.replaced_by')
      .leftJoin('comments', 'comments.id', 'former_texts.comment_id')
      .where('former_texts.question_id', '=', p.questionId)
      .where('former_texts.id', '<', p.before)
      .where('comments.deleted_at', 'is', null)
      .orderBy('former_texts.id', 'desc')
      .limit(p.limit)
      .select([
        'former_texts.id',
        'former_texts.comment_id as commentId',
        'former_texts.author_id as authorId',
        'former_texts.text',
        'former_texts.format',
        'former_texts.html',
        'former_texts.written_at as writtenAt',
        'former_texts.replaced_at as replacedAt',
        'former_texts.replaced_by as replacedById',
        'accounts.name as replacedByName',
      ]),
);
export type FormerTextRow = Awaited<ReturnType<typeof formerTextsBefore>>[number];

/** Also of deleted comments. */
export const hasFormerText = compiledQuery((db, p: { questionId: number; id: number }) =>
  db
    .selectFrom('former_texts')
    .where('former_texts.id', '=', p.id)
    .where('former_texts.question_id', '=', p.questionId)
    .select('former_texts.id'),
);

/** A subquery: joined, PostgreSQL would read all the account's favourites. */
export const favoriteOf = (of: ExpressionBuilder<Tables, 'questions'>, readerId: number) =>
  of
    .selectFrom('question_favorites')
    .whereRef('question_favorites.question_id', '=', 'questions.id')
    .where('question_favorites.account_id', '=', readerId)
    .select('question_favorites.account_id')
    .as('favoriteOf');
