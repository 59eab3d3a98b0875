import type { Writer } from '../../platform/database/database.ts';
import type { PostText } from './post-text.ts';

/** A question or comment as it is before an edit. */
type Former = PostText & {
  questionId: number;
  /** Null for a text of the question itself. */
  commentId: number | null;
  authorId: number;
  createdAt: number;
  editedAt: number | null;
};

/** Keeps what a question or comment says, within the edit that replaces it. */
export async function keepFormerText(
  writer: Writer,
  { questionId, commentId, authorId, text, format, html, createdAt, editedAt }: Former,
  { now, editorId }: { now: number; editorId: number },
): Promise<void> {
  await writer
    .insertInto('former_texts')
    .values({
      question_id: questionId,
      comment_id: commentId,
      author_id: authorId,
      text,
      format,
      html,
      written_at: editedAt ?? createdAt,
      replaced_at: now,
      replaced_by: editorId,
    })
    .execute();
}
