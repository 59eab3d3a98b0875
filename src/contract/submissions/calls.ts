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

/** What the server vouches for: these texts and bytes of this version arrived at this instant. */
export const receipt = z.object({
  number: z.string(),
  task: taskSchema,
  version: z.number(),
  submitted_at: instant,
  late: z.boolean(),
  links: z.string(),
  comments: z.string(),
  file: submittedFile.nullable(),
  /** Until when it was due, as that stood when it arrived; absent where nothing was due. */
  due_at: instant.optional(),
});
export type Receipt = z.infer<typeof receipt>;

/**
 * A receipt as lists carry it. Where `links` or `comments` are longer than `limits.listedText` they are cut to their
 * beginning, and `shortened` stands beside them: `readReceipt` has them whole. `more` stands with the last of a page.
 */
export const listedReceipt = receipt.extend({
  shortened: z.literal(true).optional(),
  more,
  /** More time that was given after it had arrived: until when, and when that was. */
  extended: z.object({ due_at: instant, granted_at: instant }).optional(),
  /** The project that it was made for, where that is not the one that stands now. */
  made_for: z.object({ p_id: z.string(), p_name: z.string() }).optional(),
});
export type ListedReceipt = z.infer<typeof listedReceipt>;

export const taskStates = ['locked', 'open', 'submitted', 'marked'] as const;
export type TaskState = (typeof taskStates)[number];

/** `marks` and `comments` are the newest released mark and its comments. */
const timelineTask = z.object({
  task: taskSchema,
  opens_at: instant.nullable(),
  state: z.enum(taskStates),
  version: z.number().nullable(),
  submitted_at: instant.nullable(),
  late: z.boolean(),
  marks: z.number().nullable(),
  comments: z.string().nullable(),
  /** The comments as HTML, where they are Markdown; absent where they show as they were typed. */
  comments_html: z.string().optional(),
  /** The lines of a rubric that the mark was given by, as they were then; absent without any. */
  rubric: z.array(z.object({ text: z.string(), points: z.number() })).optional(),
  /** Of that mark: the version that it is for, when it was given, and by whom where that is known. */
  marked_version: z.number().nullable(),
  marked_at: instant.nullable(),
  marked_by: z.string().nullable(),
  /** When the student has read that mark as it is now; null until then, and once it was changed. */
  read_at: instant.nullable(),
  second_look: secondLook.nullable(),
  /** Until when it is due as things stand now; null where nothing is due. */
  due_at: instant.nullable(),
  /** When more time was given; null where none was. `late` stays as the receipt has it. */
  extended_at: instant.nullable(),
  /** Whether that version was made for an earlier project: the task itself then is as if nothing had been handed in. */
  earlier_project: z.boolean(),
});
export type TimelineTask = z.infer<typeof timelineTask>;

export const timeline = z.object({
  start_date: instant.nullable(),
  now: instant,
  viva_deadline: instant.nullable(),
  /** Whether the batch wants a mark's comment to be read first, and its number by a press. */
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
  /** In place of `files`: the last part of a finished upload's address. */
  upload: z.string(),
  /** In place of the header, for a browser's form without script; it counts as the form's first field only. */
  'Idempotency-Key': z.string(),
});

export const uploadWeek = endpoint('POST', '/api/students/uploadWeek/:s_id', {
  summary:
    "Hand in a week's work; handing in again adds a version, repeating with the same Idempotency-Key does not",
  params: studentParams,
  multipart: true,
  takesIdempotencyKey: true,
  body: submissionFields.extend({ selectedWeek: z.string() }),
  answers: submissionAnswers,
});

export const uploadProject = endpoint('POST', '/api/students/uploadProject/:s_id', {
  summary: 'Hand in the final project',
  params: studentParams,
  multipart: true,
  takesIdempotencyKey: true,
  body: submissionFields,
  answers: submissionAnswers,
});

export const uploadViva = endpoint('POST', '/api/students/uploadViva/:s_id', {
  summary: 'Hand in for the viva voce; needs comments and a file',
  params: studentParams,
  multipart: true,
  takesIdempotencyKey: true,
  body: submissionFields,
  answers: submissionAnswers,
});

export const readTimeline = endpoint('GET', '/api/students/timeline/:s_id', {
  summary: 'Weeks 1 to 4, final and viva: when they open and where they stand',
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
    'All versions handed in, newest first, paged by `before` = a receipt number. Links and comments of more than 2,000 characters are cut, with `shortened` beside them; a page ends before its `limit` where 512 KB are full, and its last one then says `more`',
  params: studentParams,
  query: pageQuery,
  answers: { 200: z.array(listedReceipt), 401: errorBody, 404: errorBody },
});

export const readFile = endpoint('GET', '/api/files/:id', {
  summary: 'A handed-in file, as an attachment; ranges are honoured',
  params: z.object({ id: z.string() }),
  answers: { 200: bytes, 206: bytes, 401: errorBody, 404: errorBody, 416: errorBody },
});
