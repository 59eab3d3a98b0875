import { z } from 'zod';
import { roles, studentParams } from '../accounts/calls.ts';
import { stoneStates, studentName } from './calls.ts';
import { tasks } from '../dates.ts';
import {
  endpoint,
  errorBody,
  fieldsBody,
  instant,
  more,
  nothing,
  pageQuery,
  visibleText,
} from '../wire/endpoint.ts';
import { limits } from '../limits.ts';
import { listedRecord } from '../marking/recorded-mark-calls.ts';
import { review } from '../marking/review-calls.ts';
import { markRubric } from '../projects/rubric-calls.ts';
import { listedReceipt } from '../submissions/calls.ts';

/** With the newest version's mark, even if unreleased; null for an earlier project. */
const studentTask = z.object({
  task: z.enum(tasks),
  state: z.enum(stoneStates),
  opens_at: instant.nullable(),
  /** With extensions. */
  due_at: instant.nullable(),
  /** By the current due date. */
  late: z.boolean(),
  earlier_project: z.boolean(),
  version: z.number().nullable(),
  submitted_at: instant.nullable(),
  marks: z.number().nullable(),
  /** The newest released mark, perhaps an earlier version's. */
  shown: z.object({ version: z.number(), marks: z.number() }).nullable(),
  /** A mark without a file, released or not; where it counts, `state` and `marks` are its own: none if excused. */
  recorded: listedRecord.optional(),
});
export type StudentTask = z.infer<typeof studentTask>;

const staffStudent = z.object({
  student: studentName,
  batch: z.string().nullable(),
  course: z.string().nullable(),
  project: z.object({ id: z.string(), name: z.string() }).nullable(),
  start_date: instant.nullable(),
  viva_deadline: instant.nullable(),
  signed_up_at: instant,
  seen_at: instant.nullable(),
  /** Null: on track. */
  reason: z.string().nullable(),
  tasks: z.array(studentTask),
});
export type StaffStudent = z.infer<typeof staffStudent>;

const mark = z.object({
  marks: z.number(),
  comments: z.string(),
  released: z.boolean(),
  rubric: markRubric.optional(),
});

/** `by`: null for the operator. */
export const markChange = z.object({
  at: instant,
  by: z.string().nullable(),
  before: mark.nullable(),
  after: mark,
});
export type MarkChange = z.infer<typeof markChange>;

/** The mark's history, newest first. */
const markedVersion = listedReceipt.extend({
  mark: mark
    .extend({
      comments_html: z.string().optional(),
      by: z.string().nullable(),
      at: instant,
      read_at: instant.nullable(),
    })
    .nullable(),
  history: z.array(markChange),
  second_look: review.nullable(),
});
export type MarkedVersion = z.infer<typeof markedVersion>;

/** `text` is the beginning. */
const post = z.object({
  kind: z.enum(['question', 'comment']),
  question: z.string(),
  text: z.string(),
  createdAt: instant,
  /** Only to classmates. */
  anonymous: z.literal(true).optional(),
});
export type StudentPost = z.infer<typeof post>;

/** For staff; the reader may delete `isOwn` notes. */
const note = z.object({
  id: z.string(),
  text: z.string(),
  author: z.object({ name: z.string(), role: z.enum(roles) }),
  createdAt: instant,
  isOwn: z.boolean(),
  more,
});
export type StaffNote = z.infer<typeof note>;

const ofStudent = { params: studentParams } as const;

export const readStaffStudent = endpoint('GET', '/api/staff/students/:s_id', {
  summary: 'A student as staff see them: project, dates, the six tasks, also with unreleased marks',
  ...ofStudent,
  answers: { 200: staffStudent, 401: errorBody, 404: errorBody },
});

export const listMarkedVersions = endpoint('GET', '/api/staff/students/:s_id/submissions', {
  summary:
    "All versions of a student, or those of one task, with their marks, released or not, and those marks' history; newest first, paged by `before` = a receipt number",
  ...ofStudent,
  query: pageQuery.extend({
    task: z.enum(tasks, { error: `task must be one of ${tasks.join(', ')}` }).optional(),
  }),
  answers: { 200: z.array(markedVersion), 401: errorBody, 404: errorBody },
});

export const listStudentPosts = endpoint('GET', '/api/staff/students/:s_id/posts', {
  summary: "A student's newest questions and comments in the batch's forum, at most 20",
  ...ofStudent,
  answers: { 200: z.array(post), 401: errorBody, 404: errorBody },
});

export const listStaffNotes = endpoint('GET', '/api/staff/students/:s_id/notes', {
  summary: 'Notes about a student, for staff only; newest first, paged by `before` = an id',
  ...ofStudent,
  query: pageQuery,
  answers: { 200: z.array(note), 401: errorBody, 404: errorBody },
});

export const addStaffNote = endpoint('POST', '/api/staff/students/:s_id/notes', {
  summary: 'Write a note about a student, for staff only',
  ...ofStudent,
  takesIdempotencyKey: true,
  body: z.object({
    text: visibleText('The note', limits.note),
  }),
  answers: { 400: fieldsBody, 201: note, 401: errorBody, 404: errorBody, 409: errorBody },
});

export const deleteStaffNote = endpoint('DELETE', '/api/staff/students/:s_id/notes/:note', {
  summary: 'Delete your own note',
  params: z.object({ s_id: z.string(), note: z.string() }),
  takesIdempotencyKey: true,
  answers: { 204: nothing, 401: errorBody, 404: errorBody, 409: errorBody },
});
