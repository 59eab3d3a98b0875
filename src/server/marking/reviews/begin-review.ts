import type { Task } from '#contract/dates';
import * as calls from '#contract/marking/release-calls';
import { messages } from '#contract/messages';
import { lockAccount } from '../../accounts/queries.ts';
import { act } from '../../accounts/sessions/act.ts';
import type { ViewerRule } from '../../accounts/sessions/viewer.ts';
import type { Writer } from '../../platform/database/database.ts';
import { httpErrors } from '../../platform/http/http-errors.ts';
import { earlierProject } from '../../submissions/queries.ts';
import { notifyReviewOpened } from '../mark-notices.ts';
import { ownSubmission, type Markable } from '../policy.ts';
import type { RecordRow } from '../recorded/queries.ts';
import { newestOf } from './answer-review.ts';
import { notifyDeciders, notifyDecidersOfRecord } from './review-deciders.ts';

/** Equal for unreleased and no marks. */
export const noReleasedMark = () => httpErrors.notFound('This version has no released mark.');
export const requestedAlready = 'A review of this mark was already requested.';

/** Locks the row, so that a simultaneous withdrawal waits. */
async function markReviewRequested(writer: Writer, submissionId: number, now: number) {
  return writer
    .updateTable('marks')
    .set({ second_look_at: now })
    .where('submission_id', '=', submissionId)
    .where('released', '=', 1)
    .returning(['marks', 'marked_by'])
    .executeTakeFirst();
}

type Reviewed = { id: number; number: string; accountId: number; task: Task; isOfEarlierProject: boolean };

/** @throws 409 requested already (`taken`), or an earlier project's; 404 no released mark */
export async function beginReview(
  writer: Writer,
  { id, number, accountId, task, isOfEarlierProject }: Reviewed,
  { reason, at, taken, openedBy }: BegunReview & { taken: string },
): Promise<void> {
  if (isOfEarlierProject)
    throw httpErrors.conflict('This mark is for an earlier project, so it is not reviewed.');
  const reviewed = await markReviewRequested(writer, id, at);
  if (reviewed === undefined) throw noReleasedMark();
  const inserted = await writer
    .insertInto('second_looks')
    .values({
      submission_id: id,
      account_id: accountId,
      task,
      reason,
      asked_at: at,
      ...reviewed,
      opened_by: openedBy ?? null,
    })
    .onConflict((conflict) => conflict.column('submission_id').doNothing())
    .returning('submission_id')
    .executeTakeFirst();
  if (inserted === undefined) throw httpErrors.conflict(taken);
  await notifyDeciders(writer, { id, number, task }, at);
}

type BegunReview = { reason: string; at: number; openedBy?: number };

/** Of a mark without a file; call under the account's lock, for one without a review. */
export async function beginRecordReview(
  writer: Writer,
  { id, accountId, task, marks, recordedBy }: RecordRow,
  { reason, at, openedBy }: BegunReview,
): Promise<void> {
  await writer.updateTable('recorded_marks').set({ second_look_at: at }).where('id', '=', id).execute();
  const request = { record_id: id, account_id: accountId, task, reason, asked_at: at };
  await writer
    .insertInto('recorded_mark_reviews')
    .values({ ...request, marks, marked_by: recordedBy, opened_by: openedBy ?? null })
    .execute();
  await notifyDecidersOfRecord(writer, id, at);
}

const officesSubmission: ViewerRule<Markable> = async (check) => {
  const submission = await ownSubmission(check);
  if (submission.viewer.role !== 'administrator') throw httpErrors.forbidden(messages.forbidden);
  return submission;
};

export const openReviewCall = act(calls.openReview, {
  who: officesSubmission,
  audit: 'open-review',
  async run(writer, { resource: of, viewer, body: { reason }, now: at }) {
    const { id, number, accountId, task } = of;
    await lockAccount(writer, accountId);
    const asked = await writer
      .selectFrom('submissions')
      .where('id', '=', id)
      .select(earlierProject)
      .executeTakeFirstOrThrow();
    const isOfEarlierProject = asked.earlierProject !== null;
    await beginReview(
      writer,
      { id, number, accountId, task, isOfEarlierProject },
      { reason, at, taken: requestedAlready, openedBy: viewer.accountId },
    );
    await notifyReviewOpened(writer, { task, accounts: [accountId], number, at });
    return { id: viewer.accountId, audit: { subject: number, aboutId: accountId, after: { reason } } };
  },
  answer: (reader, { resource }) => newestOf(reader, resource),
});
