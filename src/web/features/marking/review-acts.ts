import type { Fields, InvalidField } from '../../lib/forms/form-fields.ts';
import { marksHint, parseMarks } from './marks.ts';

/** What the form of a review does, with what its screen then says. */
export const reviewActs = {
  'answer-second-look': 'review-answered',
  'comment-on-review': 'review-commented',
  'pass-review': 'review-passed',
} as const;
export type ReviewAct = keyof typeof reviewActs;

export const reviewActOf = ({ act = '' }: Fields): ReviewAct | null =>
  Object.hasOwn(reviewActs, act) ? (act as ReviewAct) : null;

const emptyText = 'Write a few words.';

export function checkReview(fields: Fields): InvalidField[] {
  const { marks, text = '' } = fields;
  const isAnswer = reviewActOf(fields) === 'answer-second-look';
  return [
    ...(isAnswer && marks !== undefined && parseMarks(marks) === null
      ? [{ field: 'marks', message: marksHint }]
      : []),
    ...(text.trim() === '' ? [{ field: 'text', message: emptyText }] : []),
  ];
}
