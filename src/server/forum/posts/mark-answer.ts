import * as calls from '#contract/forum/calls';
import { messages } from '#contract/messages';
import { questionAddress } from '#contract/forum/question-view';
import { isStaff } from '../../accounts/policy.ts';
import { act, type Done } from '../../accounts/sessions/act.ts';
import type { Batch } from '../../courses/batch-queries.ts';
import { notify, withdraw } from '../../notices/notify.ts';
import { announce } from '../../platform/database/announce.ts';
import type { Reader, Writer } from '../../platform/database/database.ts';
import { httpErrors } from '../../platform/http/http-errors.ts';
import { visibleComment, lockQuestion, requireBatch, type LockedQuestion } from './lock-post.ts';
import { answerWithDiscussion, type ForumState } from '../forum-state.ts';
import { canMarkAnswer, type DiscussionAccess } from '../policy.ts';
import { quoteOf } from './post-text.ts';
import { mutedBy } from '../unread/reading-state.ts';

const maxCommentsLookedAt = 500;

/** Marking again notifies nobody twice. */
const eventOf = (question: { id: number }, commentId: number) => `${question.id}:${commentId}`;

async function participants(reader: Reader, { id, authorId }: LockedQuestion): Promise<number[]> {
  const rows = await reader
    .selectFrom((from) =>
      from
        .selectFrom('comments')
        .where('question_id', '=', id)
        .where('deleted_at', 'is', null)
        .orderBy('id', 'desc')
        .limit(maxCommentsLookedAt)
        .select('author_id as authorId')
        .as('newest'),
    )
    .distinct()
    .select('newest.authorId')
    .execute();
  return [authorId, ...rows.map((row) => row.authorId)];
}

export async function notifyOfAnswer(
  writer: Writer,
  { question, batch, markedBy }: { question: LockedQuestion; batch: Batch; markedBy: number },
  comment: { id: number; authorId: number },
  now: number,
): Promise<void> {
  const beginning = quoteOf(question);
  const notice = {
    event: eventOf(question, comment.id),
    about: `question:${question.id}`,
    href: questionAddress(batch.name, String(question.id)),
    now,
  };
  const took = await participants(writer, question);
  const muted = await mutedBy(writer, question.id, [...took, comment.authorId]);
  const others = took.filter(
    (account) => account !== markedBy && account !== comment.authorId && !muted.has(account),
  );
  await notify(writer, {
    ...notice,
    kind: 'question-solved',
    accounts: others,
    text: `A comment was marked as the answer to “${beginning}”`,
  });
  await notify(writer, {
    ...notice,
    kind: 'answer-marked',
    accounts: comment.authorId === markedBy || muted.has(comment.authorId) ? [] : [comment.authorId],
    text: `Your comment was marked as the answer to “${beginning}”`,
  });
}

async function solutionOf(reader: Reader, questionId: number) {
  return reader
    .selectFrom('question_solutions')
    .where('question_id', '=', questionId)
    .select('comment_id as id')
    .executeTakeFirst();
}

async function withdrawAnswerNotices(
  writer: Writer,
  question: { id: number },
  commentId: number,
  now: number,
) {
  const event = eventOf(question, commentId);
  await withdraw(writer, { kind: 'question-solved', event, now });
  await withdraw(writer, { kind: 'answer-marked', event, now });
}

export async function withdrawNoticesOfAnswer(
  writer: Writer,
  question: { id: number },
  now: number,
): Promise<void> {
  const solution = await solutionOf(writer, question.id);
  if (solution !== undefined) await withdrawAnswerNotices(writer, question, solution.id, now);
}

/** @returns when it was set, or null */
export async function removeAnswerMark(
  writer: Writer,
  question: { id: number },
  commentId: number,
  now: number,
): Promise<number | null> {
  const taken = await writer
    .deleteFrom('question_solutions')
    .where('question_id', '=', question.id)
    .where('comment_id', '=', commentId)
    .returning('marked_at as markedAt')
    .executeTakeFirst();
  if (taken === undefined) return null;
  await withdrawAnswerNotices(writer, question, commentId, now);
  return taken.markedAt;
}

type Marking = { resource: DiscussionAccess; params: { id: string }; now: number };

/**
 * Replaces any other mark and notifies participants. @param named the comment's id; null for none
 * @throws 404 unknown, deleted, or elsewhere; 403 not the viewer's to mark
 */
async function markAnswer(
  writer: Writer,
  { resource: access, params: { id }, now }: Marking,
  named: string | null,
): Promise<Done> {
  const { viewer } = access;
  const batch = requireBatch({ resource: access });
  const { accountId } = viewer;
  const question = await lockQuestion(writer, access, id);
  if (!canMarkAnswer(viewer, question)) throw httpErrors.forbidden(messages.forbidden);
  const comment = named === null ? null : await visibleComment(writer, question.id, named);
  const before = await solutionOf(writer, question.id);
  if (before?.id === comment?.id) return { id: accountId };
  if (comment === null) {
    await writer.deleteFrom('question_solutions').where('question_id', '=', question.id).execute();
  } else {
    const marked = { comment_id: comment.id, marked_at: now };
    await writer
      .insertInto('question_solutions')
      .values({ question_id: question.id, batch_id: question.batchId, ...marked })
      .onConflict((conflict) => conflict.column('question_id').doUpdateSet(marked))
      .execute();
  }
  announce(writer, `batch:${question.batchId}`);
  if (before !== undefined) await withdrawAnswerNotices(writer, question, before.id, now);
  if (comment !== null) await notifyOfAnswer(writer, { question, batch, markedBy: accountId }, comment, now);
  const line = {
    subject: String(question.id),
    aboutId: question.authorId,
    before: before === undefined ? null : { comment: before.id },
    after: comment === null ? null : { comment: comment.id },
  };
  return { id: accountId, audit: isStaff(viewer) ? line : [] };
}

export const markCalls = (forum: ForumState) => [
  act(calls.markAnswer, {
    who: forum.tracked,
    key: { kind: 'solution', content: ({ params, body }) => [params.id, body.comment] },
    audit: 'mark-answer',
    run: (writer, request) => markAnswer(writer, request, request.body.comment),
    answer: answerWithDiscussion(forum),
  }),

  act(calls.unmarkAnswer, {
    who: forum.tracked,
    key: { kind: 'solution', content: ({ params }) => [params.id, null] },
    audit: 'unmark-answer',
    run: (writer, request) => markAnswer(writer, request, null),
    answer: answerWithDiscussion(forum),
  }),
];
