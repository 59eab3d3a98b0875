import type { Reader, Writer } from '../../platform/database/database.ts';
import { httpErrors } from '../../platform/http/http-errors.ts';
import { parseId } from '../../platform/parse-id.ts';
import { lockQuestion } from './lock-question.ts';
import type { DiscussionAccess } from '../policy.ts';

/** A question or comment; `name` is unique among posts. */
export type Post = {
  name: string;
  questionId: number;
  commentId: number | null;
  batchId: number;
  authorId: number;
};

export const nameOfPost = (questionId: number, commentId: number | null): string =>
  commentId === null ? `question:${questionId}` : `comment:${commentId}`;

async function commentOf(reader: Reader, questionId: number, id: string) {
  const commentId = parseId(id);
  const comment =
    commentId === null
      ? undefined
      : await reader
          .selectFrom('comments')
          .where('id', '=', commentId)
          .where('question_id', '=', questionId)
          .where('deleted_at', 'is', null)
          .select(['id', 'author_id as authorId'])
          .executeTakeFirst();
  if (comment === undefined) throw httpErrors.notFound('This comment is not there any more.');
  return comment;
}

/**
 * Finds a post and locks its question until the transaction ends.
 * @param wish ids as in the request
 * @throws 404 for an unknown, deleted or other batch's question, and a comment that is not on it
 */
export async function lockPost(
  writer: Writer,
  access: DiscussionAccess,
  { id, comment: wanted }: { id: string; comment?: string | undefined },
): Promise<Post> {
  const { id: questionId, batchId, authorId } = await lockQuestion(writer, access, id);
  if (wanted === undefined)
    return { name: nameOfPost(questionId, null), questionId, commentId: null, batchId, authorId };
  const comment = await commentOf(writer, questionId, wanted);
  return {
    name: nameOfPost(questionId, comment.id),
    questionId,
    commentId: comment.id,
    batchId,
    authorId: comment.authorId,
  };
}
