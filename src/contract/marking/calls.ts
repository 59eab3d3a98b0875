import { z } from 'zod';
import { tasks } from '../dates.ts';
import { changes, conflictBody, endpoint, errorBody, instant, pageQuery } from '../wire/endpoint.ts';
import { limits } from '../limits.ts';
import { listedRecord } from './recorded-mark-calls.ts';
import { review } from './review-calls.ts';
import { markRubric, rubricLine } from '../projects/rubric-calls.ts';
import { queueOrders, queueStates } from './staff-view.ts';
import { listedReceipt, taskStates } from '../submissions/calls.ts';

export const staffBatch = z.object({
  name: z.string(),
  course: z.string(),
  start: instant,
  students: z.number(),
  withProject: z.number(),
  /** Newest versions, and unmarked ones. */
  submissions: z.number(),
  unmarked: z.number(),
  /** Newest versions with an unreleased mark. */
  heldBack: z.number(),
  /** Students see a mark's comment before its number. */
  commentFirst: z.boolean(),
  /** What is assigned to the reader in it; absent for nothing. */
  own: z.object({ students: z.number(), unmarked: z.number() }).optional(),
});
export type StaffBatch = z.infer<typeof staffBatch>;

/** Of staff, as their colleagues see it. */
export const staffName = z.object({ name: z.string(), is_you: z.boolean() });
export type StaffName = z.infer<typeof staffName>;

const versionMark = z.object({ version: z.number(), marks: z.number(), comments: z.string() });

/** A task's newest version; includes unreleased marks. */
export const staffSubmission = listedReceipt.extend({
  student: z.object({ s_id: z.string(), s_name: z.string() }),
  state: z.enum(taskStates),
  marks: z.number().nullable(),
  mark_comments: z.string().nullable(),
  /** Absent for plain text. */
  mark_comments_html: z.string().optional(),
  rubric: markRubric.optional(),
  released: z.boolean(),
  /** Until then a released mark can be withdrawn; may have passed. */
  take_back_until: instant.nullable(),
  /** Newest released, perhaps of an earlier version; `read_at` null once changed. */
  shown: versionMark.extend({ read_at: instant.nullable() }).nullable(),
  /** An earlier version's newest mark, released or not. */
  earlier: versionMark.extend({ released: z.boolean() }).nullable(),
  /** Newest in the task; `number`, `version`: the mark's. */
  second_look: review.extend({ number: z.string(), version: z.number() }).nullable(),
  /** A mark without a file for the same task; absent for none. */
  recorded: listedRecord.optional(),
  /** Which mentor marks the student; absent for nobody in particular. */
  assigned: staffName.optional(),
  /** Who gave `marks`; absent for an operator's. */
  marker: staffName.optional(),
});
export type StaffSubmission = z.infer<typeof staffSubmission>;

export const listStaffBatches = endpoint('GET', '/api/staff/batches', {
  scope: 'batch:read',
  summary: "The staff member's batches with counts",
  answers: { 200: z.array(staffBatch), 401: errorBody },
});

export const listBatchSubmissions = endpoint('GET', '/api/staff/batches/:batch/submissions', {
  scope: 'batch:read',
  summary:
    "The newest version of each submission of a batch: newest first, longest waiting first, or in a random order of the mentor's own. Filter by `task` and `state`: unmarked, marked, not released, with an open review request, or released; and by `assigned_to`: `me`, `nobody`, or a mentor's id of `readMarkingShares`. Continue with `before` = the receipt number of the last one seen. Texts and pages are cut as in a student's list",
  params: z.object({ batch: z.string() }),
  query: pageQuery.extend({
    task: z.enum(tasks, `task must be one of ${tasks.join(', ')}`).optional(),
    state: z.enum(queueStates, `state must be one of ${queueStates.join(', ')}`).optional(),
    order: z.enum(queueOrders, `order must be one of ${queueOrders.join(', ')}`).optional(),
    assigned_to: z.string().max(20, 'assigned_to must be me, nobody or the id of a mentor').optional(),
  }),
  answers: { 200: z.array(staffSubmission), 401: errorBody, 404: errorBody },
});

const marksMessage = `marks must be a number from ${limits.marksMin} to ${limits.marksMax}`;

/** Unchanged comments keep their format. */
export const markFormat = z.enum(['plain', 'markdown'], 'format must be plain or markdown').default('plain');

export const mark = {
  marks: z.number(marksMessage).min(limits.marksMin, marksMessage).max(limits.marksMax, marksMessage),
  comments: z
    .string('comments must be a text')
    .max(
      limits.markComments,
      `comments can have at most ${limits.markComments.toLocaleString('en')} characters`,
    )
    .default(''),
  released: z.boolean('released must be true or false').default(false),
};

const linesMessage = 'rubric must be null, or have lines, a list of ids, and where need be a reason';
const reasonMessage = `reason can have at most ${limits.overruleReason.toLocaleString('en')} characters`;

