import { z } from 'zod';
import { studentParams } from '../accounts/calls.ts';
import { studentName } from './calls.ts';
import { tasks } from '../dates.ts';
import { maxReviewDays } from '../marking/review-time.ts';
import { maxDueDays, maxExtensionDays } from '../submissions/due-days.ts';
import {
  beganWith,
  changes,
  conflictBody,
  endpoint,
  errorBody,
  fieldsBody,
  instant,
  localDay,
  localDayOrTime,
  localTime,
} from '../wire/endpoint.ts';
import { limits } from '../limits.ts';
import { askedViva } from './viva-offer-calls.ts';
import {
  extensionAnswers,
  extensionReason as reason,
  extensionRequest,
} from '../submissions/extension-calls.ts';

const daysMessage = `Days after the opening must be a whole number from 1 to ${maxDueDays}`;
const dueDay = z.union(
  [
    z.object({
      days: z.number(daysMessage).int(daysMessage).min(1, daysMessage).max(maxDueDays, daysMessage),
    }),
    z.object({ date: localDay('date') }),
  ],
  `A due date must be null, {"days": 1 to ${maxDueDays}} after the opening, or {"date": "YYYY-MM-DD"}`,
);
const dueOfTask = dueDay.nullable().default(null);
const due = z.object(
  { 'week-1': dueOfTask, 'week-2': dueOfTask, 'week-3': dueOfTask, 'week-4': dueOfTask, final: dueOfTask },
  'due must name the due date of week-1 to week-4 and final, each null where nothing is due',
);

function days(what: string, max: number) {
  const message = `Days ${what} must be a whole number from 1 to ${max}`;
  return z.number(message).int(message).min(1, message).max(max, message).nullable();
}

/** In the academy's zone. */
const dates = {
  start: localDay('start'),
  viva_deadline: localDayOrTime('viva_deadline').nullable(),
  due,
  /** These: absent is unchanged. */
  extension_days: days('of an extension', maxExtensionDays).optional(),
  choose_from: localDayOrTime('choose_from').nullable().optional(),
  choose_until: localDayOrTime('choose_until').nullable().optional(),
  review_days: days('to request a review', maxReviewDays).optional(),
};
const shownDay = z.object({ days: z.number().optional(), date: z.string().optional() }).nullable();
const batchDates = z.object({
  batch: z.string(),
  zone: z.string(),
  start: z.string(),
  viva_deadline: z.string().nullable(),
  due: z.object({
    'week-1': shownDay,
    'week-2': shownDay,
    'week-3': shownDay,
    'week-4': shownDay,
    final: shownDay,
  }),
  /** Students' first requests up to so many days are granted at once; null for none. */
  extension_days: z.number().nullable(),
  /** When projects may be chosen; null for no limit. */
  choose_from: z.string().nullable(),
  choose_until: z.string().nullable(),
  /** Reviews can be requested so many days after a mark's release; null for no limit. */
  review_days: z.number().nullable(),
});
export type BatchDates = z.infer<typeof batchDates>;

export const readBatchDates = endpoint('GET', '/api/staff/batches/:batch/dates', {
  scope: 'batch:read',
  summary:
    "A batch's start, viva deadline, due dates, automatic extension, times for choosing and days for reviews, in the academy's zone",
  params: z.object({ batch: z.string() }),
  answers: { 200: batchDates, 401: errorBody, 404: errorBody },
});

export const setBatchDates = endpoint('PUT', '/api/staff/batches/:batch/dates', {
  summary:
    'Set start, viva deadline (null: 35 days after each project’s start) and due dates. A first request up to `extension_days` is granted at once (null: none; absent: unchanged). Projects are chosen from `choose_from` to `choose_until` (null: no limit; absent: unchanged). Reviews can be requested until the end of the day, `review_days` after the release of a mark (null: no limit; absent: unchanged). With `original`, the dates that were seen, a change by others is 409 with `current`',
  params: z.object({ batch: z.string() }),
  takesIdempotencyKey: true,
  body: changes({
    ...dates,
    original: z.object(dates, 'original must be the dates that were seen').optional(),
  }),
  answers: { 200: batchDates, 401: errorBody, 404: errorBody, 409: conflictBody(batchDates) },
});

const outage = { from: localTime('from'), to: localTime('to') };

/** Due dates with the extension. */
const touchedStudent = z.object({
  student: studentName,
  tasks: z.array(z.object({ task: z.enum(tasks), due_at: instant, due_then: instant })),
});
const outageReach = z.object({
  /** The first 200, by name. */
  count: z.number(),
  students: z.array(touchedStudent),
});
export type OutageReach = z.infer<typeof outageReach>;

export const readOutageReach = endpoint('GET', '/api/staff/batches/:batch/outage', {
  summary:
    "Students affected by an outage: with an open, unsubmitted task that is due in or after it; `from` and `to` are in the academy's zone",
  params: z.object({ batch: z.string() }),
  query: z.object(outage),
  answers: { 200: outageReach, 401: errorBody, 404: errorBody },
});

export const grantOutage = endpoint('POST', '/api/staff/batches/:batch/outage', {
  summary: 'Extend the due dates of all students affected by an outage; once for each outage',
  params: z.object({ batch: z.string() }),
  takesIdempotencyKey: true,
  body: z.object({ ...outage, reason }),
  answers: {
    400: fieldsBody,
    201: z.object({ granted: z.number() }),
    401: errorBody,
    404: errorBody,
    409: errorBody,
  },
});

