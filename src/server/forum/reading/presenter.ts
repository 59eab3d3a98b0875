import { isoInstant, instantOrNull } from '#contract/dates';
import type { Discussion, Question } from '#contract/forum/calls';
import { limits } from '#contract/limits';
import type { Viewer } from '../../accounts/sessions/viewer.ts';
import type { Batch } from '../../courses/batch-queries.ts';
import { SerializedJson } from '../../platform/http/serialized-json.ts';
import type { AttachmentsOfPosts } from '../attachments/attachments-of-posts.ts';
import { presentModeration } from '../moderation/interventions.ts';
import {
  ownBytes as ownCommentBytes,
  placesOf,
  insertPermissions,
  type OwnPlace,
} from '../posts/own-comments.ts';
import { canDelete, canEdit, canSeeName, commentEditor } from '../policy.ts';
import { presentFormat } from '../posts/post-text.ts';
import type { CommentRow, QuestionRow } from '../queries.ts';
import type { OwnMarks } from '../unread/queries.ts';
import { presentAnonymous, presentAuthor, type AuthorReader } from './present-author.ts';

/** Bytes reserved for what surrounds the posts of an answer. */
export const envelopeBytes = 1_024;
/** Bytes reserved for what `writeOwn` adds to a question. */
const ownBytes = 120;

export type ReadPosts = AuthorReader & { attached: AttachmentsOfPosts };

function presentComment(row: CommentRow, read: ReadPosts): Question['comments'][number] {
  return {
    id: String(row.id),
    text: row.text,
    author: presentAuthor(row, read),
    createdAt: isoInstant(row.createdAt),
    ...(row.editedAt !== null && { editedAt: isoInstant(row.editedAt) }),
    ...presentFormat(row, read.attached({ questionId: row.questionId, commentId: row.id })),
    ...presentAnonymous(row),
  };
}

type WrittenComments = { answers: string; comments: string; count: number; places: readonly OwnPlace[] };

/** The newest comments that fit, at least one. @param maxBytes for each of the two lists */
export function writeComments(
  oldestFirst: readonly CommentRow[],
  read: ReadPosts,
  maxBytes: number,
): WrittenComments {
  const answers: string[] = [];
  const comments: string[] = [];
  const authors: number[] = [];
  let bytes = 2;
  for (const row of oldestFirst.toReversed()) {
    const json = JSON.stringify(presentComment(row, read));
    bytes += Buffer.byteLength(json) + ownCommentBytes + 1;
    if (comments.length > 0 && bytes > maxBytes) break;
    answers.push(JSON.stringify(row.text));
    comments.push(json);
    authors.push(row.authorId);
  }
  comments.reverse();
  return {
    answers: `[${answers.reverse().join(',')}]`,
    comments: `[${comments.join(',')}]`,
    count: comments.length,
    places: placesOf(comments, authors.reverse()),
  };
}

/** What a reader may do is written between `json` and `end`, and at the places. */
type Written = { json: string; places: readonly OwnPlace[]; end: string; endPlaces: readonly OwnPlace[] };

/** JSON for all readers; `named` for those who see an anonymous author's name. `bytes` is an upper bound. */
export type SharedQuestion = Written & { id: number; authorId: number; bytes: number; named?: Written };

type CommentsOfQuestion = { oldestFirst: readonly CommentRow[]; solution: CommentRow | undefined };

function writeQuestion(
  row: QuestionRow,
  { oldestFirst, solution }: CommentsOfQuestion,
  read: ReadPosts,
): Written {
  const { answers, comments, count, places } = writeComments(oldestFirst, read, limits.newestCommentBytes);
  const { commentCount } = row;
  const rest = JSON.stringify({
    author: presentAuthor(row, read),
    createdAt: isoInstant(row.createdAt),
    editedAt: instantOrNull(row.editedAt),
    views: row.views,
  } satisfies Partial<Question>);
  const head = `{"_id":"${row.id}","question":${JSON.stringify(row.text)},"answers":${answers},"answers_count":${Math.max(commentCount ?? 0, count)},"comments":`;
  const json = `${head}${comments},${rest.slice(1, -1)}`;
  const tail = {
    ...presentFormat(row, read.attached({ questionId: row.id })),
    ...presentAnonymous(row),
    ...presentModeration(row),
    ...(solution !== undefined && { solution: presentComment(solution, read) }),
  } satisfies Partial<Question>;
  const end = `,${JSON.stringify(tail).slice(1)}`;
  return {
    json,
    places: places.map(({ authorId, at }) => ({ authorId, at: head.length + at })),
    end,
    // Before the braces that close solution and question.
    endPlaces: solution === undefined ? [] : [{ authorId: solution.authorId, at: end.length - 2 }],
  };
}

const bytesOf = ({ json, places, end, endPlaces }: Written) =>
  Buffer.byteLength(json + end) + ownBytes + (places.length + endPlaces.length) * ownCommentBytes;

export function writeShared(
  row: QuestionRow,
  comments: CommentsOfQuestion,
  read: Omit<ReadPosts, 'seesName'>,
): SharedQuestion {
  const written = writeQuestion(row, comments, { ...read, seesName: false });
  const shared = { id: row.id, authorId: row.authorId, ...written, bytes: bytesOf(written) };
  if (row.isAnonymous === 0) return shared;
  const named = writeQuestion(row, comments, { ...read, seesName: true });
  return { ...shared, named, bytes: Math.max(shared.bytes, bytesOf(named)) };
}

/** Takes questions from the newest on until the page's bytes are full; at least one. */
export function makePage() {
  const newestFirst: SharedQuestion[] = [];
  let bytes = envelopeBytes;
  let more = false;
  return {
    /** @returns false when the question no longer fits */
    add(question: SharedQuestion): boolean {
      bytes += question.bytes;
      more = newestFirst.length > 0 && bytes > limits.pageBytes;
      if (!more) newestFirst.push(question);
      return !more;
    },
    filled: () => ({ questions: newestFirst.toReversed(), more }),
  };
}

/** With permissions, so that screens need no rules of their own. */
function writeOwn({ isFavorite, unread, isMuted }: OwnMarks, can: Question['can']): string {
  return `,"isFavorite":${isFavorite},"can":{"edit":${can.edit},"delete":${can.delete}},"unread":${unread},"isMuted":${isMuted}`;
}

const noMarks: OwnMarks = { isFavorite: false, unread: 0, isMuted: false };

export type ReadPage = {
  questions: readonly SharedQuestion[];
  /** The bytes were full before the oldest question. */
  more: boolean;
  marks: ReadonlyMap<number, OwnMarks>;
  /** Null for an empty page. */
  version: number | null;
};

export function writeDiscussion(
  { questions, more, version, marks }: ReadPage,
  { viewer, batch }: { viewer: Viewer; batch: Batch },
): SerializedJson<Discussion> {
  const isOwn = commentEditor(viewer, batch.id);
  const written = questions.map((question) => {
    const { id, authorId, named } = question;
    const owned = { authorId, batchId: batch.id };
    const { json, places, end, endPlaces } =
      named !== undefined && canSeeName(viewer, owned) ? named : question;
    return (
      insertPermissions(json, places, isOwn) +
      writeOwn(marks.get(id) ?? noMarks, {
        edit: canEdit(viewer, owned),
        delete: canDelete(viewer, owned),
      }) +
      insertPermissions(end, endPlaces, isOwn)
    );
  });
  const closing = `]${more ? ',"more":true' : ''}${version === null ? '' : `,"version":${version}`}}`;
  return new SerializedJson(
    `{"batch":${JSON.stringify(batch.name)},"questions":[${written.join(',')}${closing}`,
  );
}
