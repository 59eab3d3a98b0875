import type { Role } from '#contract/accounts';
import { isoInstant } from '#contract/dates';
import type { Discussion, NewestAnswer, Question } from '#contract/discussions';
import { excerpt } from '#contract/excerpt';
import type { Viewer } from '../accounts/viewer.ts';
import type { Batch } from '../batches/queries.ts';
import { SerializedJson } from '../platform/http/serialized-json.ts';
import { canDelete, canEdit } from './policy.ts';
import type { CommentRow, NewestAnswerRow, QuestionRow } from './queries.ts';

/** A user seen within this time is online; "seen" is written at most every five minutes. */
const onlineMs = 10 * 60_000;

type Author = { authorName: string; authorRole: Role; authorSeenAt: number | null };

/** Until when an author counts as online, in milliseconds since 1970; 0 for one who was never seen. */
export function onlineUntil({ authorSeenAt }: Pick<Author, 'authorSeenAt'>): number {
  return authorSeenAt === null ? 0 : authorSeenAt + onlineMs;
}

function presentAuthor(author: Author, now: number): Question['author'] {
  return { name: author.authorName, online: now <= onlineUntil(author), role: author.authorRole };
}

/** A question as every reader sees it; what depends on the reader comes last on the wire. */
function presentShared(
  row: QuestionRow,
  comments: readonly CommentRow[],
  now: number,
): Omit<Question, 'isFavorite' | 'can'> {
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
  };
}

/** The beginning of a question's JSON, the same for every reader. */
export type SharedQuestion = { id: number; authorId: number; json: string };

/** @param comments the question's own, in their order */
export function writeShared(row: QuestionRow, comments: readonly CommentRow[], now: number): SharedQuestion {
  const json = JSON.stringify(presentShared(row, comments, now)).slice(0, -1);
  return { id: row.id, authorId: row.authorId, json };
}

/** The end of a question's JSON: what depends on the reader. Permissions are among it, so that no screen restates them. */
function writeOwn(isFavorite: boolean, can: Question['can']): string {
  return `,"isFavorite":${isFavorite},"can":{"edit":${can.edit},"delete":${can.delete}}}`;
}

/** A discussion on the wire as one reader sees it. */
export function writeDiscussion(
  questions: readonly SharedQuestion[],
  seen: { viewer: Viewer; batch: Batch; favorites: ReadonlySet<number> },
): SerializedJson<Discussion> {
  const { viewer, batch, favorites } = seen;
  const written = questions.map(({ id, authorId, json }) => {
    const owned = { authorId, batchId: batch.id };
    return (
      json + writeOwn(favorites.has(id), { edit: canEdit(viewer, owned), delete: canDelete(viewer, owned) })
    );
  });
  return new SerializedJson(`{"batch":${JSON.stringify(batch.name)},"questions":[${written.join(',')}]}`);
}

export function presentNewestAnswer(row: NewestAnswerRow, now: number): NewestAnswer {
  return {
    question: { _id: String(row.questionId), beginning: excerpt(row.question) },
    comment: {
      id: String(row.id),
      beginning: excerpt(row.text),
      author: presentAuthor(row, now),
      createdAt: isoInstant(row.createdAt),
    },
  };
}
