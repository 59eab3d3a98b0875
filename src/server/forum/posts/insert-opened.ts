import type { AppContext } from '../../platform/context.ts';
import { announce } from '../../platform/database/announce.ts';
import type { Writer } from '../../platform/database/database.ts';
import { linkAttachments } from '../attachments/link-attachments.ts';
import { indexQuestion } from '../search/index-question.ts';
import type { PostText } from './post-text.ts';

type OpenedPost = PostText & { authorId: number; createdAt: number; editedAt: number | null };

/**
 * A private question that its author opened: a question of the batch with its answers as comments. Under an
 * anonymous one the author's comments are anonymous, too.
 * @returns its id
 */
export async function insertOpenedQuestion(
  writer: Writer,
  { database }: Pick<AppContext, 'database'>,
  {
    batchId,
    isAnonymous,
    posts: [question, ...comments],
  }: { batchId: number; isAnonymous: boolean; posts: readonly [OpenedPost, ...OpenedPost[]] },
  now: number,
): Promise<number> {
  const columns = ({ authorId, text, format, html, createdAt, editedAt }: OpenedPost) => ({
    author_id: authorId,
    text,
    format,
    html,
    created_at: createdAt,
    edited_at: editedAt,
    is_anonymous: isAnonymous && authorId === question.authorId ? (1 as const) : (0 as const),
  });
  const link = (post: OpenedPost, commentId?: number) =>
    linkAttachments(writer, {
      questionId: id,
      ...(commentId !== undefined && { commentId }),
      batchId,
      accounts: [post.authorId],
      text: post.text,
      openedBy: question.authorId,
      now,
    });
  const { id } = await writer
    .insertInto('questions')
    .values({ ...columns(question), batch_id: batchId })
    .returning('id')
    .executeTakeFirstOrThrow();
  await link(question);
  for (const comment of comments) {
    const inserted = await writer
      .insertInto('comments')
      .values({ ...columns(comment), question_id: id })
      .returning('id')
      .executeTakeFirstOrThrow();
    await link(comment, inserted.id);
  }
  await indexQuestion(writer, database.engine, id);
  announce(writer, `batch:${batchId}`);
  return id;
}
