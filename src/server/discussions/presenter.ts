import type { Role } from '#contract/accounts';
import { isoInstant } from '#contract/dates';
import type { CommentPage, Discussion, NewestAnswer, Question } from '#contract/discussions';
import { excerpt } from '#contract/excerpt';
import { limits } from '#contract/limits';
import { shownName } from '#contract/person-name';
import type { Viewer } from '../accounts/viewer.ts';
import type { Batch } from '../batches/queries.ts';
import { SerializedJson } from '../platform/http/serialized-json.ts';
import { canDelete, canEdit } from './policy.ts';
import { plainWords, presentFormat } from './post-text.ts';
import type { CommentRow, NewestAnswerRow, QuestionRow } from './queries.ts';

/** Room for what stands in an answer around its questions or comments, and for what `writeOwn` adds, in bytes. */
const around = 1_024;
const ownBytes = 80;

type Author = { authorName: string; authorRole: Role; authorOnlineUntil: number | null };

/** Until when an author counts as online, in milliseconds since 1970; 0 for one who is not. */
export function onlineUntil({ authorOnlineUntil }: Pick<Author, 'authorOnlineUntil'>): number {
  return authorOnlineUntil ?? 0;
}

export function presentAuthor(author: Author, now: number): Question['author'] {
  return { name: shownName(author.authorName), online: now <= onlineUntil(author), role: author.authorRole };
}

function presentComment(row: CommentRow, now: number): Question['comments'][number] {
  return {
    id: String(row.id),
    text: row.text,
    author: presentAuthor(row, now),
    createdAt: isoInstant(row.createdAt),
    ...presentFormat(row),
  };
}

/** Comments of one question as JSON: their texts, and all of them. */
type WrittenComments = { answers: string; comments: string; count: number };

/**
 * The newest of a question's comments, as many as fit.
 * @param oldestFirst the newest of them, in their order
 * @param maxBytes the most of the JSON of either list, where there is more than one comment
 */
function writeComments(oldestFirst: readonly CommentRow[], now: number, maxBytes: number): WrittenComments {
  const answers: string[] = [];
  const comments: string[] = [];
  let bytes = 2;
  for (const row of oldestFirst.toReversed()) {
    const json = JSON.stringify(presentComment(row, now));
    bytes += Buffer.byteLength(json) + 1;
    if (comments.length > 0 && bytes > maxBytes) break;
    answers.push(JSON.stringify(row.text));
    comments.push(json);
  }
  return {
    answers: `[${answers.reverse().join(',')}]`,
    comments: `[${comments.reverse().join(',')}]`,
    count: comments.length,
  };
}

/**
 * A page of a question's comments on the wire, oldest first.
 * @param newestFirst the rows of the page
 * @param count how many comments the question has
 */
export function writeCommentPage(
  { id, count }: { id: number; count: number },
  newestFirst: readonly CommentRow[],
  now: number,
): SerializedJson<CommentPage> {
  // The texts stand in it twice, and `comments` is the longer list.
  const written = writeComments(newestFirst.toReversed(), now, limits.pageBytes / 2 - around);
  return new SerializedJson(
    `{"_id":"${id}","answers":${written.answers},"answers_count":${count},"comments":${written.comments}}`,
  );
}

/** Beginning and end of a question's JSON, the same for every reader; `bytes` is at most what the whole takes. */
export type SharedQuestion = { id: number; authorId: number; json: string; end: string; bytes: number };

/**
 * @param oldestFirst the newest of the question's own comments, in their order
 * @param solution the comment that is marked as the answer
 */
export function writeShared(
  row: QuestionRow,
  { oldestFirst, solution }: { oldestFirst: readonly CommentRow[]; solution: CommentRow | undefined },
  now: number,
): SharedQuestion {
  const { answers, comments, count } = writeComments(oldestFirst, now, limits.newestCommentBytes);
  const { commentCount } = row;
  const rest = JSON.stringify({
    author: presentAuthor(row, now),
    createdAt: isoInstant(row.createdAt),
    editedAt: row.editedAt === null ? null : isoInstant(row.editedAt),
    views: row.views,
  } satisfies Partial<Question>);
  const json = `{"_id":"${row.id}","question":${JSON.stringify(row.text)},"answers":${answers},"answers_count":${Math.max(commentCount ?? 0, count)},"comments":${comments},${rest.slice(1, -1)}`;
  const last = {
    ...presentFormat(row),
    ...(solution !== undefined && { solution: presentComment(solution, now) }),
  } satisfies Partial<Question>;
  const end = `,${JSON.stringify(last).slice(1)}`;
  const bytes = Buffer.byteLength(json + end) + ownBytes;
  return { id: row.id, authorId: row.authorId, json, end, bytes };
}

/** The newest of some questions that fit into a page, always one of them; and whether any did not. */
export function fitPage(oldestFirst: readonly SharedQuestion[]): {
  questions: readonly SharedQuestion[];
  more: boolean;
} {
  let bytes = around;
  for (const [index, question] of oldestFirst.toReversed().entries()) {
    bytes += question.bytes;
    if (index > 0 && bytes > limits.pageBytes) return { questions: oldestFirst.slice(-index), more: true };
  }
  return { questions: oldestFirst, more: false };
}

/** What depends on the reader in a question's JSON. Permissions are among it, so that no screen restates them. */
function writeOwn(isFavorite: boolean, can: Question['can']): string {
  return `,"isFavorite":${isFavorite},"can":{"edit":${can.edit},"delete":${can.delete}}`;
}

/**
 * A discussion on the wire as one reader sees it.
 * @param more whether the page has ended for its bytes, before older questions
 */
export function writeDiscussion(
  {
    questions,
    more,
    version,
  }: { questions: readonly SharedQuestion[]; more: boolean; version: number | null },
  seen: { viewer: Viewer; batch: Batch; favorites: ReadonlySet<number> },
): SerializedJson<Discussion> {
  const { viewer, batch, favorites } = seen;
  const written = questions.map(({ id, authorId, json, end }) => {
    const owned = { authorId, batchId: batch.id };
    return (
      json +
      writeOwn(favorites.has(id), { edit: canEdit(viewer, owned), delete: canDelete(viewer, owned) }) +
      end
    );
  });
  const close = `]${more ? ',"more":true' : ''}${version === null ? '' : `,"version":${version}`}}`;
  return new SerializedJson(
    `{"batch":${JSON.stringify(batch.name)},"questions":[${written.join(',')}${close}`,
  );
}

export function presentNewestAnswer(row: NewestAnswerRow, now: number): NewestAnswer {
  return {
    question: {
      _id: String(row.questionId),
      beginning: excerpt(plainWords({ text: row.question, format: row.questionFormat })),
    },
    comment: {
      id: String(row.id),
      beginning: excerpt(plainWords(row)),
      author: presentAuthor(row, now),
      createdAt: isoInstant(row.createdAt),
    },
  };
}
