import { firstLine } from '#contract/excerpt';
import { messages } from '#contract/messages';
import { questionAddress } from '#contract/forum/question-view';
import { isStaff } from '../../accounts/policy.ts';
import { recordAct } from '../../audit/record-act.ts';
import type { Batch } from '../../courses/batch-queries.ts';
import { notify, withdraw } from '../../notices/notify.ts';
import type { AppContext } from '../../platform/context.ts';
import { announce } from '../../platform/database/announce.ts';
import type { Reader, Writer } from '../../platform/database/database.ts';
import { makeOnce } from '../../platform/database/make-once.ts';
import { httpErrors } from '../../platform/http/http-errors.ts';
import { parseId } from '../../platform/parse-id.ts';
import { commentNotFound } from '../moderation/lock-comment.ts';
import { lockQuestion, questionNotFound, type LockedQuestion } from '../moderation/lock-question.ts';
import { canMarkAnswer, type DiscussionAccess } from '../policy.ts';
import { firstWords } from './post-text.ts';
import { mutedBy } from '../unread/note-reading.ts';

/** So much of a question stands in what people are told, in characters. */
const questionLength = 80;
/** Of a question with more comments only the authors of the newest are told. */
const maxCommentsLookedAt = 500;

/** The event of a comment that is the answer: people are told of it once, however often it is marked and taken back. */
const eventOf = (question: { id: number }, commentId: number) => `${question.id}:${commentId}`;

async function commentOf(reader: Reader, questionId: number, id: string) {
  const commentId = parseId(id);
  const comment =
    commentId === null
      ? undefined
      : await reader
          .selectFrom('comments')
          .where('id', '=', commentId)
          .where('question_id', '=', questionId)
          .where('deleted_at', 'is', null)
          .select(['id', 'author_id as authorId'])
          .executeTakeFirst();
  if (comment === undefined) throw commentNotFound();
  return comment;
}

/** Whoever asked a question or said something about it lately. */
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

export async function tellOfAnswer(
  writer: Writer,
  { question, batch, markedBy }: { question: LockedQuestion; batch: Batch; markedBy: number },
  comment: { id: number; authorId: number },
  now: number,
): Promise<void> {
  const beginning = firstLine(firstWords(question), questionLength);
  const told = {
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
    ...told,
    kind: 'question-solved',
    accounts: others,
    text: `A comment is marked as the answer to “${beginning}”`,
  });
  await notify(writer, {
    ...told,
    kind: 'answer-marked',
    accounts: comment.authorId === markedBy || muted.has(comment.authorId) ? [] : [comment.authorId],
    text: `Your comment is marked as the answer to “${beginning}”`,
  });
}

async function solutionOf(reader: Reader, questionId: number) {
  return reader
    .selectFrom('question_solutions')
    .where('question_id', '=', questionId)
    .select('comment_id as id')
    .executeTakeFirst();
}

/** Nobody finds on a list any more that a comment was the answer. */
async function withdrawAnswer(writer: Writer, question: { id: number }, commentId: number, now: number) {
  const event = eventOf(question, commentId);
  await withdraw(writer, { kind: 'question-solved', event, now });
  await withdraw(writer, { kind: 'answer-marked', event, now });
}

/** Takes back what people were told of a question's answer, as when the question is deleted. */
export async function withdrawSolution(writer: Writer, question: { id: number }, now: number): Promise<void> {
  const solution = await solutionOf(writer, question.id);
  if (solution !== undefined) await withdrawAnswer(writer, question, solution.id, now);
}

/**
 * Takes the mark from a comment that is deleted, if it has it.
 * @returns when it had been marked; null where it was not
 */
export async function takeMark(
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
  await withdrawAnswer(writer, question, commentId, now);
  return taken.markedAt;
}

type Wish = {
  /** The question's id as it stands in the address. */
  id: string;
  /** The id of the comment that is the answer; null for none. */
  comment: string | null;
};

/**
 * Marks a comment as the answer to its question, which is solved with it, in place of one that was marked before, and tells
 * those who took part; or takes that back. What is so already changes nothing.
 * @param key the request's Idempotency-Key: a repetition changes nothing, also when another was marked since
 * @throws a 404 error for a question that is unknown, deleted, or another batch's, and for a comment that is none of its own;
 *   403 for a question that the user may not mark; 409 when the key belongs to another wish
 */
export async function markAnswer(
  context: Pick<AppContext, 'database' | 'clock'>,
  access: DiscussionAccess,
  wish: Wish,
  key: string | null = null,
): Promise<void> {
  const { viewer, batch } = access;
  if (batch === null) throw questionNotFound();
  const { accountId } = viewer;
  const now = context.clock.now();
  const request = { accountId, kind: 'solution', key, content: [wish.id, wish.comment], now } as const;
  await context.database.transaction((writer) =>
    makeOnce(writer, request, async () => {
      const question = await lockQuestion(writer, access, wish.id);
      if (!canMarkAnswer(viewer, question)) throw httpErrors.forbidden(messages.forbidden);
      const comment = wish.comment === null ? null : await commentOf(writer, question.id, wish.comment);
      const before = await solutionOf(writer, question.id);
      if (before?.id === comment?.id) return question.id;
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
      if (isStaff(viewer)) {
        await recordAct(writer, {
          at: now,
          actorId: accountId,
          act: comment === null ? 'unmark-answer' : 'mark-answer',
          subject: String(question.id),
          aboutId: question.authorId,
          before: before === undefined ? null : { comment: before.id },
          after: comment === null ? null : { comment: comment.id },
        });
      }
      if (before !== undefined) await withdrawAnswer(writer, question, before.id, now);
      if (comment !== null)
        await tellOfAnswer(writer, { question, batch, markedBy: accountId }, comment, now);
      return question.id;
    }),
  );
}
