import { readDiscussion } from '#contract/forum/calls';
import { limits } from '#contract/limits';
import { read } from '../../accounts/sessions/act.ts';
import type { Batch } from '../../courses/batch-queries.ts';
import type { AppContext } from '../../platform/context.ts';
import { httpErrors } from '../../platform/http/http-errors.ts';
import { SerializedJson } from '../../platform/http/serialized-json.ts';
import { attachmentsOfPosts } from '../attachments/attachments-of-posts.ts';
import { makeDiscussionCache, readMarks, recentPostsFrom, versionAndMarks } from './discussion-cache.ts';
import type { DiscussionRange, DiscussionReader, ForumState } from '../forum-state.ts';
import type { DiscussionAccess } from '../policy.ts';
import { onlineUntil } from './present-author.ts';
import { makePage, writeDiscussion, writeShared, type ReadPage } from './presenter.ts';
import { afterAllIds, parseId } from '../../platform/parse-id.ts';
import {
  hasQuestion,
  newestCommentsBetween,
  newestQuestions,
  solutionsBetween,
  type CommentRow,
  type QuestionRow,
} from '../queries.ts';
import { presentUnread } from '../unread/queries.ts';

/** Milliseconds of cached presence and view counts. */
const maxStaleMs = 2_000;

type Reading = { viewer: DiscussionAccess['viewer']; batch: Batch };

function newestOf({ questions, more }: Pick<ReadPage, 'questions' | 'more'>, limit: number) {
  return { questions: questions.slice(-limit), more: more && questions.length < limit };
}

const badCursor = () => httpErrors.badRequest('before must be the _id of a question.');

function staleAt(rows: readonly (QuestionRow | CommentRow)[], now: number): number {
  const ends = rows.map(onlineUntil).filter((end) => end >= now);
  return Math.min(now + maxStaleMs, ...ends.map((end) => end + 1));
}

/** A usual page; once it is full, older questions' comments are not read. */
const commentsAtOnce = 500;

function* partsOf(rows: readonly QuestionRow[]): Generator<QuestionRow[]> {
  let part: QuestionRow[] = [];
  let comments = 0;
  for (const row of rows) {
    part.push(row);
    comments += Math.min(row.commentCount ?? 0, limits.newestComments);
    if (comments < commentsAtOnce) continue;
    yield part;
    part = [];
    comments = 0;
  }
  if (part.length > 0) yield part;
}

