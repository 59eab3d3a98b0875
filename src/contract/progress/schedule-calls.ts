import { z } from 'zod';
import { studentParams } from '../accounts/calls.ts';
import { studentName } from './calls.ts';
import { tasks } from '../dates.ts';
import { maxDueDays } from '../submissions/due-days.ts';
import { conflictBody, endpoint, errorBody, fieldsBody, instant } from '../wire/endpoint.ts';
import { limits } from '../limits.ts';
import { isSeen } from '../unseen.ts';

const isRealDay = (text: string): boolean => {
  const at = Date.parse(`${text.slice(0, 10)}T00:00:00Z`);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text.slice(0, 10));
};
const dayPattern = /^20\d{2}-\d{2}-\d{2}$/;
const timePattern = /^20\d{2}-\d{2}-\d{2}T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/;

/** A day of the academy's zone, `YYYY-MM-DD`. */
const localDay = (what: string) =>
  z
    .string(`${what} must be a day, YYYY-MM-DD`)
    .refine(
      (text) => dayPattern.test(text) && isRealDay(text),
      `${what} must be a day from 2000 to 2099, YYYY-MM-DD`,
    );
/** A moment of the academy's zone, `YYYY-MM-DDTHH:MM` or with seconds. */
const localTime = (what: string) =>
  z
    .string(`${what} must be a day and a time, YYYY-MM-DDTHH:MM`)
    .refine(
      (text) => timePattern.test(text) && isRealDay(text),
      `${what} must be a day and a time from 2000 to 2099, YYYY-MM-DDTHH:MM`,
    );
/** One of both: a day lasts until its end. */
const localDayOrTime = (what: string) =>
  z
    .string(`${what} must be a day, YYYY-MM-DD, or with a time, YYYY-MM-DDTHH:MM`)
    .refine(
      (text) => (dayPattern.test(text) || timePattern.test(text)) && isRealDay(text),
      `${what} must be a day from 2000 to 2099, YYYY-MM-DD, or with a time, YYYY-MM-DDTHH:MM`,
    );

const reason = z
  .string('The reason is required')
  .trim()
  .min(1, 'The reason is required')
  .refine(isSeen, 'The reason is required')
  .max(limits.reason, `The reason can have at most ${limits.reason.toLocaleString('en')} characters`);

const daysMessage = `days must be a whole number from 1 to ${maxDueDays}`;
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

/** A batch's dates as staff set them, in the academy's zone. */
const dates = {
  start: localDay('start'),
  viva_deadline: localDayOrTime('viva_deadline').nullable(),
  due,
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
});
export type BatchDates = z.infer<typeof batchDates>;

export const readBatchDates = endpoint('GET', '/api/staff/batches/:batch/dates', {
  summary: "A batch's start, viva deadline and due dates; days and times in the academy's zone",
  params: z.object({ batch: z.string() }),
  answers: { 200: batchDates, 401: errorBody, 404: errorBody },
});

export const setBatchDates = endpoint('PUT', '/api/staff/batches/:batch/dates', {
  summary:
    'Set start, viva deadline (null: 35 days after each project’s start) and due dates. `original` is the dates you saw: if others have changed them since, 409 with `current`',
  params: z.object({ batch: z.string() }),
  takesIdempotencyKey: true,
  body: z.object({
    ...dates,
    original: z.object(dates, 'original must be the dates you saw').optional(),
  }),
  answers: { 200: batchDates, 401: errorBody, 404: errorBody, 409: conflictBody(batchDates) },
});

const outage = { from: localTime('from'), to: localTime('to') };

/** Whom an outage touches, and until when their tasks are due with its time granted. */
const touchedStudent = z.object({
  student: studentName,
  tasks: z.array(z.object({ task: z.enum(tasks), due_at: instant, due_then: instant })),
});
export type TouchedStudent = z.infer<typeof touchedStudent>;
const outageReach = z.object({
  /** How many students it touches; the list has the first 200, by name. */
  count: z.number(),
  students: z.array(touchedStudent),
});
export type OutageReach = z.infer<typeof outageReach>;

export const readOutageReach = endpoint('GET', '/api/staff/batches/:batch/outage', {
  summary:
    "Students an outage affects: an open task is due during or after it, and was not submitted before. `from` and `to` are times in the academy's zone",
  params: z.object({ batch: z.string() }),
  query: z.object(outage),
  answers: { 200: outageReach, 401: errorBody, 404: errorBody },
});

export const grantOutage = endpoint('POST', '/api/staff/batches/:batch/outage', {
  summary: 'Grant an extension to all students an outage affects, once for each outage',
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

/** What was granted to a student or corrected, with its reason: for staff alone. */
const timeAct = z.object({
  kind: z.enum(['extension', 'outage', 'start-corrected', 'selection-undone']),
  at: instant,
  by: z.string(),
  reason: z.string(),
  /** Of an extension: which task, until when, and until when it was due before. */
  task: z.enum(tasks).nullable(),
  due_at: instant.nullable(),
  due_before: instant.nullable(),
  /** Of a choice that ended: which project, and when that had started. */
  project: z.object({ id: z.string(), name: z.string() }).nullable(),
  start_before: instant.nullable(),
});
export type TimeAct = z.infer<typeof timeAct>;

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
      /** Until when it is due for whoever started then, and for this student. */
      common_due_at: instant.nullable(),
      due_at: instant.nullable(),
    }),
  ),
  /** Newest first. */
  acts: z.array(timeAct),
});
export type StudentTime = z.infer<typeof studentTime>;

const ofStudent = { params: studentParams } as const;
const answers = { 401: errorBody, 404: errorBody, 409: errorBody };

export const readStudentTime = endpoint('GET', '/api/staff/students/:s_id/time', {
  summary: "A student's start and due dates, and what staff have granted or corrected, with the reasons",
  ...ofStudent,
  answers: { 200: studentTime, 401: errorBody, 404: errorBody },
});

export const extendDueDate = endpoint('POST', '/api/staff/students/:s_id/extensions', {
  summary: 'Grant a student an extension for a task; of several the newest counts',
  ...ofStudent,
  takesIdempotencyKey: true,
  body: z.object({
    task: z.enum(tasks, `task must be one of ${tasks.join(', ')}`),
    until: localDayOrTime('until'),
    reason,
  }),
  answers: { 400: fieldsBody, 201: studentTime, ...answers },
});

export const correctStart = endpoint('POST', '/api/staff/students/:s_id/start', {
  summary: 'Correct when a student’s project started: weeks open by the new start',
  ...ofStudent,
  takesIdempotencyKey: true,
  body: z.object({ start: localTime('start'), reason }),
  answers: { 400: fieldsBody, 201: studentTime, ...answers },
});

export const undoSelection = endpoint('POST', '/api/staff/students/:s_id/undo-selection', {
  summary:
    'Undo a student’s choice of a project, for administrators; submissions stay with that project. `p_id` is the project you saw',
  ...ofStudent,
  takesIdempotencyKey: true,
  body: z.object({
    p_id: z.string('p_id, the project, is required').trim().min(1, 'p_id, the project, is required'),
    reason,
  }),
  answers: { 400: fieldsBody, 201: studentTime, ...answers },
});
