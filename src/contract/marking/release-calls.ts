import { z } from 'zod';
import { tasks } from '../dates.ts';
import { changes, conflictBody, endpoint, errorBody, instant, nothing } from '../wire/endpoint.ts';
import { limits } from '../limits.ts';
import { review, reviewText } from './review-calls.ts';
import { givenMark, markSubmission, staffBatch, staffSubmission } from './calls.ts';
import { markChange } from '../progress/student-calls.ts';

const skipReasons = ['changed', 'lower', 'released_for_good'] as const;
export type SkipReason = (typeof skipReasons)[number];

const listMessage = `marks must be a list of 1 to ${limits.releasedAtOnce} marks`;

const skippedMarks = z.array(
  z.object({ number: z.string(), reason: z.enum(skipReasons), message: z.string() }),
);

const released = z.object({
  released: z.boolean(),
  /** Receipt numbers, now as requested. */
  done: z.array(z.string()),
  skipped: skippedMarks,
});
export type Released = z.infer<typeof released>;

const listedMarks = z
  .array(
    z.object({
      number: z.string('number must be a receipt number').max(100, 'number must be a receipt number'),
      marks: z.number('marks must be the marks that the queue listed'),
      confirm_lower: z.boolean('confirm_lower must be true or false').default(false),
    }),
    listMessage,
  )
  .min(1, listMessage)
  .max(limits.releasedAtOnce, listMessage);

const taskOfMarks = z.enum(tasks, `task must be one of ${tasks.join(', ')}`);
const isReleased = z.boolean('released must be true or false').default(true);

export const releaseMarks = endpoint('POST', '/api/staff/batches/:batch/releases', {
  summary:
    'Release unreleased marks of a task, each with the `marks` that the queue listed (`state=held-back`). `released` false withdraws marks that were released within ten minutes. Marks that have changed since are skipped, and so are marks lower than the one the student sees, unless `confirm_lower`',
  params: z.object({ batch: z.string() }),
  takesIdempotencyKey: true,
  body: z.object({ task: taskOfMarks, released: isReleased, marks: listedMarks }),
  answers: { 200: released, 401: errorBody, 404: errorBody, 409: errorBody },
});

/** All or none. */
const releasedTasks = released.omit({ skipped: true });

const tasksMessage = `tasks must be a list of 1 to ${tasks.length} tasks with their marks, each task once`;

export const releaseTasks = endpoint('POST', '/api/staff/batches/:batch/releases/tasks', {
  summary:
    'Release or withdraw marks of several tasks, all or none. Where `releaseMarks` skips marks, this is 409 with them as `skipped`, and names the first',
  params: z.object({ batch: z.string() }),
  takesIdempotencyKey: true,
  body: z.object({
    released: isReleased,
    tasks: z
      .array(z.object({ task: taskOfMarks, marks: listedMarks }), tasksMessage)
      .min(1, tasksMessage)
      .max(tasks.length, tasksMessage)
      .refine((list) => new Set(list.map(({ task }) => task)).size === list.length, tasksMessage),
  }),
  answers: {
    200: releasedTasks,
    401: errorBody,
    404: errorBody,
    409: errorBody.extend({ skipped: skippedMarks.optional() }),
  },
});

const ofSubmission = { params: z.object({ id: z.string() }) } as const;

/** Longest first. */
const openers = z.object({
  /** Of this submission. */
  others: z.array(z.object({ name: z.string(), since: instant })),
  /** Of any version in the same batch, this submission included; absent for none. */
  in_batch: z.array(z.object({ s_id: z.string(), task: z.enum(tasks), name: z.string() })).optional(),
});
export type Openers = z.infer<typeof openers>;

export const listOpeners = endpoint('GET', '/api/staff/submissions/:id/open', {
  summary: 'Who else has a submission open, and what colleagues have open in its batch',
  ...ofSubmission,
  answers: { 200: openers, 401: errorBody, 404: errorBody },
});

export const openSubmission = endpoint('PUT', '/api/staff/submissions/:id/open', {
  summary: 'Mark a submission as open for ten minutes; answers who else has it or others of its batch open',
  ...ofSubmission,
  answers: { 200: openers, 401: errorBody, 404: errorBody },
});

export const closeSubmission = endpoint('DELETE', '/api/staff/submissions/:id/open', {
  summary: 'Mark a submission as closed',
  ...ofSubmission,
  answers: { 204: nothing, 401: errorBody, 404: errorBody },
});

const markHistory = z.object({ history: z.array(markChange), second_look: review.nullable() });
export type MarkHistory = z.infer<typeof markHistory>;

export const readMarkHistory = endpoint('GET', '/api/staff/submissions/:id/history', {
  summary: "Changes of a version's mark, newest first, and its review request",
  ...ofSubmission,
  answers: { 200: markHistory, 401: errorBody, 404: errorBody },
});

export const openReview = endpoint('POST', '/api/staff/submissions/:id/second-look', {
  summary:
    "Open a review of a version's released mark in place of its student, with a reason that the student reads; for the office, also after the last day for requests. Once per mark",
  ...ofSubmission,
  takesIdempotencyKey: true,
  body: z.object({ reason: reviewText('reason') }),
  answers: { 201: staffSubmission, 401: errorBody, 404: errorBody, 409: errorBody },
});

/** For conflicts. */
const currentAnswer = z.object({
  answer: z.string(),
  answered_by: z.string().nullable(),
  answered_at: instant,
});

export const answerReview = endpoint('PUT', '/api/staff/submissions/:id/second-look', {
  summary:
    "Decide a review request for a version's mark, once; 403 for the mentor who gave the mark, if another mentor or the office can decide; 409 with `current` if a colleague has answered. `mark` changes the mark with the answer, both or neither, and is refused as its own call is",
  ...ofSubmission,
  takesIdempotencyKey: true,
  body: z.object({ answer: reviewText('answer'), mark: givenMark.optional() }),
  answers: {
    200: staffSubmission,
    401: errorBody,
    404: errorBody,
    409: z.union([conflictBody(currentAnswer), markSubmission.answers[409]]),
  },
});

export const commentOnReview = endpoint('PUT', '/api/staff/submissions/:id/second-look/comment', {
  summary:
    'Comment on an open review request; the student sees it with the answer. With `to_office` the office decides; only the office can lower the mark',
  ...ofSubmission,
  takesIdempotencyKey: true,
  body: z.object({
    comment: reviewText('comment'),
    to_office: z.boolean('to_office must be true or false').default(false),
  }),
  answers: { 200: staffSubmission, 401: errorBody, 404: errorBody, 409: errorBody },
});

export const setCommentFirst = endpoint('PUT', '/api/staff/batches/:batch/comment-first', {
  summary: "Whether a batch's students see a mark's comment before the mark itself",
  params: z.object({ batch: z.string() }),
  takesIdempotencyKey: true,
  body: changes({ comment_first: z.boolean('comment_first must be true or false') }),
  answers: {
    200: staffBatch,
    401: errorBody,
    404: errorBody,
    409: conflictBody(z.object({ comment_first: z.boolean() })),
  },
});
