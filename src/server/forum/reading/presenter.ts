import type { Role } from '#contract/accounts/calls';
import { isoInstant, instantOrNull } from '#contract/dates';
import type { Discussion, Question } from '#contract/forum/calls';
import { limits } from '#contract/limits';
import { shownName } from '#contract/accounts/person-name';
import type { Viewer } from '../../accounts/sessions/viewer.ts';
import type { Batch } from '../../courses/batch-queries.ts';
import type { Flag } from '../../platform/database/schema.ts';
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

/** Bytes for the rest of an answer, and for `writeOwn` per question. */
export const around = 1_024;
const ownBytes = 120;

type Author = {
  authorName: string;
  authorRole: Role;
  authorOnlineUntil: number | null;
  isAnonymous: Flag;
};
type Read = { now: number; seesName: boolean };
export type ReadPosts = Read & { attached: AttachmentsOfPosts };

const anonymous: Question['author'] = { name: 'Anonymous', online: false, role: 'student' };

/** Milliseconds since 1970; 0 for offline. */
export function onlineUntil({ authorOnlineUntil }: Pick<Author, 'authorOnlineUntil'>): number {
  return authorOnlineUntil ?? 0;
}

export function presentAuthor(author: Author, { now, seesName }: Read): Question['author'] {
  if (author.isAnonymous === 1 && !seesName) return anonymous;
  return { name: shownName(author.authorName), online: now <= onlineUntil(author), role: author.authorRole };
}

/** For everybody: those who see the name learn that classmates do not. */
export function presentAnonymous({ isAnonymous }: Pick<Author, 'isAnonymous'>): { anonymous?: true } {
  return isAnonymous === 1 ? { anonymous: true } : {};
}

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

/** The newest that fit, at least one. @param maxBytes of either list */
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

/** The reader's part goes in between, and at `places`. */
type Written = { json: string; places: readonly OwnPlace[]; end: string; endPlaces: readonly OwnPlace[] };

/** JSON for all readers; `named` for those who see an anonymous author's name. `bytes` is an upper bound. */
export type SharedQuestion = Written & { id: number; authorId: number; bytes: number; named?: Written };

type OfQuestion = { oldestFirst: readonly CommentRow[]; solution: CommentRow | undefined };

function writeQuestion(row: QuestionRow, { oldestFirst, solution }: OfQuestion, read: ReadPosts): Written {
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
  const last = {
    ...presentFormat(row, read.attached({ questionId: row.id })),
    ...presentAnonymous(row),
    ...presentModeration(row),
    ...(solution !== undefined && { solution: presentComment(solution, read) }),
  } satisfies Partial<Question>;
  const end = `,${JSON.stringify(last).slice(1)}`;
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
  of: OfQuestion,
  read: Omit<ReadPosts, 'seesName'>,
): SharedQuestion {
  const written = writeQuestion(row, of, { ...read, seesName: false });
  const shared = { id: row.id, authorId: row.authorId, ...written, bytes: bytesOf(written) };
  if (row.isAnonymous === 0) return shared;
  const named = writeQuestion(row, of, { ...read, seesName: true });
  return { ...shared, named, bytes: Math.max(shared.bytes, bytesOf(named)) };
}

/** From the newest question on, at least one. */
export function makePage() {
  const newestFirst: SharedQuestion[] = [];
  let bytes = around;
  let more = false;
  return {
    /** @returns whether an older question may fit */
    add(question: SharedQuestion): boolean {
      bytes += question.bytes;
      more = newestFirst.length > 0 && bytes > limits.pageBytes;
      if (!more) newestFirst.push(question);
      return !more;
    },
    filled: () => ({ questions: newestFirst.toReversed(), more }),
  };
}

/** With permissions, so that screens do not restate them. */
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
  const close = `]${more ? ',"more":true' : ''}${version === null ? '' : `,"version":${version}`}}`;
  return new SerializedJson(
    `{"batch":${JSON.stringify(batch.name)},"questions":[${written.join(',')}${close}`,
  );
}
