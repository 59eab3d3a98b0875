import { batchesAs } from '../../courses/batch-queries.ts';
import { compiledQuery } from '../../platform/database/compiled-query.ts';
import type { Reader } from '../../platform/database/database.ts';
import { nameOfPost } from '../posts/lock-post.ts';

/** Includes deleted ones. */
export async function questionsOf(database: Reader, accountId: number): Promise<number[]> {
  const rows = await database
    .selectFrom('questions')
    .where('author_id', '=', accountId)
    .select('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** What notices name their posts by, as event and as subject. */
export async function postNamesOf(database: Reader, accountId: number): Promise<string[]> {
  const comments = await database
    .selectFrom('comments')
    .where('author_id', '=', accountId)
    .select(['id', 'question_id as questionId'])
    .execute();
  const questions = await questionsOf(database, accountId);
  return [
    ...questions.map((id) => nameOfPost(id, null)),
    ...comments.map(({ id, questionId }) => nameOfPost(questionId, id)),
  ];
}

/** For staff. */
export async function deletedQuestionsAfter(
  database: Reader,
  { accountId, afterId, limit }: { accountId: number; afterId: number; limit: number },
) {
  return database
    .selectFrom('questions')
    .where('author_id', '=', accountId)
    .where('deleted_at', 'is not', null)
    .where('id', '>', afterId)
    .orderBy('id')
    .limit(limit)
    .select(['id', 'text', 'created_at as createdAt', 'deleted_at as deletedAt'])
    .execute();
}

/** Deleted, or their question was; for staff. */
export async function commentsOfDeletedAfter(
  database: Reader,
  { accountId, afterId, limit }: { accountId: number; afterId: number; limit: number },
) {
  return database
    .selectFrom('comments')
    .innerJoin('questions', 'questions.id', 'comments.question_id')
    .where('comments.author_id', '=', accountId)
    .where((on) =>
      on.or([on('questions.deleted_at', 'is not', null), on('comments.deleted_at', 'is not', null)]),
    )
    .where('comments.id', '>', afterId)
    .orderBy('comments.id')
    .limit(limit)
    .select([
      'comments.id',
      'comments.text',
      'comments.created_at as createdAt',
      'comments.deleted_at as deletedAt',
    ])
    .execute();
}

/** Texts before edits, for staff. */
export async function formerTextsAfter(
  database: Reader,
  { accountId, afterId, limit }: { accountId: number; afterId: number; limit: number },
) {
  return database
    .selectFrom('former_texts')
    .where('author_id', '=', accountId)
    .where('id', '>', afterId)
    .orderBy('id')
    .limit(limit)
    .select(['id', 'text', 'written_at as writtenAt', 'replaced_at as replacedAt'])
    .execute();
}

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
