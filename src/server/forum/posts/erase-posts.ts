import type { Reader, Writer } from '../../platform/database/database.ts';
import { eraseModerationReasons } from '../moderation/interventions.ts';
import { eraseReportReasons } from '../moderation/queries.ts';
import { removedWords } from '../../platform/removed-words.ts';

/** Deleted ones included. */
export async function questionsOf(database: Reader, accountId: number): Promise<number[]> {
  const rows = await database
    .selectFrom('questions')
    .where('author_id', '=', accountId)
    .select('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Questions and comments of an account, deleted ones included. */
export async function countPosts(database: Reader, accountId: number): Promise<number> {
  let count = 0;
  for (const table of ['questions', 'comments'] as const) {
    const posts = database
      .selectFrom(table)
      .where('author_id', '=', accountId)
      .select((of) => of.fn.countAll<number>().as('count'));
    count += Number((await posts.executeTakeFirstOrThrow()).count);
  }
  return count;
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

/**
 * Erases the words of an account's posts, deleted ones included; others' comments stay. View counts stay,
 * records of reading go.
 */
export async function erasePosts(writer: Writer, accountId: number): Promise<void> {
  await eraseReportReasons(writer, accountId);
  await eraseModerationReasons(writer, accountId);
  await writer.deleteFrom('presences').where('account_id', '=', accountId).execute();
  for (const table of ['questions', 'comments', 'former_texts'] as const) {
    await writer
      .updateTable(table)
      .set({ text: removedWords, html: null, ...(table !== 'former_texts' && { mentions: null }) })
      .where('author_id', '=', accountId)
      .where('text', '<>', removedWords)
      .execute();
  }
  for (const table of ['question_views', 'question_favorites', 'question_reads', 'discussion_reads'] as const)
    await writer.deleteFrom(table).where('account_id', '=', accountId).execute();
}
