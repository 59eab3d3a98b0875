import type { StaffSubmission } from '#contract/marking/calls';
import { limits } from '#contract/limits';
import { isOverruled } from '#contract/projects/rubric-rules';
import type { Call } from '../../lib/calls/client.ts';
import { refuseInvalid } from '../../lib/forms/form-action.ts';
import type { Fields } from '../../lib/forms/form-fields.ts';
import { marksHint, parseMarks, parseOriginal, toggledOf } from './marks.ts';
import type { MarkBody } from './use-mark.ts';

/** What the form of a review does, with what its screen then says. */
export const reviewActs = {
  'answer-second-look': 'review-answered',
  'comment-on-review': 'review-commented',
  'pass-review': 'review-passed',
} as const;
export type ReviewAct = keyof typeof reviewActs;

export const reviewActOf = ({ act = '' }: Fields): ReviewAct | null =>
  Object.hasOwn(reviewActs, act) ? (act as ReviewAct) : null;

/** If the rubric's sum differs, the answer is the reason. */
function changedMark(row: StaffSubmission, marks: number, answer: string) {
  const { mark_comments, released, rubric } = row;
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

/**
 * By script and without; changed marks are saved before the answer.
 * @param row the marked version, if its screen has it
 * @param onMarked with the changed mark
 */
export async function actOnReview(
  call: Call,
  fields: Fields,
  {
    row,
    onMarked,
  }: { row?: StaffSubmission | undefined; onMarked?: (changed: StaffSubmission) => void } = {},
): Promise<StaffSubmission> {
  const { number = '', newest, 'Idempotency-Key': idempotencyKey } = fields;
  const act = reviewActOf(fields);
  const text = fields['text']?.trim() ?? '';
  const marks = fields['marks'] === undefined ? undefined : parseMarks(fields['marks']);
  refuseInvalid([
    ...(marks === null ? [{ field: 'marks', message: marksHint }] : []),
    ...(text === '' ? [{ field: 'text', message: emptyText }] : []),
  ]);
  const of = { params: { id: number }, idempotencyKey };
  if (act !== 'answer-second-look')
    return call('commentOnReview', { ...of, body: { comment: text, to_office: act === 'pass-review' } });
  const original = parseOriginal(fields['original'] ?? 'null') as MarkBody | null;
  if (marks != null && original !== null && marks !== original.marks) {
    const marked = row ?? (await call('readStaffSubmission', { params: { id: number } }));
    const body = { ...changedMark(marked, marks, text), original, ...(newest !== undefined && { newest }) };
    const changed = await call('markSubmission', { ...of, body });
    onMarked?.(changed);
  }
  return call('answerSecondLook', { ...of, body: { answer: text } });
}

export const emptyText = 'Write a few words.';
