import { messages } from '#contract/messages';
import type { Writer } from '../../platform/database/database.ts';
import type { Flag } from '../../platform/database/schema.ts';
import { httpErrors } from '../../platform/http/http-errors.ts';
import { parseId } from '../../platform/parse-id.ts';
import { lockQuestion, type LockedQuestion } from './lock-question.ts';
import { canEdit, type DiscussionAccess } from '../policy.ts';

/** The transaction holds its question's lock. */
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

/** Ids as in the request. */
export type CommentAddress = { id: string; comment: string };

/** The same for an unknown, deleted or other question's comment. */
export const commentNotFound = () => httpErrors.notFound('This comment is not there any more.');

/**
 * Locks a comment's question for a change by its author or a mentor.
 * @throws 404 unknown, deleted, or another question's; 403 not the viewer's to change
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
