import { z } from 'zod';
import { markRubric } from '../projects/rubric-calls.ts';
import { instant } from '../wire/endpoint.ts';
import { recordStatuses } from './recorded.ts';
import { review } from './review-calls.ts';

/** A mark without a file, as its student sees it once released. `marks`: null if excused. */
export const recordedMark = z.object({
  status: z.enum(recordStatuses),
  marks: z.number().nullable(),
  comments: z.string(),
  /** Absent for plain text. */
  comments_html: z.string().optional(),
  at: instant,
  by: z.string().nullable(),
  /** False once a version that came later has a released mark. */
  counts: z.boolean(),
  /** A version came in after it: its mark will count once released. */
  submitted_after: z.boolean(),
});
export type RecordedMark = z.infer<typeof recordedMark>;

/** In the timeline. */
export const ownRecord = recordedMark.extend({
  rubric: z.array(z.object({ text: z.string(), points: z.number() })).optional(),
  /** Null once it changed. */
  read_at: instant.nullable(),
  second_look: review.nullable(),
  /** As in the timeline. */
  review_until: instant.optional(),
  no_review: z.string().optional(),
});
export type OwnRecord = z.infer<typeof ownRecord>;

/** In lists of staff, released or not; `counts` as staff see it: over earlier marks, released or not. */
export const listedRecord = recordedMark.extend({
  released: z.boolean(),
  /** Until then a release can be withdrawn; may have passed. */
  take_back_until: instant.nullable(),
});
export type ListedRecord = z.infer<typeof listedRecord>;

/** On its own page. */
export const staffRecord = listedRecord.extend({
  rubric: markRubric.optional(),
  format: z.enum(['plain', 'markdown']),
  read_at: instant.nullable(),
  second_look: review.nullable(),
});
export type StaffRecord = z.infer<typeof staffRecord>;
