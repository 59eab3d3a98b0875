import { z } from 'zod';
import { studentParams } from '../accounts/calls.ts';
import { tasks } from '../dates.ts';
import { endpoint, errorBody, instant, nothing, visibleText } from '../wire/endpoint.ts';
import { limits } from '../limits.ts';

/** `to_office`: its author passed the decision to the office. */
const reviewComment = z.object({ text: z.string(), by: z.string(), at: instant, to_office: z.boolean() });
export type ReviewComment = z.infer<typeof reviewComment>;

/** `answer`: null until answered. `comments` of staff: absent for none, and for students until answered. */
export const review = z.object({
  reason: z.string(),
  /** Who opened it in place of the student; absent where the student requested it. */
  opened_by: z.string().optional(),
  asked_at: instant,
  answer: z.string().nullable(),
  answered_by: z.string().nullable(),
  answered_at: instant.nullable(),
  comments: z.array(reviewComment).optional(),
  /** For staff who do not decide: who does. `nobody`: all who could gave the mark together. */
  decider: z.enum(['mentor', 'office', 'nobody']).optional(),
  /** For staff: several gave the mark together, such as the panel of a viva. */
  together: z.literal(true).optional(),
});
export type Review = z.infer<typeof review>;

const versionMessage = 'version must be the number of a marked version';
/** The maximum of a version column in both databases. */
const largestVersion = 2 ** 31 - 1;

const ofMark = {
  task: z.enum(tasks, `task must be one of ${tasks.join(', ')}`),
  /** Null: the mark without a file. */
  version: z.int(versionMessage).min(1, versionMessage).max(largestVersion, versionMessage).nullable(),
};

export const reviewText = (what: string) => visibleText(`The ${what}`, limits.review);

const waitedMessage = 'waited_ms must be a whole number of milliseconds';

export const askSecondLook = endpoint('POST', '/api/students/secondLook/:s_id', {
  summary:
    'Request a review of a released mark, once per mark, with a reason. After the last day (`review_until` in the timeline) it is 409. One that was made in time, `waited_ms` ago, is accepted for one more day',
  params: studentParams,
  takesIdempotencyKey: true,
  body: z.object({
    ...ofMark,
    reason: reviewText('reason'),
    /** How long the device has kept the request. */
    waited_ms: z.int(waitedMessage).min(0, waitedMessage).optional(),
  }),
  answers: { 201: z.object({ second_look: review }), 401: errorBody, 404: errorBody, 409: errorBody },
});

export const readMark = endpoint('POST', '/api/students/readMark/:s_id', {
  summary:
    'Record that the student read a released mark, by its `marked_at` in the timeline. No effect if the mark has changed since',
  params: studentParams,
  body: z.object({ ...ofMark, marked_at: z.iso.datetime('marked_at must be the instant of the mark') }),
  answers: { 204: nothing, 401: errorBody, 404: errorBody },
});
