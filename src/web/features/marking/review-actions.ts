import type { Fields, InvalidField } from '../../lib/forms/form-fields.ts';
import { marksHint, parseMarks } from './marks.ts';

export const reviewNotices = {
  'review-answered': 'The review is answered. The student is notified.',
  'review-commented': 'The comment is added.',
  'review-passed': 'The office decides this review now.',
  'review-opened': 'The review is open. The student is notified.',
};

/** What the form of a review does, with what its screen then says. */
export const reviewActions = {
  'answer-second-look': 'review-answered',
  'comment-on-review': 'review-commented',
  'pass-review': 'review-passed',
} as const;
export type ReviewAction = keyof typeof reviewActions;

export const reviewActionOf = ({ act: formName = '' }: Fields): ReviewAction | null =>
  Object.hasOwn(reviewActions, formName) ? (formName as ReviewAction) : null;

const emptyText = 'Write a few words.';

export function checkReview(fields: Fields): InvalidField[] {
  const { marks, text = '' } = fields;
  const isAnswer = reviewActionOf(fields) === 'answer-second-look';
  return [
    ...(isAnswer && marks !== undefined && parseMarks(marks) === null
      ? [{ field: 'marks', message: marksHint }]
      : []),
    ...(text.trim() === '' ? [{ field: 'text', message: emptyText }] : []),
  ];
}
