import type { Role } from '#contract/accounts';
import { isoInstant } from '#contract/dates';
import type { Question } from '#contract/discussions';
import type { Viewer } from '../platform/http/sessions.ts';
import { canDelete, canEdit } from './policy.ts';
import type { CommentRow, QuestionRow } from './queries.ts';

/** Whoever was seen within this time counts as online; "seen" is written at most every five minutes. */
const onlineMs = 10 * 60_000;

type Author = { authorName: string; authorRole: Role; authorSeenAt: number | null };

function presentAuthor({ authorName, authorRole, authorSeenAt }: Author, now: number): Question['author'] {
  return {
    name: authorName,
    online: authorSeenAt !== null && now - authorSeenAt <= onlineMs,
    role: authorRole,
  };
}

/**
 * A question on the wire as a viewer sees it: with what the viewer may do, so that no screen restates permissions.
 * @param comments the question's own, in their order
 */
export function presentQuestion(
  row: QuestionRow,
  comments: readonly CommentRow[],
  seen: { viewer: Viewer; batchId: number; now: number },
): Question {
  const { viewer, batchId, now } = seen;
  const owned = { authorId: row.authorId, batchId };
  return {
    _id: String(row.id),
    question: row.text,
    answers: comments.map((comment) => comment.text),
    comments: comments.map((comment) => ({
      id: String(comment.id),
      text: comment.text,
      author: presentAuthor(comment, now),
      createdAt: isoInstant(comment.createdAt),
    })),
    author: presentAuthor(row, now),
    createdAt: isoInstant(row.createdAt),
    editedAt: row.editedAt === null ? null : isoInstant(row.editedAt),
    views: row.views,
    isFavorite: row.favoriteOf !== null,
    can: { edit: canEdit(viewer, owned), delete: canDelete(viewer, owned) },
  };
}
