import { submitLine, isLineAction } from '../features/marking/lines/line-actions.ts';
import { marksHint, parseMarks, parseOriginal } from '../features/marking/marks.ts';
import { reviewActionOf, reviewActions, reviewNotices } from '../features/marking/review-actions.ts';
import { loadReviewActions } from '../features/marking/review-form.tsx';
import { rubricOfFields } from '../features/marking/rubrics/rubric-choice.ts';
import type { VersionMarkBody } from '../features/marking/mark-body.ts';
import { refuseInvalid, type SignedInHandler } from '../lib/forms/form-action.ts';
import { markSaved, withNotices } from '../lib/screen-notices.ts';

const redirectWithNotice = withNotices({
  ...reviewNotices,
});

export const submitAtDesk: SignedInHandler<object> = async (call, { fields, search }) => {
  if (isLineAction(fields)) return submitLine(call, fields);
  const review = reviewActionOf(fields);
  if (review !== null) {
    const { submitReview } = await loadReviewActions();
    await submitReview(call, fields);
    return redirectWithNotice(`/staff?${search}`, reviewActions[review]);
  }
  const { number = '', comments = '', released, original, newest } = fields;
  const marks = parseMarks(fields['marks'] ?? '');
  if (marks === null) refuseInvalid({ field: 'marks', message: marksHint });
  const mark = { marks, comments: comments.trim(), released: released === 'yes' };
  const seen = original === undefined ? {} : { original: parseOriginal(original) as VersionMarkBody | null };
  const confirmed = fields['confirm_lower'] === 'yes' ? { confirm_lower: true } : {};
  const known = newest === undefined ? {} : { newest };
  const rubric = rubricOfFields(fields);
  const ofRubric = rubric === undefined ? {} : { rubric };
  const body = { ...mark, format: 'markdown' as const, ...ofRubric, ...seen, ...confirmed, ...known };
  await call('markSubmission', { params: { id: number }, body });
  const shown = new URLSearchParams(search);
  shown.set('open', number);
  return redirectWithNotice(`/staff?${shown}`, markSaved);
};
