import type { Reader } from '../../platform/database/database.ts';

/** Deleted ones included. */
export async function questionsOf(database: Reader, accountId: number): Promise<number[]> {
  const rows = await database
    .selectFrom('questions')
    .where('author_id', '=', accountId)
    .select('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** An account's deleted questions after an id, for staff. */
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

/** An account's comments that were deleted, or whose question was, after an id; for staff. */
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

/** Texts of an account before their edits, after an id; for staff. */
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
