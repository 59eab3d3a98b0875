import type { Discussion } from '#contract/discussions';
import { limits } from '#contract/limits';
import type { AppContext } from '../platform/context.ts';
import { problems } from '../platform/http/problems.ts';
import type { Board } from './policy.ts';
import { presentQuestion } from './presenter.ts';
import { parseQuestionId } from './question-id.ts';
import { commentsBetween, newestQuestions, hasQuestion, type CommentRow } from './queries.ts';

/** Before which every id lies. */
const afterAll = 1e15;

export type Page = {
  limit?: number | undefined;
  before?: string | undefined;
  /** The id of the last question to show, whatever was asked after it. */
  upTo?: number;
};

const badCursor = () => problems.badRequest('before must be the _id of a question.');

function groupByQuestion(comments: readonly CommentRow[]): Map<number, CommentRow[]> {
  const groups = new Map<number, CommentRow[]>();
  for (const comment of comments) {
    const group = groups.get(comment.questionId);
    if (group === undefined) groups.set(comment.questionId, [comment]);
    else group.push(comment);
  }
  return groups;
}

/**
 * A batch's newest questions, or the newest ones before a given `_id`, oldest of them first. Two queries, however long
 * the forum is.
 * @throws a 400 problem when the batch never had a question `before`
 */
export async function readDiscussion(
  context: AppContext,
  { viewer, batch }: Board,
  page: Page = {},
): Promise<Discussion> {
  if (batch === null) return { batch: null, questions: [] };
  const { reader } = context.database;
  const cursor = page.before === undefined ? null : parseQuestionId(page.before);
  if (page.before !== undefined && cursor === null) throw badCursor();
  const questions = await newestQuestions(reader, {
    batchId: batch.id,
    readerId: viewer.accountId,
    before: cursor ?? (page.upTo === undefined ? afterAll : page.upTo + 1),
    cursor,
    limit: page.limit ?? limits.pageSize,
  });
  const newest = questions[0];
  const oldest = questions.at(-1);
  if (newest === undefined || oldest === undefined) {
    if (cursor !== null && !(await hasQuestion(reader, { batchId: batch.id, id: cursor })).length)
      throw badCursor();
    return { batch: batch.name, questions: [] };
  }
  if (cursor !== null && newest.cursor === null) throw badCursor();
  const comments = groupByQuestion(
    await commentsBetween(reader, { batchId: batch.id, oldest: oldest.id, newest: newest.id }),
  );
  const seen = { viewer, batchId: batch.id, now: context.clock.now() };
  return {
    batch: batch.name,
    questions: questions.reverse().map((row) => presentQuestion(row, comments.get(row.id) ?? [], seen)),
  };
}
