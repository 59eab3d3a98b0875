import { messages } from '#contract/messages';
import type { Writer } from '../../platform/database/database.ts';
import type { Flag } from '../../platform/database/schema.ts';
import { httpErrors } from '../../platform/http/http-errors.ts';
import { parseId } from '../../platform/parse-id.ts';
import { lockQuestion, type LockedQuestion } from './lock-question.ts';
import { canEdit, type DiscussionAccess } from '../policy.ts';

/** A comment whose question's row is locked until the transaction ends: who changes a comment locks that first. */
export type LockedComment = {
  id: number;
  authorId: number;
  text: string;
  format: 'markdown' | null;
  html: string | null;
  mentions: string | null;
  isAnonymous: Flag;
  createdAt: number;
  editedAt: number | null;
  question: LockedQuestion;
};

/** A comment as an address names it, with its question. */
export type CommentAddress = { id: string; comment: string };

/** The 404 for a comment that is unknown, deleted, or another question's: one and the same. */
export const commentNotFound = () => httpErrors.notFound('This comment is not there any more.');

/**
 * Reads a comment that the user may change and locks its question's row until the transaction ends.
 * @throws a 404 error for a comment that is unknown, deleted, or another question's, and where its question is; 403 for one
 *   that the user may not change
 */
export async function lockComment(
  writer: Writer,
  access: DiscussionAccess,
  { id, comment: named }: CommentAddress,
): Promise<LockedComment> {
  const question = await lockQuestion(writer, access, id);
  const commentId = parseId(named);
  if (commentId === null) throw commentNotFound();
  const comment = await writer
    .selectFrom('comments')
    .where('id', '=', commentId)
    .where('question_id', '=', question.id)
    .where('deleted_at', 'is', null)
    .select([
      'id',
      'author_id as authorId',
      'text',
      'format',
      'html',
      'mentions',
      'is_anonymous as isAnonymous',
      'created_at as createdAt',
      'edited_at as editedAt',
    ])
    .executeTakeFirst();
  if (comment === undefined) throw commentNotFound();
  const owned = { authorId: comment.authorId, batchId: question.batchId };
  if (!canEdit(access.viewer, owned)) throw httpErrors.forbidden(messages.forbidden);
  return { ...comment, question };
}
