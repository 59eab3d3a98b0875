import { z } from 'zod';
import { tasks } from '../dates.ts';
import { limits } from '../limits.ts';
import { studentName } from '../progress/calls.ts';
import { rubricLine } from '../projects/rubric-calls.ts';
import {
  changes,
  conflictBody,
  endpoint,
  errorBody,
  instant,
  nothing,
  pageLimit,
  removalOf,
} from '../wire/endpoint.ts';
import { deskSubmission, mark, markFormat, newerVersion, toggledLines } from './calls.ts';
import { listedRecord, staffRecord } from './recorded-mark-calls.ts';
import { recordStatuses, unsubmittedSkips } from './recorded.ts';
import { reviewText } from './review-calls.ts';

const task = z.enum(tasks, `task must be one of ${tasks.join(', ')}`);
const status = z.enum(recordStatuses, `status must be one of ${recordStatuses.join(', ')}`);

const ofTask = { params: z.object({ s_id: z.string(), task }) } as const;

/** `by`: null for the operator; `after`: null where it was removed. */
const recordState = z.object({
  status,
  marks: z.number().nullable(),
  comments: z.string(),
  released: z.boolean(),
});
const recordChange = z.object({
  at: instant,
  by: z.string().nullable(),
  before: recordState.nullable(),
  after: recordState.nullable(),
});
export type RecordChange = z.infer<typeof recordChange>;

/** With what a mentor needs beside it. */
const recordedTask = z.object({
  student: studentName,
  batch: z.string().nullable(),
  task,
  /** Null without one: then nothing can be recorded. */
  project: z.object({ id: z.string(), name: z.string() }).nullable(),
  opens_at: instant.nullable(),
  due_at: instant.nullable(),
  rubric_lines: z.array(rubricLine).optional(),
  record: staffRecord.nullable(),
  /** As of a submission. */
  panel_marks: z.literal(true).optional(),
  on_panel: z.literal(true).optional(),
  two_mark: z.literal(true).optional(),
  /** The newest version for this project; its mark, released or not. */
  newest: z
    .object({
      number: z.string(),
      version: z.number(),
      submitted_at: instant,
      marks: z.number().nullable(),
      released: z.boolean(),
    })
    .nullable(),
  /** What the student sees as this task's number now; null for none. */
  seen: z.object({ version: z.number().nullable(), marks: z.number() }).nullable(),
  /** Of other tasks. */
  other_marks: deskSubmission.shape.other_marks,
  other_records: deskSubmission.shape.other_records,
  /** Newest first. */
  history: z.array(recordChange),
});
export type RecordedTask = z.infer<typeof recordedTask>;

export const readRecordedMark = endpoint('GET', '/api/staff/students/:s_id/tasks/:task/recorded', {
  summary: "A student's mark without a file for a task, with the project, the rubric and the newest version",
  ...ofTask,
  answers: { 200: recordedTask, 401: errorBody, 404: errorBody },
});

const given = {
  status,
  /** Of `marked` alone. */
  marks: mark.marks.nullable().default(null),
  comments: mark.comments,
  released: mark.released,
  rubric: toggledLines,
  format: markFormat,
  newest: z
    .string('newest must be a receipt number or null')
    .max(100, 'newest must be a receipt number or null')
    .nullable()
    .default(null),
  confirm_lower: z.boolean('confirm_lower must be true or false').optional(),
  /** The record's `at` as the mentor saw it, null for none: a release shows the student all of it. */
  seen_at: z.iso.datetime('seen_at must be the instant of the record').nullable().optional(),
};
export const givenRecord = z.object(given);
/** With an answer; `began` as in `recordMark`. */
export const reviewedRecord = changes(given);

const seenBody = z.object({ version: z.number().nullable(), marks: z.number() });

const changedRecord = conflictBody(z.union([staffRecord, newerVersion])).extend({
  seen: seenBody.optional(),
});

export const recordMark = endpoint('PUT', '/api/staff/students/:s_id/tasks/:task/recorded', {
  summary:
    'Mark a student without a file, or record `not_submitted` (0), `absent` (0) or `excused` (does not count). A release can be withdrawn for ten minutes, then 409 `released_for_good`. 409 with `current` if a colleague has changed it since. `newest` is the newest version that the mentor knows, by receipt number, null for none; 409 `newer_version` if another one came in since. A lower mark is 409 `lower_than_released` with `seen`, unless `confirm_lower`',
  ...ofTask,
  takesIdempotencyKey: true,
  body: changes(given),
  answers: { 200: recordedTask, 401: errorBody, 404: errorBody, 409: changedRecord },
});

