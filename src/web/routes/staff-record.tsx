import { tasks } from '#contract/dates';
import { marksOfStatus, recordedAddress, recordStatuses } from '#contract/marking/recorded';
import type { RecordedTask } from '#contract/marking/recorded-calls';
import { beganOfMark, marksHint, parseMarks, parseOriginal, seenMark } from '../features/marking/marks.ts';
import { RecordScreen } from '../features/marking/recorded/record-screen.tsx';
import { reviewActionOf, reviewActions, reviewNotices } from '../features/marking/review-actions.ts';
import { loadReviewActions } from '../features/marking/review-form.tsx';
import { rubricOfFields } from '../features/marking/rubrics/rubric-choice.ts';
import { CallError, type Call } from '../lib/calls/client.ts';
import { removalBody } from '../lib/forms/began-fields.ts';
import {
  browserAction,
  refuseInvalid,
  signedInAction,
  type SignedInHandler,
} from '../lib/forms/form-action.ts';
import type { Fields } from '../lib/forms/form-fields.ts';
import { browserLoader, serverLoader, type Visit } from '../lib/page/screen-loader.ts';
import { markSaved, withNotices } from '../lib/screen-notices.ts';
import { pageMeta } from '../lib/page/page-meta.ts';
import { StaffScreen, staffLoad } from './staff-screen.tsx';

export const meta = pageMeta('Record a mark');

function paramsOf({ s_id = '', task }: Visit['params']) {
  const known = tasks.find((one) => one === task);
  if (known === undefined) throw new CallError(404, 'not_found', 'There is no such task.');
  return { s_id, task: known };
}

const load = staffLoad(async (call: Call, { params }) =>
  call('readRecordedMark', { params: paramsOf(params) }),
);
export const loader = serverLoader(load);
export const clientLoader = browserLoader(load);

/** Of a form posted without a script. */
function bodyOf(fields: Fields) {
  const { comments = '', released, original = 'null', newest, confirm_lower } = fields;
  const status = recordStatuses.find((one) => one === fields['status']) ?? 'marked';
  const typed = parseMarks(fields['marks'] ?? '');
  if (status === 'marked' && typed === null) refuseInvalid({ field: 'marks', message: marksHint });
  const rubric = rubricOfFields(fields);
  const mark = {
    status,
    marks: marksOfStatus(status, typed),
    comments: comments.trim(),
    released: released === 'yes',
    ...(rubric !== undefined && { rubric }),
  };
  return {
    ...mark,
    format: 'markdown' as const,
    newest: newest || null,
    began: beganOfMark(mark, parseOriginal(original) as ReturnType<typeof seenMark>),
    ...(confirm_lower === 'yes' && { confirm_lower: true }),
  };
}

const redirectWithNotice = withNotices({
  ...reviewNotices,
  'record-removed': 'The record is removed.',
});

const record: SignedInHandler = async (call, { fields, params }) => {
  const of = paramsOf(params);
  const address = recordedAddress(of.s_id, of.task);
  const { act: formName, 'Idempotency-Key': idempotencyKey } = fields;
  const review = reviewActionOf(fields);
  if (review !== null) {
    const { submitRecordReview } = await loadReviewActions();
    await submitRecordReview(call, fields, of);
    return redirectWithNotice(address, reviewActions[review]);
  }
  if (formName === 'open-review') {
    await call('openRecordReview', { params: of, body: { reason: fields['reason'] ?? '' }, idempotencyKey });
    return redirectWithNotice(address, 'review-opened');
  }
  if (formName === 'remove') {
    await call('removeRecordedMark', { params: of, body: removalBody(fields), idempotencyKey });
    return redirectWithNotice(address, 'record-removed');
  }
  await call('recordMark', { params: of, body: bodyOf(fields) });
  return redirectWithNotice(address, markSaved);
};
export const action = signedInAction(record);
export const clientAction = browserAction(record);

export default function StaffRecord() {
  return (
    <StaffScreen<RecordedTask>
      title="Record a mark"
      failure="This task could not be loaded"
      skeleton={['2.25rem', 'form']}
    >
      {(of, user) => <RecordScreen key={`${of.student.s_id} ${of.task}`} first={of} user={user} />}
    </StaffScreen>
  );
}
