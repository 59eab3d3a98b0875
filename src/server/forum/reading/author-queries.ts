import { batchesAs } from '../../courses/batch-queries.ts';
import { compiledQuery } from '../../platform/database/compiled-query.ts';

export const questionsAfter = compiledQuery((db, p: { accountId: number; afterId: number; limit: number }) =>
  db
    .selectFrom('questions')
    .innerJoin(batchesAs('batch'), 'batch.id', 'questions.batch_id')
    .where('questions.author_id', '=', p.accountId)
    .where('questions.deleted_at', 'is', null)
    .where('questions.id', '>', p.afterId)
    .orderBy('questions.id')
    .limit(p.limit)
    .select([
      'questions.id',
      'batch.name as batch',
      'questions.text',
      'questions.format',
      'questions.created_at as createdAt',
      'questions.edited_at as editedAt',
      'questions.is_anonymous as isAnonymous',
    ]),
);

export const commentsAfter = compiledQuery((db, p: { accountId: number; afterId: number; limit: number }) =>
  db
    .selectFrom('comments')
    .innerJoin('questions', 'questions.id', 'comments.question_id')
    .where('comments.author_id', '=', p.accountId)
    .where('comments.deleted_at', 'is', null)
    .where('questions.deleted_at', 'is', null)
    .where('comments.id', '>', p.afterId)
    .orderBy('comments.id')
    .limit(p.limit)
    .select([
      'comments.id',
      'questions.text as question',
      'comments.text',
      'comments.format',
      'comments.created_at as createdAt',
      'comments.edited_at as editedAt',
      'comments.is_anonymous as isAnonymous',
    ]),
);

export const newestQuestionsOf = compiledQuery(
  (db, p: { accountId: number; batchId: number; limit: number }) =>
    db
      .selectFrom('questions')
      .where('questions.author_id', '=', p.accountId)
      .where('questions.batch_id', '=', p.batchId)
      .where('questions.deleted_at', 'is', null)
      .orderBy('questions.id', 'desc')
      .limit(p.limit)
      .select([
        'questions.id as questionId',
        'questions.text',
        'questions.format',
        'questions.html',
        'questions.created_at as createdAt',
        'questions.is_anonymous as isAnonymous',
      ]),
);

export const newestCommentsOf = compiledQuery(
  (db, p: { accountId: number; batchId: number; limit: number }) =>
    db
      .selectFrom('comments')
      .innerJoin('questions', 'questions.id', 'comments.question_id')
      .where('comments.author_id', '=', p.accountId)
      .where('questions.batch_id', '=', p.batchId)
      .where('comments.deleted_at', 'is', null)
      .where('questions.deleted_at', 'is', null)
      .orderBy('comments.id', 'desc')
      .limit(p.limit)
      .select([
        'questions.id as questionId',
        'comments.text',
        'comments.format',
        'comments.html',
        'comments.created_at as createdAt',
        'comments.is_anonymous as isAnonymous',
      ]),
);
