import type { Discussion } from '#contract/discussions';
import { limits } from '#contract/limits';
import type { Batch } from '../batches/queries.ts';
import type { AppContext } from '../platform/context.ts';
import { httpErrors } from '../platform/http/http-errors.ts';
import { SerializedJson } from '../platform/http/serialized-json.ts';
import { makeDiscussionCache, type CachedDiscussion } from './discussion-cache.ts';
import type { DiscussionAccess } from './policy.ts';
import { onlineUntil, writeDiscussion, writeShared } from './presenter.ts';
import { parseQuestionId } from './question-id.ts';
import {
  commentsBetween,
  forumAsKept,
  hasQuestion,
  newestQuestions,
  type CommentRow,
  type QuestionRow,
} from './queries.ts';

/** Before which every id lies. */
const afterAll = 1e15;

/** How long it may take until somebody who has just come shows as online, in milliseconds. */
const presenceMs = 2_000;

export type Page = {
  limit?: number | undefined;
  before?: string | undefined;
  /** The id of the last question to show, whatever was asked after it. */
  upTo?: number;
};

const badCursor = () => httpErrors.badRequest('before must be the _id of a question.');

function groupByQuestion(comments: readonly CommentRow[]): Map<number, CommentRow[]> {
  const groups = new Map<number, CommentRow[]>();
  for (const comment of comments) {
    const group = groups.get(comment.questionId);
    if (group === undefined) groups.set(comment.questionId, [comment]);
    else group.push(comment);
  }
  return groups;
}

function staleAt(rows: readonly (QuestionRow | CommentRow)[], now: number): number {
  const ends = rows.map(onlineUntil).filter((end) => end >= now);
  return Math.min(now + presenceMs, ...ends.map((end) => end + 1));
}

export type DiscussionReader = (board: DiscussionAccess, page?: Page) => Promise<SerializedJson<Discussion>>;

/**
 * Reads a batch's newest questions, or the newest ones before a given `_id`, oldest of them first. Two queries, however
 * long the forum is; one while nothing has changed since somebody else of the batch read the newest ones.
 * The reader throws a 400 problem when the batch never had a question `before`.
 */
export function makeDiscussionReader(context: AppContext): DiscussionReader {
  const { reader } = context.database;
  const kept = makeDiscussionCache();

  async function readKept({ viewer, batch }: DiscussionAccess & { batch: Batch }) {
    const forum = kept.find(batch.id, context.clock.now());
    if (forum === undefined) return undefined;
    const rows = await forumAsKept(reader, {
      batchId: batch.id,
      readerId: viewer.accountId,
      oldest: forum.questions[0]?.id ?? 0,
    });
    if (rows[0]?.version !== forum.version) return undefined;
    const favorites = new Set(rows.map((row) => row.favorite as number));
    return writeDiscussion(forum.questions, { viewer, batch, favorites });
  }

  return async ({ viewer, batch }, page = {}) => {
    if (batch === null) return new SerializedJson('{"batch":null,"questions":[]}');
    const limit = page.limit ?? limits.pageSize;
    const isNewest = page.before === undefined && page.upTo === undefined && limit === limits.pageSize;
    const known = isNewest ? await readKept({ viewer, batch }) : undefined;
    if (known !== undefined) return known;

    const cursor = page.before === undefined ? null : parseQuestionId(page.before);
    if (page.before !== undefined && cursor === null) throw badCursor();
    const before = cursor ?? (page.upTo === undefined ? afterAll : page.upTo + 1);
    const rows = await newestQuestions(reader, {
      batchId: batch.id,
      readerId: viewer.accountId,
      before,
      cursor,
      limit,
    });
    const newest = rows[0];
    const oldest = rows.at(-1);
    if (newest === undefined || oldest === undefined) {
      const isUnknown =
        cursor !== null && !(await hasQuestion(reader, { batchId: batch.id, id: cursor })).length;
      if (isUnknown) throw badCursor();
      return writeDiscussion([], { viewer, batch, favorites: new Set() });
    }
    if (cursor !== null && newest.cursor === null) throw badCursor();

    const comments = await commentsBetween(reader, {
      batchId: batch.id,
      oldest: oldest.id,
      newest: newest.id,
    });
    const ofQuestion = groupByQuestion(comments);
    const now = context.clock.now();
    const questions = rows.map((row) => writeShared(row, ofQuestion.get(row.id) ?? [], now)).reverse();
    if (isNewest && newest.version !== null) {
      const forum: CachedDiscussion = {
        version: newest.version,
        readAt: now,
        staleAt: staleAt([...rows, ...comments], now),
        questions,
      };
      kept.keep(batch.id, forum);
    }
    const favorites = new Set(rows.filter((row) => row.favoriteOf !== null).map((row) => row.id));
    return writeDiscussion(questions, { viewer, batch, favorites });
  };
}