/** By id, and why the mark differs from their sum. */
export const toggledLines = z
  .object(
    {
      lines: z.array(z.string(linesMessage).max(20, linesMessage), linesMessage).max(2 * limits.rubricLines),
      reason: z
        .string('reason must be a text or null')
        .trim()
        .max(limits.overruleReason, reasonMessage)
        .nullable()
        .default(null),
    },
    linesMessage,
  )
  .nullable()
  .optional();
export type ToggledLines = z.output<typeof toggledLines>;

/** For conflicts; `marked_by` null for operators. */
const currentMark = z.object({
  marks: z.number(),
  comments: z.string(),
  comments_html: z.string().optional(),
  released: z.boolean(),
  rubric: markRubric.optional(),
  marked_by: z.string().nullable(),
  marked_at: instant,
});
export type CurrentMark = z.infer<typeof currentMark>;

/** For conflicts. */
export const newerVersion = z.object({ number: z.string(), version: z.number(), submitted_at: instant });
export type NewerVersion = z.infer<typeof newerVersion>;

const given = {
  ...mark,
  rubric: toggledLines,
  format: markFormat,
  original: z
    .object({ ...mark, rubric: toggledLines }, 'original must be a mark or null')
    .nullable()
    .optional(),
  confirm_lower: z.boolean('confirm_lower must be true or false').optional(),
  newest: z.string('newest must be a receipt number').max(100, 'newest must be a receipt number').optional(),
};
export const givenMark = z.object(given);

export const markSubmission = endpoint('PUT', '/api/staff/submissions/:id/mark', {
  summary:
    'Mark a version, released or not. A released mark can be withdrawn for ten minutes, then 409 `released_for_good`. `rubric` has the ticked lines; without it they stay. `original` is the mark the mentor saw (null for none): if others have marked since, 409 with `current`; if the new mark is lower than the one the student sees, 409 `lower_than_released` with `seen`, unless `confirm_lower`. `newest` is the newest version the mentor knows, by receipt number: if another one came in since, 409 `newer_version` with it as `current`',
  params: z.object({ id: z.string() }),
  takesIdempotencyKey: true,
  body: changes(given),
  answers: {
    200: staffSubmission,
    401: errorBody,
    404: errorBody,
    409: conflictBody(z.union([currentMark, newerVersion])).extend({
      /** `version` null: recorded without a file. */
      seen: z.object({ version: z.number().nullable(), marks: z.number() }).optional(),
    }),
  },
});

/** With what a mentor needs beside it. */
export const deskSubmission = staffSubmission.extend({
  project: z.object({ id: z.string(), name: z.string() }).nullable(),
  rubric_lines: z.array(rubricLine).optional(),
  /** Receipt number of the task's newest version. */
  newest: z.string(),
  /** Released or not. */
  other_marks: z.array(z.object({ task: z.enum(tasks), ...versionMark.shape, released: z.boolean() })),
  /** Marks without a file of other tasks; absent for none. */
  other_records: z.array(listedRecord.extend({ task: z.enum(tasks) })).optional(),
  /** Of a viva whose panel has not confirmed its outcome: a mark here is refused. */
  panel_marks: z.literal(true).optional(),
  /** The caller sits on that panel, and gives marks with `giveVivaMarks`. */
  on_panel: z.literal(true).optional(),
  /** Of a final project that two mentors mark (`readFinalMarks`), until both have confirmed: a mark here is refused. */
  two_mark: z.literal(true).optional(),
});
export type DeskSubmission = z.infer<typeof deskSubmission>;

export const readStaffSubmission = endpoint('GET', '/api/staff/submissions/:id', {
  summary: "One submission for marking, with the student's project and the marks of other tasks",
  params: z.object({ id: z.string() }),
  answers: { 200: deskSubmission, 401: errorBody, 404: errorBody },
});

const taskMarks = z.object({
  task: z.enum(tasks),
  count: z.number(),
  /** Null for too few marks, as `tens` and the other medians. */
  median: z.number().nullable(),
  /** How many marks are from 0 to 9, from 10 to 19, …, from 90 to 100. */
  tens: z.array(z.number()).length(10).nullable(),
  mentors: z.array(
    z.object({
      name: z.string(),
      count: z.number(),
      median: z.number().nullable(),
      /** The median of the marks by everybody else. */
      others: z.number().nullable(),
    }),
  ),
});
export type TaskMarks = z.infer<typeof taskMarks>;

const markDistribution = z.object({ batch: z.string(), tasks: z.array(taskMarks) });
export type MarkDistribution = z.infer<typeof markDistribution>;

export const readMarkDistribution = endpoint('GET', '/api/staff/batches/:batch/marks/distribution', {
  scope: 'batch:read',
  summary:
    'How marks are distributed, per task and mentor, unreleased ones included: of newest versions, and without a file. Tasks without a mark are left out',
  params: z.object({ batch: z.string() }),
  answers: { 200: markDistribution, 401: errorBody, 404: errorBody },
});
