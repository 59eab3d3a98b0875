import { instantOrNull } from '#contract/dates';
import { shownName } from '#contract/accounts/person-name';
import type { StaffSubmission } from '#contract/marking/calls';
import * as calls from '#contract/marking/release-calls';
import { lockAccount } from '../../accounts/queries.ts';
import { act } from '../../accounts/sessions/act.ts';
import type { Act as AuditEvent } from '../../audit/record-audit-event.ts';
import type { Viewer } from '../../accounts/sessions/viewer.ts';
import { withdraw } from '../../notices/notify.ts';
import type { Reader, Writer } from '../../platform/database/database.ts';
import { httpErrors } from '../../platform/http/http-errors.ts';
import { newestVersionsOf, queueRow } from '../queue/queue-queries.ts';
import { insertAnswer, secondLooksAt, type SecondLookRow } from './second-looks.ts';
import { notifyReviewAnswered } from '../mark-notices.ts';
import { notifyDeciders, whyNotDecide } from './review-deciders.ts';
import { ownSubmission, type Markable } from '../policy.ts';
import { contentOf, recordGivenMark, type GivenMark } from '../mark-submission.ts';
import { presentReviewedSubmission } from '../presenter.ts';

/** Of two mentors who act at once, the second sees what the first has done. @throws 404 no request */
async function lockReview(writer: Writer, { id, accountId }: Markable): Promise<SecondLookRow> {
  await lockAccount(writer, accountId);
  const [look] = await secondLooksAt(writer, [id]);
  if (look === undefined) throw httpErrors.notFound('Nobody has requested a review of this mark.');
  return look;
}

const answeredMeanwhile = ({ answer, answeredBy, answeredAt }: SecondLookRow) =>
  httpErrors.changedMeanwhile('This review was answered in the meantime. Your answer is not saved.', {
    answer,
    answered_by: answeredBy === null ? null : shownName(answeredBy),
    answered_at: instantOrNull(answeredAt),
  });

/** @throws 403 */
async function refuseDecision(writer: Writer, look: SecondLookRow, viewer: Viewer): Promise<void> {
  const why = await whyNotDecide(writer, look, viewer);
  if (why !== null) throw httpErrors.forbidden(why);
}

async function versionAt(reader: Reader, id: number, { number, viewer }: Markable): Promise<StaffSubmission> {
  const [row] = await queueRow(reader, { submissionId: id });
  if (row === undefined) throw new Error(`version ${number} is gone`);
  return presentReviewedSubmission(reader, row, viewer);
}

/** The task's newest version, as the queue has it. */
export async function newestOf(reader: Reader, of: Markable): Promise<StaffSubmission> {
  const newest = (await newestVersionsOf(reader, [of.id])).get(of.id);
  return versionAt(reader, newest?.id ?? of.id, of);
}

/**
 * @param mark changes the reviewed mark with the answer
 * @throws 404 no request; 403 while others decide; 409 with `current` if a colleague answered otherwise; as
 * `recordMark`
 */
export async function answerReview(
  writer: Writer,
  of: Markable,
  { answer, mark }: { answer: string; mark?: GivenMark | undefined },
  at: number,
): Promise<Omit<AuditEvent, 'at' | 'actorId'>[]> {
  const { id, number, accountId: studentId, task, viewer } = of;
  const look = await lockReview(writer, of);
  if (look.answer !== null) {
    if (look.answer !== answer || mark !== undefined) throw answeredMeanwhile(look);
    return [];
  }
  await refuseDecision(writer, look, viewer);
  if (mark !== undefined) await recordGivenMark(writer, of, mark, at);
  await insertAnswer(writer, { submissionId: id, answer, accountId: viewer.accountId, at });
  // Nothing is left to decide.
  await withdraw(writer, { kind: 'second-look', event: number, now: at });
  await notifyReviewAnswered(writer, { task, accounts: [studentId], number, at });
  return [{ act: 'answer-second-look', subject: number, aboutId: studentId, after: { answer } }];
}

/** With the answer they are one screen's reading. */
export const mostComments = 20;

export const reviewCalls = [
  // Answers the task's newest version, as in the queue; with `mark` the reviewed version.
  act(calls.answerSecondLook, {
    who: ownSubmission,
    key: {
      kind: 'second-look-answer',
      content: ({ resource: { number }, body: { answer, mark } }) => [
        number,
        answer,
        ...(mark === undefined ? [] : contentOf(mark)),
      ],
    },
    async run(writer, { resource, body, now }) {
      return { id: resource.viewer.accountId, audit: await answerReview(writer, resource, body, now) };
    },
    answer: (reader, { resource, body: { mark } }) =>
      mark === undefined ? newestOf(reader, resource) : versionAt(reader, resource.id, resource),
  }),

  act(calls.commentOnReview, {
    who: ownSubmission,
    key: {
      kind: 'second-look-comment',
      content: ({ resource: { number }, body: { comment, to_office: toOffice } }) => [
        number,
        comment,
        toOffice,
      ],
    },
    async run(writer, { resource: of, body: { comment, to_office: toOffice }, now }) {
      const { id, number, accountId: studentId, task, viewer } = of;
      const look = await lockReview(writer, of);
      if (look.answer !== null)
        throw httpErrors.conflict('This review was answered in the meantime. Your comment is not saved.');
      if (toOffice) await refuseDecision(writer, look, viewer);
      if (look.comments.length >= mostComments)
        throw httpErrors.conflict(`A review has at most ${mostComments} comments.`);
      await writer
        .insertInto('second_look_comments')
        .values({
          submission_id: id,
          account_id: studentId,
          comment,
          to_office: toOffice ? 1 : 0,
          written_by: viewer.accountId,
          written_at: now,
        })
        .execute();
      if (toOffice) await notifyDeciders(writer, { id, number, task }, now);
      return {
        id: viewer.accountId,
        audit: {
          act: toOffice ? 'pass-review' : 'comment-on-review',
          subject: number,
          aboutId: studentId,
          after: { comment },
        },
      };
    },
    answer: (reader, { resource }) => newestOf(reader, resource),
  }),
];
