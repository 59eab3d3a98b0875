import { z } from 'zod';
import { studentParams } from '../accounts/calls.ts';
import { tasks } from '../dates.ts';
import { secondLook } from './second-look-calls.ts';
import { bytes, endpoint, instant, more, pageQuery, errorBody } from '../wire/endpoint.ts';

const taskSchema = z.enum(tasks);

const submittedFile = z.object({
  id: z.string(),
  name: z.string(),
  bytes: z.number(),
  sha256: z.string(),
});

/** The server vouches for arrival of these texts and bytes at this instant. */
export const receipt = z.object({
  number: z.string(),
  task: taskSchema,
  version: z.number(),
  submitted_at: instant,
  late: z.boolean(),
  links: z.string(),
  comments: z.string(),
  file: submittedFile.nullable(),
  /** On arrival; absent for none. */
  due_at: instant.optional(),
});
export type Receipt = z.infer<typeof receipt>;

/** Cut beyond `limits.listedText` (`shortened`); `readReceipt` has all. `more`: last of a page. */
export const listedReceipt = receipt.extend({
  shortened: z.literal(true).optional(),
  more,
  /** After arrival. */
  extended: z.object({ due_at: instant, granted_at: instant }).optional(),
  /** Unless current. */
  made_for: z.object({ p_id: z.string(), p_name: z.string() }).optional(),
});
export type ListedReceipt = z.infer<typeof listedReceipt>;

export const taskStates = ['locked', 'open', 'submitted', 'marked'] as const;
export type TaskState = (typeof taskStates)[number];

/** `marks`, `comments`: newest released. */
const timelineTask = z.object({
  task: taskSchema,
  opens_at: instant.nullable(),
  state: z.enum(taskStates),
  version: z.number().nullable(),
  submitted_at: instant.nullable(),
  late: z.boolean(),
  marks: z.number().nullable(),
  comments: z.string().nullable(),
  /** Absent: plain. */
  comments_html: z.string().optional(),
  /** Lines of that time. */
  rubric: z.array(z.object({ text: z.string(), points: z.number() })).optional(),
  /** Version, instant, and by whom if known. */
  marked_version: z.number().nullable(),
  marked_at: instant.nullable(),
  marked_by: z.string().nullable(),
  /** Null once it changed. */
  read_at: instant.nullable(),
  second_look: secondLook.nullable(),
  /** Present one, or null. */
  due_at: instant.nullable(),
  /** `late` stays as in the receipt. */
  extended_at: instant.nullable(),
  /** Then the task is not submitted. */
  earlier_project: z.boolean(),
});
export type TimelineTask = z.infer<typeof timelineTask>;

export const timeline = z.object({
  start_date: instant.nullable(),
  now: instant,
  viva_deadline: instant.nullable(),
  /** Comments before numbers. */
  comment_first: z.boolean(),
  tasks: z.array(timelineTask),
});
export type Timeline = z.infer<typeof timeline>;

const weekStatus = z.object({
  week: z.number(),
  state: z.enum(taskStates),
  marks: z.number().nullable(),
  comments: z.string().nullable(),
  comments_html: z.string().optional(),
});
export type WeekStatus = z.infer<typeof weekStatus>;

const submitted = z.object({ message: z.string(), receipt });
const submissionAnswers = {
  201: submitted,
  401: errorBody,
  409: errorBody,
  413: errorBody,
  415: errorBody,
};
const submissionFields = z.object({
  links: z.string(),
  comments: z.string(),
  files: z.string().meta({ format: 'binary' }),
  /** In place of `files`: the end of a finished upload's address. */
  upload: z.string(),
  /** For forms without script; first field only. */
  'Idempotency-Key': z.string(),
});

export const uploadWeek = endpoint('POST', '/api/students/uploadWeek/:s_id', {
  summary: "Submit a week's work. Submitting again adds a version; a repeated Idempotency-Key does not",
  params: studentParams,
  multipart: true,
  takesIdempotencyKey: true,
  body: submissionFields.extend({ selectedWeek: z.string() }),
  answers: submissionAnswers,
});

export const uploadProject = endpoint('POST', '/api/students/uploadProject/:s_id', {
  summary: 'Submit the final project',
  params: studentParams,
  multipart: true,
  takesIdempotencyKey: true,
  body: submissionFields,
  answers: submissionAnswers,
});

export const uploadViva = endpoint('POST', '/api/students/uploadViva/:s_id', {
  summary: 'Submit for the viva voce; comments and a file are required',
  params: studentParams,
  multipart: true,
  takesIdempotencyKey: true,
  body: submissionFields,
  answers: submissionAnswers,
});

export const readTimeline = endpoint('GET', '/api/students/timeline/:s_id', {
  summary: 'Weeks 1 to 4, final and viva: opening times and states',
  params: studentParams,
  answers: { 200: timeline, 401: errorBody, 404: errorBody },
});

export const readWeeklyStatus = endpoint('GET', '/api/students/weeklyStatus/:s_id', {
  summary: 'State, released marks and comments of weeks 1 to 4',
  params: studentParams,
  answers: { 200: z.array(weekStatus), 401: errorBody, 404: errorBody },
});

export const listSubmissions = endpoint('GET', '/api/students/submissions/:s_id', {
  summary:
    'All submitted versions, newest first; continue with `before` = a receipt number. Links and comments above 2,000 characters are cut and have `shortened`. A page ends at 512 KB, and its last version then has `more`',
  params: studentParams,
  query: pageQuery,
  answers: { 200: z.array(listedReceipt), 401: errorBody, 404: errorBody },
});

export const readFile = endpoint('GET', '/api/files/:id', {
  summary: 'A submitted file as a download; ranges are supported',
  params: z.object({ id: z.string() }),
  answers: { 200: bytes, 206: bytes, 401: errorBody, 404: errorBody, 416: errorBody },
});
