import { z } from 'zod';
import { progressFilters, progressSorts } from './batch-view.ts';
import { tasks } from '../dates.ts';
import { bytes, endpoint, errorBody, instant, nothing, pageLimit } from '../wire/endpoint.ts';
import { limits } from '../limits.ts';
import { staffBatch } from '../marking/calls.ts';
import { recordStatuses } from '../marking/recorded.ts';
import { studentParams } from '../accounts/calls.ts';
import { listedResult } from '../results/result-calls.ts';

/** `held-back`: marked, not released. */
export const stoneStates = ['locked', 'open', 'submitted', 'held-back', 'released'] as const;
export type StoneState = (typeof stoneStates)[number];

/** Of the newest version, with an unreleased mark. */
const stone = z.object({
  task: z.enum(tasks),
  state: z.enum(stoneStates),
  late: z.boolean(),
  marks: z.number().nullable(),
  /** Its receipt, if submitted. */
  number: z.string().optional(),
  /** A mark without a file, released or not; where it counts, `state` and `marks` are its own: none if excused. */
  recorded: z
    .object({ status: z.enum(recordStatuses), counts: z.boolean(), released: z.boolean() })
    .optional(),
});
export type Stone = z.infer<typeof stone>;

export const studentName = z.object({ s_id: z.string(), s_name: z.string() });

/** `reason` for falling behind, or null. */
const studentProgress = z.object({
  student: studentName,
  project: z.object({ id: z.string(), name: z.string() }).nullable(),
  seen_at: instant.nullable(),
  stones: z.array(stone),
  result: listedResult.optional(),
  reason: z.string().nullable(),
  /** Opens a chat with one who has fallen behind; for administrators, who see phones. */
  whatsapp: z.string().optional(),
});
export type StudentProgress = z.infer<typeof studentProgress>;

const batchProgress = z.object({
  batch: staffBatch,
  projects: z.array(z.object({ id: z.string(), name: z.string() })),
  students: z.array(studentProgress),
  /** `after` of the next page; null at the end. */
  next: z.string().nullable(),
});
export type BatchProgress = z.infer<typeof batchProgress>;

const listed = {
  sort: z.enum(progressSorts, `sort must be one of ${progressSorts.join(', ')}`).optional(),
  filter: z.enum(progressFilters, `filter must be one of ${progressFilters.join(', ')}`).optional(),
  project: z.string().max(100, 'project can have at most 100 characters').optional(),
  q: z.string().max(limits.email, `q can have at most ${limits.email} characters`).optional(),
};

export const listBatchProgress = endpoint('GET', '/api/staff/batches/:batch/progress', {
  scope: 'batch:read',
  summary:
    "A batch's students with their six tasks, furthest behind first or by `sort`; limited by `filter` or `project`, or by `q`, a part of a name or email. Paged by `after` = the last page’s `next`. For administrators the filter `waiting` includes students without a batch",
  params: z.object({ batch: z.string() }),
  query: z.object({
    ...listed,
    limit: pageLimit,
    after: z.string().min(1, 'after must be the "next" value of the page before').max(1_000).optional(),
  }),
  answers: { 200: batchProgress, 401: errorBody, 404: errorBody },
});

export const exportBatchProgress = endpoint('GET', '/api/staff/batches/:batch/progress.csv', {
  scope: 'batch:read',
  summary: 'The same students as CSV, all of them',
  params: z.object({ batch: z.string() }),
  query: z.object(listed),
  media: 'text/csv',
  answers: { 200: bytes, 401: errorBody, 404: errorBody },
});

/** `address` is null until the holder makes one. */
const calendarAddress = z.object({ address: z.string().nullable() });

export const readCalendarAddress = endpoint('GET', '/api/account/calendar', {
  summary: "The private address of the user's calendar",
  answers: { 200: calendarAddress, 401: errorBody },
});

export const makeCalendarAddress = endpoint('PUT', '/api/account/calendar', {
  summary: 'Make the private address of the calendar; an existing one stays',
  answers: { 200: calendarAddress, 401: errorBody },
});

export const removeCalendarAddress = endpoint('DELETE', '/api/account/calendar', {
  summary: 'Remove the address: calendars that use it get 404. The next one is different',
  answers: { 204: nothing, 401: errorBody },
});

export const readCalendar = endpoint('GET', '/api/calendar/:secret', {
  summary: 'iCalendar (RFC 5545) of an account, for calendar programs; anybody with the secret can read it',
  params: z.object({ secret: z.string() }),
  media: 'text/calendar',
  answers: { 200: bytes, 404: errorBody },
});

export const namesNoEvent = `task must be one of ${tasks.join(', ')}`;

export const readCalendarEvent = endpoint('GET', '/api/students/calendarEvent/:s_id', {
  summary:
    "A task's due date, else its opening, or the day of an `announcement`, as one iCalendar event to save",
  params: studentParams,
  query: z.object({ task: z.enum(tasks, namesNoEvent).optional(), announcement: z.string().optional() }),
  media: 'text/calendar',
  answers: { 200: bytes, 401: errorBody, 404: errorBody },
});