export function makeDiscussionReader(context: Pick<AppContext, 'database' | 'clock'>): DiscussionReader {
  const { reader } = context.database;
  const cache = makeDiscussionCache();

  async function readCachedPage({ viewer, batch }: Reading, limit: number): Promise<ReadPage | undefined> {
    const cached = cache.get(batch.id, context.clock.now());
    if (cached === undefined) return undefined;
    const { questions, more } = newestOf(cached, limit);
    const rows = await versionAndMarks(reader, {
      batchId: batch.id,
      readerId: viewer.accountId,
      oldest: questions[0]?.id ?? 0,
    });
    if (rows[0]?.version !== cached.version) return undefined;
    const { version } = cached;
    return { questions, more, version, marks: readMarks(rows, cached.recentPosts, viewer.accountId) };
  }

  async function readPart(batchId: number, rows: readonly QuestionRow[]) {
    const between = { batchId, oldest: rows.at(-1)?.id ?? 0, newest: rows[0]?.id ?? 0 };
    const comments = await newestCommentsBetween(reader, between);
    const ofQuestion = Map.groupBy(comments, ({ questionId }) => questionId);
    // Nearly always among the newest.
    const known = new Map(comments.map((comment) => [comment.id, comment]));
    const isFar = rows.some(({ solutionId }) => solutionId !== null && !known.has(solutionId));
    const far = isFar ? await solutionsBetween(reader, between) : [];
    for (const solution of far) known.set(solution.id, solution);
    const attached = await attachmentsOfPosts(reader, [...rows, ...comments, ...far]);
    const write = (row: QuestionRow, now: number) =>
      writeShared(
        row,
        { oldestFirst: ofQuestion.get(row.id) ?? [], solution: known.get(row.solutionId ?? 0) },
        { now, attached },
      );
    return { posts: [...comments, ...far], write };
  }

  async function readPage(
    { viewer, batch }: Reading,
    range: { before: number; cursor: number | null; limit: number },
  ): Promise<ReadPage & { readAt: number; staleAt: number }> {
    const rows = await newestQuestions(reader, { batchId: batch.id, readerId: viewer.accountId, ...range });
    const newest = rows[0];
    const isKnownCursor =
      range.cursor === null ||
      (newest === undefined
        ? (await hasQuestion(reader, { batchId: batch.id, id: range.cursor })).length > 0
        : newest.cursor !== null);
    if (!isKnownCursor) throw badCursor();
    const page = makePage();
    const now = context.clock.now();
    const read: (QuestionRow | CommentRow)[] = [...rows];
    for (const part of partsOf(rows)) {
      const { posts, write } = await readPart(batch.id, part);
      read.push(...posts);
      if (!part.every((row) => page.add(write(row, now)))) break;
    }
    return {
      ...page.filled(),
      marks: new Map(
        rows.map((row) => [row.id, { isFavorite: row.favoriteOf !== null, ...presentUnread(row) }]),
      ),
      version: newest?.version ?? null,
      readAt: now,
      staleAt: staleAt(read, now),
    };
  }

  /** @param limit a whole page is read for the cache */
  async function readNewestPage(reading: Reading, limit: number): Promise<ReadPage> {
    const cached = await readCachedPage(reading, limit);
    if (cached !== undefined) return cached;
    const page = await readPage(reading, { before: afterAllIds, cursor: null, limit: limits.pageSize });
    const { questions, more, version, readAt, staleAt } = page;
    if (version !== null) {
      const batchId = reading.batch.id;
      // A write in between raises the version, so this is not served.
      const posts = await recentPostsFrom(reader, { batchId, oldest: questions[0]?.id ?? 0 });
      const recentPosts = Map.groupBy(posts, ({ questionId }) => questionId);
      cache.set(batchId, { version, readAt, staleAt, questions, more, recentPosts });
    }
    return { ...page, ...newestOf(page, limit) };
  }

  async function readRange(reading: Reading, range: DiscussionRange): Promise<ReadPage> {
    const { before, upTo, only, limit = limits.pageSize } = range;
    if (only !== undefined) {
      const page = await readPage(reading, { before: only + 1, cursor: null, limit: 1 });
      return { ...page, questions: page.questions.filter(({ id }) => id === only) };
    }
    if (before !== undefined) {
      const cursor = parseId(before);
      if (cursor === null) throw badCursor();
      return readPage(reading, { before: cursor, cursor, limit });
    }
    if (limit > limits.pageSize) return readPage(reading, { before: afterAllIds, cursor: null, limit });
    const page = await readNewestPage(reading, limit);
    // Nearly always right, and it fills the cache; if somebody asked a moment later, the page up to it is
    // read.
    const isNewest = upTo === undefined || (page.questions.at(-1)?.id ?? 0) <= upTo;
    return isNewest ? page : readPage(reading, { before: upTo + 1, cursor: null, limit });
  }

  return async ({ viewer, batch }, range = {}) => {
    if (batch === null) return new SerializedJson('{"batch":null,"questions":[]}');
    const page = await readRange({ viewer, batch }, range);
    // Readers of an empty page follow from 0; a page up to a question is not current.
    const version = range.upTo === undefined ? (page.version ?? 0) : null;
    return writeDiscussion({ ...page, version }, { viewer, batch });
  };
}

function parseQuestionId(question: string): number {
  const id = parseId(question);
  if (id === null) throw httpErrors.badRequest('question must be the _id of a question.');
  return id;
}

export const discussionCall = (forum: ForumState) =>
  read(readDiscussion, {
    who: forum.tracked,
    run: async ({ resource, query: { question, ...page } }) =>
      forum.read(resource, question === undefined ? page : { only: parseQuestionId(question) }),
  });
