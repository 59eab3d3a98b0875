import type { Role } from '#contract/accounts/calls';
import { isoInstant } from '#contract/dates';
import type { CommentPage, Discussion, NewestAnswer, Question } from '#contract/forum/calls';
import { excerpt } from '#contract/excerpt';
import { limits } from '#contract/limits';
import { shownName } from '#contract/accounts/person-name';
import type { Viewer } from '../../accounts/sessions/viewer.ts';
import type { Batch } from '../../courses/batch-queries.ts';
import type { Flag } from '../../platform/database/schema.ts';
import { SerializedJson } from '../../platform/http/serialized-json.ts';
import type { AttachmentsOfPosts } from '../attachments/attachments-of-posts.ts';
import { presentModeration } from '../moderation/interventions.ts';
import { ownBytes as ownCommentBytes, placesOf, tellOwn, type OwnPlace } from '../posts/own-comments.ts';
import { canDelete, canEdit, canSeeName, commentEditor } from '../policy.ts';
import { firstWords, presentFormat } from '../posts/post-text.ts';
import type { CommentRow, NewestAnswerRow, QuestionRow } from '../queries.ts';
import type { OwnMarks } from '../unread/queries.ts';

/** Room for what stands in an answer around its questions or comments, and for what `writeOwn` adds, in bytes. */
const around = 1_024;
const ownBytes = 120;

type Author = {
  authorName: string;
  authorRole: Role;
  authorOnlineUntil: number | null;
  isAnonymous: Flag;
};
/** When a text is read, and whether its reader is told who has written it without a name. */
type Read = { now: number; seesName: boolean };
/** The same, with the attachments of the posts that are read. */
type ReadPosts = Read & { attached: AttachmentsOfPosts };

/** Who wrote without a name, as classmates see them: everybody the same. */
const anonymous: Question['author'] = { name: 'Anonymous', online: false, role: 'student' };

/** Until when an author counts as online, in milliseconds since 1970; 0 for one who is not. */
export function onlineUntil({ authorOnlineUntil }: Pick<Author, 'authorOnlineUntil'>): number {
  return authorOnlineUntil ?? 0;
}

export function presentAuthor(author: Author, { now, seesName }: Read): Question['author'] {
  if (author.isAnonymous === 1 && !seesName) return anonymous;
  return { name: shownName(author.authorName), online: now <= onlineUntil(author), role: author.authorRole };
}

/** Said to everybody, so that whoever sees the name does not tell it. */
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

/** Comments of one question as JSON: their texts, and all of them. */
type WrittenComments = { answers: string; comments: string; count: number; places: readonly OwnPlace[] };

/**
 * The newest of a question's comments, as many as fit.
 * @param oldestFirst the newest of them, in their order
 * @param maxBytes the most of the JSON of either list, where there is more than one comment
 */
function writeComments(
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

/**
 * A page of a question's comments on the wire, oldest first.
 * @param newestFirst the rows of the page
 * @param count how many comments the question has
 * @param isOwn whether its reader may edit what an account wrote
 */
export function writeCommentPage(
  { id, count }: { id: number; count: number },
  newestFirst: readonly CommentRow[],
  { isOwn, ...read }: ReadPosts & { isOwn: (authorId: number) => boolean },
): SerializedJson<CommentPage> {
  // The texts stand in it twice, and `comments` is the longer list.
  const written = writeComments(newestFirst.toReversed(), read, limits.pageBytes / 2 - around);
  return new SerializedJson(
    `{"_id":"${id}","answers":${written.answers},"answers_count":${count},"comments":${tellOwn(written.comments, written.places, isOwn)}}`,
  );
}

/**
 * Beginning and end of a question's JSON, between which stands what depends on the reader, and where in either its comments tell
 * a reader what is theirs.
 */
type Written = { json: string; places: readonly OwnPlace[]; end: string; endPlaces: readonly OwnPlace[] };

/**
 * A question's JSON, the same for every reader; `named` is for those who are told who asked, where others are not. `bytes` is at
 * most what the whole takes.
 */
export type SharedQuestion = Written & { id: number; authorId: number; bytes: number; named?: Written };

/** The newest of a question's own comments, in their order, and the one that is marked as the answer. */
type OfQuestion = { oldestFirst: readonly CommentRow[]; solution: CommentRow | undefined };

function writeQuestion(row: QuestionRow, { oldestFirst, solution }: OfQuestion, read: ReadPosts): Written {
  const { answers, comments, count, places } = writeComments(oldestFirst, read, limits.newestCommentBytes);
  const { commentCount } = row;
  const rest = JSON.stringify({
    author: presentAuthor(row, read),
    createdAt: isoInstant(row.createdAt),
    editedAt: row.editedAt === null ? null : isoInstant(row.editedAt),
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
    // The last in it is the end of the solution, and its own end.
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

/** A page that is filled from its newest question on: as many as fit, always one of them. */
export function makePage() {
  const newestFirst: SharedQuestion[] = [];
  let bytes = around;
  let more = false;
  return {
    /** @returns whether the question before may fit, too */
    add(question: SharedQuestion): boolean {
      bytes += question.bytes;
      more = newestFirst.length > 0 && bytes > limits.pageBytes;
      if (!more) newestFirst.push(question);
      return !more;
    },
    /** Its questions, oldest first, and whether any did not fit. */
    filled: () => ({ questions: newestFirst.toReversed(), more }),
  };
}

/** What depends on the reader in a question's JSON. Permissions are among it, so that no screen restates them. */
function writeOwn({ isFavorite, unread, isMuted }: OwnMarks, can: Question['can']): string {
  return `,"isFavorite":${isFavorite},"can":{"edit":${can.edit},"delete":${can.delete}},"unread":${unread},"isMuted":${isMuted}`;
}

const noMarks: OwnMarks = { isFavorite: false, unread: 0, isMuted: false };

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
  seen: { viewer: Viewer; batch: Batch; marks: ReadonlyMap<number, OwnMarks> },
): SerializedJson<Discussion> {
  const { viewer, batch, marks } = seen;
  const isOwn = commentEditor(viewer, batch.id);
  const written = questions.map((question) => {
    const { id, authorId, named } = question;
    const owned = { authorId, batchId: batch.id };
    const { json, places, end, endPlaces } =
      named !== undefined && canSeeName(viewer, owned) ? named : question;
    return (
      tellOwn(json, places, isOwn) +
      writeOwn(marks.get(id) ?? noMarks, {
        edit: canEdit(viewer, owned),
        delete: canDelete(viewer, owned),
      }) +
      tellOwn(end, endPlaces, isOwn)
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
      beginning: excerpt(
        firstWords({ text: row.question, format: row.questionFormat, html: row.questionHtml }),
      ),
    },
    comment: {
      id: String(row.id),
      beginning: excerpt(firstWords(row)),
      author: presentAuthor(row, { now, seesName: false }),
      createdAt: isoInstant(row.createdAt),
    },
  };
}
