import { instantOrNull, type Task } from '#contract/dates';
import { shownName } from '#contract/accounts/person-name';
import type { Viewer } from '../../accounts/sessions/viewer.ts';
import type { AuditEvent } from '../../audit/record-audit-event.ts';
import { withdraw } from '../../notices/notify.ts';
import type { Writer } from '../../platform/database/database.ts';
import { httpErrors } from '../../platform/http/http-errors.ts';
import { notifyReviewAnswered } from '../mark-notices.ts';
import { whyNotDecide } from './review-deciders.ts';
import type { ReviewRow } from './review-rows.ts';

/** With the answer they are one screen's reading. */
const mostComments = 20;

type AuditLine = Omit<AuditEvent, 'at' | 'actorId'>;

/** A review of a mark, or of a mark without a file, under the account's lock. */
type Review = {
  request: ReviewRow;
  viewer: Viewer;
  student: { accountId: number; task: Task };
  /** Of its notices: the receipt's number, or the record's. */
  event: string;
  /** What the audit log says beside the words. */
  subject: string;
  about?: object;
  at: number;
};

/** @throws 404 no request */
export function requested<Row>(request: Row | undefined): Row {
  if (request === undefined) throw httpErrors.notFound('Nobody has requested a review of this mark.');
  return request;
}

/** @throws 403 while others decide */
async function refuseDecision(writer: Writer, { request, viewer }: Review): Promise<void> {
  const why = await whyNotDecide(writer, request, viewer);
  if (why !== null) throw httpErrors.forbidden(why);
}

const answeredMeanwhile = ({ answer, answeredBy, answeredAt }: ReviewRow) =>
  httpErrors.changedMeanwhile('This review was answered in the meantime. Your answer is not saved.', {
    answer,
    answered_by: answeredBy === null ? null : shownName(answeredBy),
    answered_at: instantOrNull(answeredAt),
  });

/**
 * @param change what changes with the answer, both or neither
 * @throws 403 while others decide; 409 with `current` if a colleague answered otherwise
 */
export async function decideReview(
  writer: Writer,
  review: Review,
  {
    answer,
    change,
    insert,
  }: { answer: string; change: (() => Promise<unknown>) | null; insert: () => Promise<unknown> },
): Promise<AuditLine[]> {
  const { request, student, event, subject, about, at } = review;
  if (request.answer !== null) {
    if (request.answer !== answer || change !== null) throw answeredMeanwhile(request);
    return [];
  }
  await refuseDecision(writer, review);
  await change?.();
  await insert();
  // Nothing is left to decide.
  await withdraw(writer, { kind: 'second-look', event, now: at });
  await notifyReviewAnswered(writer, {
    task: student.task,
    accounts: [student.accountId],
    number: event,
    at,
  });
  return [{ act: 'answer-second-look', subject, aboutId: student.accountId, after: { ...about, answer } }];
}

/** @throws 403 to pass on what others decide; 409 once answered, or full */
export async function commentReview(
  writer: Writer,
  review: Review,
  {
    comment,
    toOffice,
    insert,
    notifyDeciders,
  }: {
    comment: string;
    toOffice: boolean;
    insert: () => Promise<unknown>;
    notifyDeciders: () => Promise<unknown>;
  },
): Promise<AuditLine> {
  const { request, student, subject, about } = review;
  if (request.answer !== null)
    throw httpErrors.conflict('This review was answered in the meantime. Your comment is not saved.');
  if (toOffice) await refuseDecision(writer, review);
  if (request.comments.length >= mostComments)
    throw httpErrors.conflict(`A review has at most ${mostComments} comments.`);
  await insert();
  if (toOffice) await notifyDeciders();
  return {
    act: toOffice ? 'pass-review' : 'comment-on-review',
    subject,
    aboutId: student.accountId,
    after: { ...about, comment },
  };
}
