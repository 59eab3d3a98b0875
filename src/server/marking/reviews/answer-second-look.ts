import { instantOrNull } from '#contract/dates';
import { shownName } from '#contract/accounts/person-name';
import type { StaffSubmission } from '#contract/marking/calls';
import { lockAccount } from '../../accounts/queries.ts';
import type { Viewer } from '../../accounts/sessions/viewer.ts';
import { recordAuditEvent } from '../../audit/record-audit-event.ts';
import { withdraw } from '../../notices/notify.ts';
import type { AppContext } from '../../platform/context.ts';
import type { Writer } from '../../platform/database/database.ts';
import { makeOnce } from '../../platform/database/make-once.ts';
import { httpErrors } from '../../platform/http/http-errors.ts';
import { newestVersionsOf, queueRow } from '../queue/queue-queries.ts';
import { insertAnswer, secondLooksAt, type SecondLookRow } from './second-looks.ts';
import { notifyReviewAnswered } from '../mark-notices.ts';
import { notifyDeciders, whyNotDecide } from './review-deciders.ts';
import type { Markable } from '../policy.ts';
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

async function versionAt(writer: Writer, id: number, { number, viewer }: Markable): Promise<StaffSubmission> {
  const [row] = await queueRow(writer, { submissionId: id });
  if (row === undefined) throw new Error(`version ${number} is gone`);
  return presentReviewedSubmission(writer, row, viewer);
}

async function newestOf(writer: Writer, of: Markable): Promise<StaffSubmission> {
  const newest = (await newestVersionsOf(writer, [of.id])).get(of.id);
  return versionAt(writer, newest?.id ?? of.id, of);
}

/**
 * @param mark changes the reviewed mark with the answer
 * @returns the task's newest version, as in the queue; with `mark` the reviewed version
 * @throws 404 no request; 403 while others decide; 409 with `current` if a colleague answered otherwise, and
 * for a key of another answer; as `recordMark`
 */
export async function answerSecondLook(
  { database, clock }: Pick<AppContext, 'database' | 'clock'>,
  of: Markable,
  { answer, mark }: { answer: string; mark?: GivenMark | undefined },
  key: string | null,
): Promise<StaffSubmission> {
  const { id, number, accountId: studentId, task, viewer } = of;
  const { accountId } = viewer;
  const now = clock.now();
  const content = [number, answer, ...(mark === undefined ? [] : contentOf(mark))];
  const request = { accountId, kind: 'second-look-answer', key, content, now } as const;
  return database.transaction(async (writer) => {
    await makeOnce(writer, request, async () => {
      const look = await lockReview(writer, of);
      if (look.answer !== null) {
        if (look.answer !== answer || mark !== undefined) throw answeredMeanwhile(look);
        return;
      }
      await refuseDecision(writer, look, viewer);
      if (mark !== undefined) await recordGivenMark(writer, of, mark, now);
      await insertAnswer(writer, { submissionId: id, answer, accountId, at: now });
      await recordAuditEvent(writer, {
        at: now,
        actorId: accountId,
        act: 'answer-second-look',
        subject: number,
        aboutId: studentId,
        after: { answer },
      });
      // Nothing is left to decide.
      await withdraw(writer, { kind: 'second-look', event: number, now });
      await notifyReviewAnswered(writer, { task, accounts: [studentId], number, at: now });
    });
    return mark === undefined ? newestOf(writer, of) : versionAt(writer, id, of);
  });
}

/** With the answer they are one screen's reading. */
const mostComments = 20;

/**
 * @param toOffice leaves the decision to the office
 * @returns as `answerSecondLook`
 * @throws 404 no request; 403 to pass on what others decide; 409 answered, full, or a key of another comment
 */
export async function commentOnReview(
  { database, clock }: Pick<AppContext, 'database' | 'clock'>,
  of: Markable,
  { comment, toOffice }: { comment: string; toOffice: boolean },
  key: string | null,
): Promise<StaffSubmission> {
  const { id, number, accountId: studentId, task, viewer } = of;
  const { accountId } = viewer;
  const now = clock.now();
  const content = [number, comment, toOffice];
  const request = { accountId, kind: 'second-look-comment', key, content, now } as const;
  return database.transaction(async (writer) => {
    await makeOnce(writer, request, async () => {
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
          written_by: accountId,
          written_at: now,
        })
        .execute();
      await recordAuditEvent(writer, {
        at: now,
        actorId: accountId,
        act: toOffice ? 'pass-review' : 'comment-on-review',
        subject: number,
        aboutId: studentId,
        after: { comment },
      });
      if (toOffice) await notifyDeciders(writer, { id, number, task }, now);
    });
    return newestOf(writer, of);
  });
}
