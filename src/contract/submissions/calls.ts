import { z } from 'zod';
import { studentParams } from '../accounts/calls.ts';
import { tasks, type Task } from '../dates.ts';
import { aiUses } from './declaration.ts';
import { extensionRequest } from './extension-calls.ts';
import { ownRecord, recordedMark } from '../marking/recorded-mark-calls.ts';
import { review } from '../marking/review-calls.ts';
import { bytes, endpoint, errorBody, fieldsBody, instant, more, pageQuery } from '../wire/endpoint.ts';

const taskSchema = z.enum(tasks);

const submittedFile = z.object({
  id: z.string(),
  name: z.string(),
  bytes: z.number(),
  sha256: z.string(),
});

const aiUse = z.enum(aiUses, `ai_use must be one of ${aiUses.join(', ')}`);

/** Asked of a batch; `ai_use`: the furthest answer that a task allows. */
export const declaration = z.object({
  statement: z.string('The declaration must have a statement'),
  ai_use: z.object(
    Object.fromEntries(tasks.map((task) => [task, aiUse])) as Record<Task, typeof aiUse>,
    'ai_use must name the furthest allowed answer of each task',
  ),
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
  /** Due date on arrival; absent without one. */
  due_at: instant.optional(),
  /** The academy's words as confirmed, and how AI tools were used; absent where none was given. */
  declaration: z.object({ statement: z.string(), ai_use: aiUse, ai_text: z.string().optional() }).optional(),
});
export type Receipt = z.infer<typeof receipt>;

/** Cut beyond `limits.listedText` (`shortened`); `readReceipt` has all. `more`: last of a page. */
export const listedReceipt = receipt.extend({
  shortened: z.literal(true).optional(),
  more,
  /** The batch asked for a declaration, and none was given. */
  undeclared: z.literal(true).optional(),
  /** Granted after arrival. */
  extended: z.object({ due_at: instant, granted_at: instant }).optional(),
  /** Unless it is the current project. */
  made_for: z.object({ p_id: z.string(), p_name: z.string() }).optional(),
  /** With `made_for`: its released mark, which does not count for the current project. */
  earlier_mark: z
    .object({ marks: z.number(), comments: z.string(), comments_html: z.string().optional() })
    .optional(),
  /** Comments at lines of its file; for its student, while its mark is released. Absent for none. */
  line_comments: z.number().optional(),
});
export type ListedReceipt = z.infer<typeof listedReceipt>;

export const taskStates = ['locked', 'open', 'submitted', 'marked'] as const;
export type TaskState = (typeof taskStates)[number];

/** `marks` and `comments` are of the newest released mark for the current project. */
const timelineTask = z.object({
  task: taskSchema,
  opens_at: instant.nullable(),
  state: z.enum(taskStates),
  version: z.number().nullable(),
  /** Its number; absent without a version. */
  receipt: z.string().optional(),
  submitted_at: instant.nullable(),
  late: z.boolean(),
  marks: z.number().nullable(),
  comments: z.string().nullable(),
  /** Absent for plain text. */
  comments_html: z.string().optional(),
  /** Lines as they were at that time. */
  rubric: z.array(z.object({ text: z.string(), points: z.number() })).optional(),
  /** `marked_by` is null if unknown. */
  marked_version: z.number().nullable(),
  /** At lines of the marked version's file; absent for none. */
  line_comments: z.object({ receipt: z.string(), count: z.number() }).optional(),
  marked_at: instant.nullable(),
  marked_by: z.string().nullable(),
  /** Null once it changed. */
  read_at: instant.nullable(),
  second_look: review.nullable(),
  /** The last millisecond to request one; absent without a mark, and without a limit. */
  review_until: instant.optional(),
  /** Why the student is not offered to request a review; absent where they are, and without a mark. */
  no_review: z.string().optional(),
  /** With extensions; null without one. */
  due_at: instant.nullable(),
  /** `late` stays as in the receipt. */
  extended_at: instant.nullable(),
  /** The newest; absent without one. */
  extension_request: extensionRequest.optional(),
  /** Why the student is not offered to request an extension; absent where they are. */
  no_extension: z.string().optional(),
  /** Made for an earlier project: the task counts as not submitted. */
  earlier_project: z.boolean(),
  /** A released mark without a file; absent for none. Where it counts, `marks` and what is said of them are its own: none if excused. */
  recorded: ownRecord.optional(),
  /** Two people mark the final project; absent before it is open, and once its mark is released. */
  two_mark: z.literal(true).optional(),
  /** The result is frozen: no mark, record or due date changes until the office opens it. */
  frozen: z.literal(true).optional(),
});
export type TimelineTask = z.infer<typeof timelineTask>;

export const timeline = z.object({
  start_date: instant.nullable(),
  now: instant,
  viva_deadline: instant.nullable(),
  /** Students see a mark's comment before its number. */
  comment_first: z.boolean(),
  /** A request up to so many days is granted at once; absent without, and once used. */
  extension_days: z.number().optional(),
  /** Asked with each submission; absent for none. */
  declaration: declaration.extend({ id: z.string() }).optional(),
  tasks: z.array(timelineTask),
});
export type Timeline = z.infer<typeof timeline>;

const weekStatus = z.object({
  week: z.number(),
  state: z.enum(taskStates),
  marks: z.number().nullable(),
  comments: z.string().nullable(),
  comments_html: z.string().optional(),
  /** As in the timeline. */
  recorded: recordedMark.optional(),
});
export type WeekStatus = z.infer<typeof weekStatus>;

const submissionFields = z.object({
  links: z.string(),
  comments: z.string(),
  files: z.string().meta({ format: 'binary' }),
  /** In place of `files`: the end of a finished upload's address. */
  upload: z.string(),
  /** The id of the timeline's declaration, with `declared`; all four may be absent. */
  declaration: z.string(),
  /** Any text: its statement is confirmed. */
  declared: z.string(),
  ai_use: z.string(),
  /** How AI tools were used: required for `parts`, dropped for `none`. */
  ai_text: z.string(),
  /** For forms without script; must be the first field. */
  'Idempotency-Key': z.string(),
});

const submission = {
  params: studentParams,
  multipart: true,
  takesIdempotencyKey: true,
  body: submissionFields,
  answers: {
    400: fieldsBody,
    201: z.object({ message: z.string(), receipt }),
    401: errorBody,
    409: errorBody,
    413: errorBody,
    415: errorBody,
  },
} as const;

export const uploadWeek = endpoint('POST', '/api/students/uploadWeek/:s_id', {
  summary: "Submit a week's work. Submitting again adds a version; a repeated Idempotency-Key does not",
  ...submission,
  body: submissionFields.extend({ selectedWeek: z.string() }),
});

export const uploadProject = endpoint('POST', '/api/students/uploadProject/:s_id', {
  summary: 'Submit the final project',
  ...submission,
});

export const uploadViva = endpoint('POST', '/api/students/uploadViva/:s_id', {
  summary: 'Submit for the viva voce; comments and a file are required',
  ...submission,
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
  media: 'application/octet-stream',
  answers: { 200: bytes, 206: bytes, 401: errorBody, 404: errorBody, 416: errorBody },
});
