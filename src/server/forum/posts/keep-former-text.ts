import type { Writer } from '../../platform/database/database.ts';
import type { PostText } from './post-text.ts';

type Former = PostText & {
  questionId: number;
  /** Null for the question itself. */
  commentId: number | null;
  authorId: number;
  createdAt: number;
  editedAt: number | null;
};

/** Keeps the text that an edit replaces, in the same transaction. */
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
