import { z } from 'zod';
import { tasks } from '../dates.ts';
import { studentName } from '../progress/calls.ts';
import { bytes, endpoint, errorBody, instant, pageLimit } from '../wire/endpoint.ts';
import { remindedGroups, unfinishedGroups } from './unfinished.ts';

const ofBatch = { params: z.object({ batch: z.string() }) } as const;

const group = z.enum(unfinishedGroups, `group must be one of ${unfinishedGroups.join(', ')}`);

/** `task` is null where no project is chosen. */
const unfinishedRow = z.object({
  student: studentName,
  task: z.enum(tasks).nullable(),
  /** The receipt of the version that is waiting; null for none. */
  number: z.string().nullable(),
  /** When it was submitted or requested; null for neither. */
  since: instant.nullable(),
  /** With extensions; null without one. */
  due_at: instant.nullable(),
  /** No login and no reminder: such as a student who has left. */
  suspended: z.literal(true).optional(),
});
export type UnfinishedRow = z.infer<typeof unfinishedRow>;

const unfinished = z.object({
  batch: z.string(),
  /** Every group, in order. `count` is of tasks; of students where no project is chosen. */
  groups: z.array(z.object({ group: z.enum(unfinishedGroups), count: z.number() })),
  /** Of this group, by name and task. */
  group: z.enum(unfinishedGroups),
  rows: z.array(unfinishedRow),
  /** `after` of the next page; null at the end. */
  next: z.string().nullable(),
});
export type Unfinished = z.infer<typeof unfinished>;

export const readUnfinished = endpoint('GET', '/api/staff/batches/:batch/unfinished', {
  scope: 'batch:read',
  summary:
    'The rest of a course: who has not chosen, submitted or taken the viva, and what is not decided, marked or released. Counts, and the rows of one `group`, by default the first with any. Paged by `after` = the last page’s `next`',
  ...ofBatch,
  query: z.object({
    group: group.optional(),
    limit: pageLimit,
    after: z.string().min(1, 'after must be the "next" value of the page before').max(1_000).optional(),
  }),
  answers: { 200: unfinished, 401: errorBody, 404: errorBody },
});

export const exportUnfinished = endpoint('GET', '/api/staff/batches/:batch/unfinished.csv', {
  scope: 'batch:read',
  summary: 'The same as CSV: every row of a `group`, or of all groups',
  ...ofBatch,
  query: z.object({ group: group.optional() }),
  media: 'text/csv',
  answers: { 200: bytes, 401: errorBody, 404: errorBody },
});

export const remindUnfinished = endpoint('POST', '/api/staff/batches/:batch/unfinished/reminders', {
  summary:
    'Remind the students of a group, each once a day, by a notice and the daily email; answers how many are in it now',
  ...ofBatch,
  takesIdempotencyKey: true,
  body: z.object({
    group: z.enum(remindedGroups, `group must be one of ${remindedGroups.join(', ')}`),
  }),
  answers: { 200: z.object({ students: z.number() }), 401: errorBody, 404: errorBody, 409: errorBody },
});