/** For staff, with the reason. */
const timeEvent = z.object({
  kind: z.enum(['extension', 'outage', 'start-corrected', 'selection-undone']),
  at: instant,
  by: z.string(),
  reason: z.string(),
  /** Of an extension, with both due dates. */
  task: z.enum(tasks).nullable(),
  due_at: instant.nullable(),
  due_before: instant.nullable(),
  /** Of an undone selection. */
  project: z.object({ id: z.string(), name: z.string() }).nullable(),
  start_before: instant.nullable(),
});
export type TimeEvent = z.infer<typeof timeEvent>;

const studentTime = z.object({
  zone: z.string(),
  project: z.object({ id: z.string(), name: z.string() }).nullable(),
  /** In the academy's zone, to the minute. */
  start: z.string().nullable(),
  start_date: instant.nullable(),
  tasks: z.array(
    z.object({
      task: z.enum(tasks),
      opens_at: instant.nullable(),
      /** The common due date, and this student's. */
      common_due_at: instant.nullable(),
      due_at: instant.nullable(),
    }),
  ),
  /** The viva's own time, as the student was told; absent without one. A due date does not move it. */
  viva_at: instant.optional(),
  /** Newest first. */
  acts: z.array(timeEvent),
});
export type StudentTime = z.infer<typeof studentTime>;

const ofStudent = { params: studentParams } as const;
const answers = { 401: errorBody, 404: errorBody, 409: errorBody };

export const readStudentTime = endpoint('GET', '/api/staff/students/:s_id/time', {
  summary: "A student's start and due dates, and extensions and corrections with their reasons",
  ...ofStudent,
  answers: { 200: studentTime, 401: errorBody, 404: errorBody },
});

export const extendDueDate = endpoint('POST', '/api/staff/students/:s_id/extensions', {
  summary:
    'Give a student an extension for a task; the newest one counts. `began.until` is the `due_at` that was seen',
  ...ofStudent,
  takesIdempotencyKey: true,
  body: changes({
    task: z.enum(tasks, `task must be one of ${tasks.join(', ')}`),
    until: localDayOrTime('until'),
    reason,
  }),
  answers: { 400: fieldsBody, 201: studentTime, ...answers, 409: conflictBody(studentTime) },
});

export const askExtension = endpoint('POST', '/api/students/extensionRequest/:s_id', {
  summary:
    "Request an extension for an open task until the end of a day; one open request per task. For the viva of a student who was told a time it asks for another time, from that day on. A student's first within the batch's `extension_days` is granted at once. `file` is the id of an own attachment, for the student, the batch's mentors and the office",
  params: studentParams,
  takesIdempotencyKey: true,
  body: z.object({
    task: z.enum(tasks, `task must be one of ${tasks.join(', ')}`),
    until: localDay('until'),
    reason,
    /** An id of `attachFile`. */
    file: z.string().optional(),
    /** Of the viva: whether the form asked for another time, not for a later due date. Absent: for what holds now. */
    is_move: z.boolean('is_move must be true or false').optional(),
  }),
  answers: {
    400: fieldsBody,
    201: z.object({ extension_request: extensionRequest }),
    401: errorBody,
    404: errorBody,
    409: errorBody,
  },
});

const askedExtension = extensionRequest.extend({
  student: studentName,
  task: z.enum(tasks),
  /** `until` as a day in the academy's zone. */
  until_day: z.string(),
  /** Due date now. */
  due_at: instant.nullable(),
  /** Of a student who was told the time of their viva: the answer is another one. */
  viva: askedViva.optional(),
});
export type AskedExtension = z.infer<typeof askedExtension>;

export const listExtensionRequests = endpoint('GET', '/api/staff/batches/:batch/extension-requests', {
  summary: `Open extension requests of a batch, oldest first, at most ${limits.extensionRequests}`,
  params: z.object({ batch: z.string() }),
  answers: { 200: z.array(askedExtension), 401: errorBody, 404: errorBody },
});

export const answerExtension = endpoint('PUT', '/api/staff/students/:s_id/extension-requests/:request', {
  summary:
    'Grant an extension request `until` a day, or decline it with `words`. Where the viva has a time, `until` is another one, and the answer is of administrators. The student sees the answer; another answer by a colleague is 409 with `current`',
  params: z.object({ s_id: z.string(), request: z.string() }),
  takesIdempotencyKey: true,
  body: z.object({
    answer: z.enum(extensionAnswers, `answer must be one of ${extensionAnswers.join(', ')}`),
    until: localDayOrTime('until').optional(),
    words: z
      .string()
      .trim()
      .max(limits.reason, `The answer can have at most ${limits.reason.toLocaleString('en')} characters`)
      .optional(),
  }),
  answers: {
    400: fieldsBody,
    200: askedExtension,
    401: errorBody,
    404: errorBody,
    409: conflictBody(extensionRequest),
  },
});

export const correctStart = endpoint('POST', '/api/staff/students/:s_id/start', {
  summary: 'Correct when a student’s project started: weeks open by the new start',
  ...ofStudent,
  takesIdempotencyKey: true,
  body: changes({ start: localTime('start'), reason }),
  answers: { 400: fieldsBody, 201: studentTime, ...answers, 409: conflictBody(studentTime) },
});

export const undoSelection = endpoint('POST', '/api/staff/students/:s_id/undo-selection', {
  summary:
    'Undo a student’s project choice, for administrators; submissions stay with that project. `p_id` is the project that was seen',
  ...ofStudent,
  takesIdempotencyKey: true,
  body: z.object({
    p_id: z.string('p_id, the project, is required').trim().min(1, 'p_id, the project, is required'),
    reason,
    began: beganWith({ start_date: instant }),
  }),
  answers: { 400: fieldsBody, 201: studentTime, ...answers, 409: conflictBody(studentTime) },
});