export const removeRecordedMark = endpoint('DELETE', '/api/staff/students/:s_id/tasks/:task/recorded', {
  summary:
    'Remove a mark without a file that is not released and was never under review. `began.at` is of the one that was seen',
  ...ofTask,
  takesIdempotencyKey: true,
  body: removalOf({ at: instant }),
  answers: { 204: nothing, 401: errorBody, 404: errorBody, 409: conflictBody(staffRecord) },
});

/** For conflicts. */
const currentAnswer = z.object({
  answer: z.string(),
  answered_by: z.string().nullable(),
  answered_at: instant,
});

export const openRecordReview = endpoint(
  'POST',
  '/api/staff/students/:s_id/tasks/:task/recorded/second-look',
  {
    summary: 'Open a review of a released mark without a file in place of its student, as `openReview` does',
    ...ofTask,
    takesIdempotencyKey: true,
    body: z.object({ reason: reviewText('reason') }),
    answers: { 201: recordedTask, 401: errorBody, 404: errorBody, 409: errorBody },
  },
);

export const answerRecordReview = endpoint(
  'PUT',
  '/api/staff/students/:s_id/tasks/:task/recorded/second-look',
  {
    summary:
      'Decide the review request for a mark without a file, as that of a mark. `record` changes it with the answer, both or neither',
    ...ofTask,
    takesIdempotencyKey: true,
    body: z.object({ answer: reviewText('answer'), record: reviewedRecord.optional() }),
    answers: {
      200: recordedTask,
      401: errorBody,
      404: errorBody,
      409: z.union([conflictBody(currentAnswer), changedRecord]),
    },
  },
);

export const commentOnRecordReview = endpoint(
  'PUT',
  '/api/staff/students/:s_id/tasks/:task/recorded/second-look/comment',
  {
    summary: 'Comment on an open review request for a mark without a file, or pass it `to_office`',
    ...ofTask,
    takesIdempotencyKey: true,
    body: z.object({
      comment: reviewText('comment'),
      to_office: z.boolean('to_office must be true or false').default(false),
    }),
    answers: { 200: recordedTask, 401: errorBody, 404: errorBody, 409: errorBody },
  },
);

const skip = z.enum(unsubmittedSkips);

const unsubmittedStudent = z.object({
  student: studentName,
  /** With extensions; the viva's deadline where the task has no due date. */
  due_at: instant,
  /** It was moved for this student. */
  extended: z.boolean(),
  /** A request for an extension waits for an answer. */
  request_open: z.boolean(),
  record: listedRecord.nullable(),
  /** Why "0 for all" would leave the student out; null if it would not. */
  skip: skip.nullable(),
});
export type UnsubmittedStudent = z.infer<typeof unsubmittedStudent>;

const unsubmitted = z.object({
  batch: z.string(),
  task,
  students: z.array(unsubmittedStudent),
  /** `after` of the next page, which may be short; null at the end. */
  next: z.string().nullable(),
});
export type Unsubmitted = z.infer<typeof unsubmitted>;

const ofBatch = { params: z.object({ batch: z.string() }) } as const;

export const listUnsubmitted = endpoint('GET', '/api/staff/batches/:batch/unsubmitted', {
  scope: 'batch:read',
  summary:
    "A batch's students who have submitted nothing for a task although its due date has passed, by the batch's date. Paged by `after` = the last page’s `next`",
  ...ofBatch,
  query: z.object({
    task,
    limit: pageLimit,
    after: z.string().min(1, 'after must be the "next" value of the page before').max(100).optional(),
  }),
  answers: { 200: unsubmitted, 401: errorBody, 404: errorBody },
});

const studentsMessage = `students must be a list of 1 to ${limits.peopleAtOnce} emails`;

const recordedForSeveral = z.object({
  released: z.boolean(),
  recorded: z.array(studentName),
  skipped: z.array(studentName.extend({ why: skip, message: z.string() })),
});
export type RecordedForSeveral = z.infer<typeof recordedForSeveral>;

export const recordNotSubmitted = endpoint('POST', '/api/staff/batches/:batch/unsubmitted', {
  summary:
    'Record `not_submitted` (0) for several students. Each is judged again. Students who submitted meanwhile, or have an extension, an open request or a record, are left out and named',
  ...ofBatch,
  takesIdempotencyKey: true,
  body: z.object({
    task,
    students: z
      .array(z.string(studentsMessage).max(limits.email, studentsMessage), studentsMessage)
      .min(1, studentsMessage)
      .max(limits.peopleAtOnce, studentsMessage),
    comments: mark.comments,
    released: mark.released,
  }),
  answers: { 200: recordedForSeveral, 401: errorBody, 404: errorBody, 409: errorBody },
});
