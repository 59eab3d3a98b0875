import { sql } from 'kysely';
import type { Batch } from '../../courses/batch-queries.ts';
import type { Writer, Reader } from '../../platform/database/database.ts';
import { httpErrors } from '../../platform/http/http-errors.ts';
import { type DiscussionAccess, canEdit } from '../policy.ts';
import { parseId } from '../../platform/parse-id.ts';
import { messages } from '#contract/messages';

export const postColumns = [
  'id',
  'author_id as authorId',
  'text',
  'format',
  'html',
  'is_anonymous as isAnonymous',
] as const;
const lockedColumns = [
  ...postColumns,
  'mentions',
  'created_at as createdAt',
  'edited_at as editedAt',
] as const;

/** Equal for unknown, deleted and other batches' questions. */
export const questionNotFound = () => httpErrors.notFound('This question does not exist or was removed.');

/** @throws 404 before placement */
export function requireBatch({ resource: { batch } }: { resource: DiscussionAccess }): Batch {
  if (batch === null) throw questionNotFound();
  return batch;
}

/**
 * Until the transaction ends. @param id as in the request
 * @throws 404 unknown, deleted, or another batch's
 */
export async function lockQuestion(writer: Writer, { batch }: DiscussionAccess, id: string) {
  const questionId = parseId(id);
  if (batch === null || questionId === null) throw questionNotFound();
  const question = await writer
    .updateTable('questions')
    // An update without effect: SQLite has no `for update`.
    .set({ deleted_at: sql`deleted_at` })
    .where('id', '=', questionId)
    .where('batch_id', '=', batch.id)
    .where('deleted_at', 'is', null)
    .returning([...lockedColumns, 'batch_id as batchId'])
    .executeTakeFirst();
  if (question === undefined) throw questionNotFound();
  return question;
}

/** Until the transaction ends. */
export type LockedQuestion = Awaited<ReturnType<typeof lockQuestion>>;

export type PostAddress = { id: string; comment?: string | undefined };

/** Equal for unknown, deleted and other questions' comments. */
export const commentNotFound = () => httpErrors.notFound('This comment does not exist or was removed.');

/** @throws 404 unknown, deleted, or another question's */
export async function visibleComment(reader: Reader, questionId: number, named: string) {
  const comment = await reader
    .selectFrom('comments')
    .where('id', '=', parseId(named) ?? 0)
    .where('question_id', '=', questionId)
    .where('deleted_at', 'is', null)
    .select(lockedColumns)
    .executeTakeFirst();
  if (comment === undefined) throw commentNotFound();
  return comment;
}

/** `name` is unique among posts. */
export type Post = {
  name: string;
  questionId: number;
  commentId: number | null;
  batchId: number;
  authorId: number;
};

export const nameOfPost = (questionId: number, commentId: number | null): string =>
  commentId === null ? `question:${questionId}` : `comment:${commentId}`;

/** By its question's row, until the transaction ends. @throws 404 unknown, deleted, or elsewhere */
export async function lockPost(
  writer: Writer,
  access: DiscussionAccess,
  { id, comment: named }: PostAddress,
) {
  const question = await lockQuestion(writer, access, id);
  const { id: questionId, batchId } = question;
  const comment = named === undefined ? null : await visibleComment(writer, questionId, named);
  const commentId = comment?.id ?? null;
  const name = nameOfPost(questionId, commentId);
  return { ...(comment ?? question), question, name, questionId, commentId, batchId };
}
export type LockedPost = Awaited<ReturnType<typeof lockPost>>;

/** For its author or a mentor. @throws 404 unknown, deleted, or elsewhere; 403 not the viewer's to change */
export async function lockOwnPost(
  writer: Writer,
  access: DiscussionAccess,
  address: PostAddress,
): Promise<LockedPost> {
  const post = await lockPost(writer, access, address);
  if (!canEdit(access.viewer, post)) throw httpErrors.forbidden(messages.forbidden);
  return post;
}
