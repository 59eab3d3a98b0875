import { shownName } from '#contract/accounts/person-name';
import { isoInstant, instantOrNull } from '#contract/dates';
import { limits } from '#contract/limits';
import { readPrivate } from '#contract/private-questions/calls';
import type { PrivatePost, PrivateQuestion, PrivateQuestions } from '#contract/private-questions/calls';
import { read } from '../accounts/sessions/act.ts';
import { privateAttachments } from '../forum/attachments/private-attachments.ts';
import type { OfPost } from '../forum/attachments/attachments-of-posts.ts';
import { presentFormat } from '../forum/posts/post-text.ts';
import { presentAuthor } from '../forum/reading/present-author.ts';
import type { AppContext } from '../platform/context.ts';
import { readPage } from '../platform/database/read-page.ts';
import { afterAllIds, parseId } from '../platform/parse-id.ts';
import { privateAccess, type PrivateAccess, type PrivateScope } from './policy.ts';
import {
  postsOf,
  presentTaker,
  questionWithId,
  questionsBefore,
  versionOf,
  waitingQuestions,
  type PrivatePostRow,
  type PrivateQuestionRow,
} from './queries.ts';

/** On one page. Usually all: mentors answer them. */
const mostWaiting = 50;
const newestInList = 10;
const newestOfOne = 200;

type Range = { limit?: number | undefined; before?: string | undefined; only?: string | undefined };

type Reading = { readerId: number; now: number };

function presentPost(row: PrivatePostRow, attached: OfPost, { readerId, now }: Reading): PrivatePost {
  const { id, text, authorId, createdAt, editedAt } = row;
  return {
    id: String(id),
    text,
    author: presentAuthor({ ...row, isAnonymous: 0 }, { now, seesName: true }),
    createdAt: isoInstant(createdAt),
    ...(editedAt !== null && { editedAt: isoInstant(editedAt) }),
    ...(authorId === readerId && { can: { edit: true, delete: true } }),
    ...presentFormat(row, attached),
  };
}

function presentQuestion(
  row: PrivateQuestionRow,
  posts: readonly PrivatePost[],
  count: number,
  readerId: number,
): PrivateQuestion {
  const { waitingSince, openerName, openedAs } = row;
  return {
    _id: String(row.id),
    posts: [...posts],
    posts_count: count,
    waiting_since: instantOrNull(waitingSince),
    taken_by: presentTaker(row, readerId),
    unread: Number(row.unread ?? 0),
    opened: openedAs === null ? null : String(openedAs),
    open_asked: openerName === null || openedAs !== null ? null : shownName(openerName),
  };
}

/** Students newest first; staff first what waits, then the rest. */
async function readRows(
  { database: { reader } }: Pick<AppContext, 'database'>,
  scope: PrivateScope,
  readerId: number,
  { limit = limits.pageSize, before, only }: Range,
): Promise<{ rows: PrivateQuestionRow[]; hasMore: boolean }> {
  if (only !== undefined) {
    const id = parseId(only);
    const rows = id === null ? [] : await questionWithId(reader, scope, { readerId, id });
    return { rows, hasMore: false };
  }
  const from = before === undefined ? afterAllIds : (parseId(before) ?? 0);
  const pageOf = async (range: { before: number; isWaiting?: false }) => {
    const { rows, last } = await readPage(limit, (most) =>
      questionsBefore(reader, scope, { readerId, limit: most, ...range }),
    );
    return { rows, hasMore: last !== undefined };
  };
  if (scope.authorId !== null) return pageOf({ before: from });
  const [last] = before === undefined ? [] : await questionWithId(reader, scope, { readerId, id: from });
  const isAmongWaiting = before === undefined || (last !== undefined && last.waitingSince !== null);
  if (!isAmongWaiting) return pageOf({ before: from, isWaiting: false });
  const waiting = await readPage(mostWaiting, (most) =>
    waitingQuestions(reader, scope, { readerId, after: last, limit: most }),
  );
  if (waiting.last !== undefined) return { rows: waiting.rows, hasMore: true };
  const others = await pageOf({ before: afterAllIds, isWaiting: false });
  return { rows: [...waiting.rows, ...others.rows], hasMore: others.hasMore };
}

/** What the reader may read of the batch's private questions. */
export async function readPrivateQuestions(
  context: Pick<AppContext, 'database' | 'clock'>,
  { viewer, batch, scope }: PrivateAccess,
  range: Range = {},
): Promise<PrivateQuestions> {
  if (batch === null || scope === null) return { batch: null, questions: [], version: 0 };
  const { reader } = context.database;
  const reading = { readerId: viewer.accountId, now: context.clock.now() };
  // First, so that a change in between is read again.
  const version = await versionOf(reader, scope);
  const { rows, hasMore } = await readRows(context, scope, viewer.accountId, range);
  const ids = rows.map(({ id }) => id);
  const newest = range.only === undefined ? newestInList : newestOfOne;
  const posts = await postsOf(reader, scope, ids, newest);
  const authors = new Map(rows.map(({ id, authorId }) => [id, authorId]));
  const owned = posts.map((post) => ({ ...post, privateTo: authors.get(post.questionId) as number }));
  const attachedTo = await privateAttachments(reader, scope.batchId, owned);
  const questions: PrivateQuestion[] = [];
  let bytes = 0;
  for (const row of rows) {
    const own = owned.filter(({ questionId }) => questionId === row.id);
    const shown = own.map((post) => presentPost(post, attachedTo(post), reading));
    const question = presentQuestion(row, shown, Number(own[0]?.total ?? 0), viewer.accountId);
    bytes += Buffer.byteLength(JSON.stringify(question));
    if (bytes > limits.pageBytes && questions.length > 0) break;
    questions.push(question);
  }
  const isCut = hasMore || questions.length < rows.length;
  return { batch: batch.name, questions, ...(isCut && { more: true as const }), version };
}

export const readCall = read(readPrivate, {
  who: privateAccess,
  run: ({ context, resource, query: { question: only, ...page } }) =>
    readPrivateQuestions(context, resource, { ...page, only }),
});
