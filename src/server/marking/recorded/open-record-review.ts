import * as calls from '#contract/marking/recorded-calls';
import { administratorOfStudent } from '../../accounts/policy.ts';
import { act } from '../../accounts/sessions/act.ts';
import { httpErrors } from '../../platform/http/http-errors.ts';
import { notifyReviewOpened } from '../mark-notices.ts';
import { beginRecordReview, noReleasedMark, requestedAlready } from '../reviews/begin-review.ts';
import { recordEvent } from '../reviews/review-deciders.ts';
import { readRecordedTask } from './read-recorded-task.ts';
import { lockStanding } from './write-record.ts';

export const openRecordReviewCall = act(calls.openRecordReview, {
  who: administratorOfStudent,
  audit: 'open-review',
  async run(writer, { resource: { student, viewer }, params: { task }, body: { reason }, now: at }) {
    const { accountId, email } = student;
    const { record } = await lockStanding(writer, { accountId, email, task });
    if (record?.released !== 1) throw noReleasedMark();
    if (record.reviewAt !== null) throw httpErrors.conflict(requestedAlready);
    await beginRecordReview(writer, record, { reason, at, openedBy: viewer.accountId });
    await notifyReviewOpened(writer, { task, accounts: [accountId], number: recordEvent(record.id), at });
    return {
      id: viewer.accountId,
      audit: { subject: email, aboutId: accountId, after: { task, reason } },
    };
  },
  answer: (reader, { context, resource, params: { task } }) =>
    readRecordedTask(reader, context.settings, resource, task),
});
