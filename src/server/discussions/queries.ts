import { accountsAs } from '../accounts/queries.ts';
import { compiledQuery } from '../platform/database/compiled-query.ts';

/**
 * One page of a batch's questions by cursor pagination: the newest before an id, newest first, as one reader sees them.
 * Each row also has the discussion's `version`, and in `cursor` the id of the cursor's question if the batch has it,
 * deleted or not: a deleted question still marks a place in the list.
 */
export const newestQuestions = compiledQuery(
  (db, p: { batchId: number; readerId: number; before: number; cursor: number | null; limit: number }) =>
    db
      .selectFrom('questions')
      .innerJoin(accountsAs('accounts'), 'accounts.id', 'questions.author_id')
      .leftJoin('question_favorites', (join) =>
        join
          .onRef('question_favorites.question_id', '=', 'questions.id')
          .on('question_favorites.account_id', '=', p.readerId),
      )
      .where('questions.batch_id', '=', p.batchId)
      .where('questions.deleted_at', 'is', null)
      .where('questions.id', '<', p.before)
      .orderBy('questions.id', 'desc')
      .limit(p.limit)
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
        'questions.author_id as authorId',
        'questions.created_at as createdAt',
        'questions.edited_at as editedAt',
        'questions.view_count as views',
        'question_favorites.account_id as favoriteOf',
        'accounts.name as authorName',
        'accounts.role as authorRole',
        'accounts.seen_at as authorSeenAt',
      ]),
);
export type QuestionRow = Awaited<ReturnType<typeof newestQuestions>>[number];

/**
 * What is asked before a cached discussion is served: its version, and the reader's favourites from an id on, one in
 * each row (or null in the only row).
 */
export const versionAndFavorites = compiledQuery(
  (db, p: { batchId: number; readerId: number; oldest: number }) =>
    db
      .selectFrom('discussion_versions')
      .leftJoin('question_favorites', (join) =>
        join
          .on('question_favorites.account_id', '=', p.readerId)
          .on('question_favorites.question_id', '>=', p.oldest),
      )
      .where('discussion_versions.batch_id', '=', p.batchId)
      .select(['discussion_versions.version', 'question_favorites.question_id as favorite']),
);

/** Whether a batch has a question of an id, deleted or not. */
export const hasQuestion = compiledQuery((db, p: { batchId: number; id: number }) =>
  db.selectFrom('questions').where('id', '=', p.id).where('batch_id', '=', p.batchId).select('id'),
);

/** The comments of a batch's questions from one id to another, in their order; not those of deleted questions. */
export const commentsBetween = compiledQuery((db, p: { batchId: number; oldest: number; newest: number }) =>
  db
    .selectFrom('questions')
    .innerJoin('comments', 'comments.question_id', 'questions.id')
    .innerJoin(accountsAs('accounts'), 'accounts.id', 'comments.author_id')
    .where('questions.batch_id', '=', p.batchId)
    .where('questions.deleted_at', 'is', null)
    .where('questions.id', '>=', p.oldest)
    .where('questions.id', '<=', p.newest)
    .orderBy('questions.id')
    .orderBy('comments.id')
    .select([
      'questions.id as questionId',
      'comments.id',
      'comments.text',
      'comments.created_at as createdAt',
      'accounts.name as authorName',
      'accounts.role as authorRole',
      'accounts.seen_at as authorSeenAt',
    ]),
);
export type CommentRow = Awaited<ReturnType<typeof commentsBetween>>[number];

/** A question of a batch that is not deleted, and whether a reader has been counted as its viewer. */
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

/**
 * What somebody else last said to each of a student's own newest questions in a batch, newest first. The cost is bounded by
 * `questions`: each takes one look at the end of its comments, however many it has.
 */
export const newestAnswersTo = compiledQuery(
  (db, p: { accountId: number; batchId: number; questions: number; limit: number }) =>
    db
      .selectFrom('comments')
      .innerJoin('questions', 'questions.id', 'comments.question_id')
      .innerJoin(accountsAs('accounts'), 'accounts.id', 'comments.author_id')
      .where('comments.id', 'in', (from) =>
        from
          .selectFrom('questions as own')
          .where('own.author_id', '=', p.accountId)
          .where('own.batch_id', '=', p.batchId)
          .where('own.deleted_at', 'is', null)
          .orderBy('own.id', 'desc')
          .limit(p.questions)
          .select((on) =>
            on
              .selectFrom('comments as answers')
              .whereRef('answers.question_id', '=', 'own.id')
              .where('answers.author_id', '<>', p.accountId)
              .orderBy('answers.id', 'desc')
              .limit(1)
              .select('answers.id')
              .as('newest'),
          ),
      )
      .orderBy('comments.id', 'desc')
      .limit(p.limit)
      .select([
        'questions.id as questionId',
        'questions.text as question',
        'comments.id',
        'comments.text',
        'comments.created_at as createdAt',
        'accounts.name as authorName',
        'accounts.role as authorRole',
        'accounts.seen_at as authorSeenAt',
      ]),
);
export type NewestAnswerRow = Awaited<ReturnType<typeof newestAnswersTo>>[number];
