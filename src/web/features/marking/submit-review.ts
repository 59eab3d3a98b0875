import type { Task } from '#contract/dates';
import type { StaffSubmission } from '#contract/marking/calls';
import { limits } from '#contract/limits';
import { isOverruled } from '#contract/projects/rubric-rules';
import type { Call } from '../../lib/calls/client.ts';
import { refuseInvalid } from '../../lib/forms/form-action.ts';
import type { Fields } from '../../lib/forms/form-fields.ts';
import { beganOfMark, parseMarks, parseOriginal, toggledOf, type MarkRow } from './marks.ts';
import { recordRow, type RecordRow } from './recorded/record-row.ts';
import { checkReview, reviewActionOf } from './review-actions.ts';
import type { VersionMarkBody } from './mark-body.ts';

/** If the rubric's sum differs, the answer is the reason. */
function changedMark({ mark_comments, released, rubric }: MarkRow, marks: number, answer: string) {
  const toggled = toggledOf(rubric);
  const isOverruling = rubric !== undefined && isOverruled(rubric.lines, marks);
  const reason = toggled?.reason ?? answer.slice(0, limits.overruleReason);
  return {
    marks,
    comments: mark_comments ?? '',
    released,
    ...(toggled !== null && { rubric: isOverruling ? { ...toggled, reason } : toggled }),
    // The form names both marks.
    confirm_lower: true,
  };
}

function readReview(fields: Fields) {
  refuseInvalid(checkReview(fields));
  const text = fields['text']?.trim() ?? '';
  const typed = fields['marks'] === undefined ? undefined : parseMarks(fields['marks']);
  const original = parseOriginal(fields['original'] ?? 'null') as VersionMarkBody | null;
  const isChanged = typed != null && original !== null && typed !== original.marks;
  return { action: reviewActionOf(fields), text, original, marks: isChanged ? typed : null };
}

/** Changed marks go with the answer: both or neither. @param row the marked version, if its screen has it */
export async function submitReview(call: Call, fields: Fields, row?: MarkRow): Promise<StaffSubmission> {
  const { number = '', newest, 'Idempotency-Key': idempotencyKey } = fields;
  const { action, text, original, marks } = readReview(fields);
  const of = { params: { id: number }, idempotencyKey };
  if (action !== 'answer-second-look')
    return call('commentOnReview', { ...of, body: { comment: text, to_office: action === 'pass-review' } });
  if (marks === null) return call('answerReview', { ...of, body: { answer: text } });
  const marked = row ?? (await call('readStaffSubmission', { params: { id: number } }));
  const mark = { ...changedMark(marked, marks, text), original, ...(newest !== undefined && { newest }) };
  const done = await call('answerReview', { ...of, body: { answer: text, mark } });
  // An older server takes the answer alone.
  const isMarked = done.number === number && done.marks === marks;
  return isMarked ? done : call('markSubmission', { ...of, body: mark });
}

/** The same for a mark without a file. */
export async function submitRecordReview(
  call: Call,
  fields: Fields,
  params: { s_id: string; task: Task },
  row?: MarkRow,
): Promise<RecordRow> {
  const { newest, 'Idempotency-Key': idempotencyKey } = fields;
  const { action, text, original, marks } = readReview(fields);
  const of = { params, idempotencyKey };
  if (action !== 'answer-second-look') {
    const body = { comment: text, to_office: action === 'pass-review' };
    return recordRow(await call('commentOnRecordReview', { ...of, body }));
  }
  if (marks === null) return recordRow(await call('answerRecordReview', { ...of, body: { answer: text } }));
  const marked = row ?? recordRow(await call('readRecordedMark', { params }));
  const given = { ...changedMark(marked, marks, text), status: 'marked' as const };
  const record = { ...given, newest: newest || null, began: beganOfMark(given, original) };
  return recordRow(await call('answerRecordReview', { ...of, body: { answer: text, record } }));
}
