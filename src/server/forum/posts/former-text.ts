import { isoInstant } from '#contract/dates';
import type { CurrentQuestion } from '#contract/forum/calls';
import { accountName } from '../../accounts/queries.ts';
import type { Writer } from '../../platform/database/database.ts';
import { httpErrors } from '../../platform/http/http-errors.ts';
import { presentFormat, type PostText } from './post-text.ts';

type Former = PostText & {
  questionId: number;
  /** Null for the question itself. */
  commentId: number | null;
  authorId: number;
  createdAt: number;
  editedAt: number | null;
};

/** Keeps the text that an edit replaces, in the same transaction. */
export async function insertFormerText(
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

/** The 409 for an edit that began from another text, with the present one. */
export async function changedMeanwhile(
  writer: Writer,
  noun: 'question' | 'comment',
  post: PostText & { mentions: string | null; authorId: number; editedAt: number | null },
) {
  const { text, editedAt, authorId } = post;
  return httpErrors.changedMeanwhile(
    `This ${noun} was changed in the meantime. Your edit is not saved yet.`,
    {
      text,
      editedAt: editedAt === null ? null : isoInstant(editedAt),
      author: await accountName(writer, authorId),
      ...presentFormat(post),
    } satisfies CurrentQuestion,
  );
}
