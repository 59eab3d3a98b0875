import { z } from 'zod';
import { tasks } from '../dates.ts';
import { limits } from '../limits.ts';
import { studentName } from '../progress/calls.ts';
import { endpoint, errorBody } from '../wire/endpoint.ts';
import { mark, staffName } from './calls.ts';
import { listedRecord } from './recorded-mark-calls.ts';
import { recordStatuses } from './recorded.ts';

const task = z.enum(tasks, `task must be one of ${tasks.join(', ')}`);

const unreleasedRecord = z.object({
  student: studentName,
  task,
  record: listedRecord,
  /** What the student sees as this task's number now; null for none. */
  seen: z.object({ version: z.number().nullable(), marks: z.number() }).nullable(),
  /** Who recorded it. */
  marker: staffName.optional(),
});
export type UnreleasedRecord = z.infer<typeof unreleasedRecord>;

const ofBatch = { params: z.object({ batch: z.string() }) } as const;

export const listUnreleasedRecords = endpoint('GET', '/api/staff/batches/:batch/recorded', {
  summary: `A batch's marks without a file that are not released, at most ${limits.releasedAtOnce}`,
  ...ofBatch,
  query: z.object({ task: task.optional() }),
  answers: { 200: z.array(unreleasedRecord), 401: errorBody, 404: errorBody },
});

const listMessage = `records must be a list of 1 to ${limits.releasedAtOnce} records`;

const listedRecords = z
  .array(
    z.object({
      s_id: z.string('s_id must be an email').max(limits.email, 's_id must be an email'),
      task,
      status: z.enum(recordStatuses, `status must be one of ${recordStatuses.join(', ')}`),
      marks: mark.marks.nullable().default(null),
      confirm_lower: z.boolean('confirm_lower must be true or false').default(false),
    }),
    listMessage,
  )
  .min(1, listMessage)
  .max(limits.releasedAtOnce, listMessage);

const releasedRecord = studentName.extend({ task });

const releasedRecords = z.object({
  released: z.boolean(),
  done: z.array(releasedRecord),
  skipped: z.array(releasedRecord.extend({ message: z.string() })),
});
export type ReleasedRecords = z.infer<typeof releasedRecords>;

export const releaseRecords = endpoint('POST', '/api/staff/batches/:batch/recorded', {
  summary:
    'Release marks without a file, each with the `status` and `marks` that the list showed; `released` false withdraws those that were released within ten minutes. Those that have changed since are skipped, and so are marks lower than the one the student sees, unless `confirm_lower`',
  ...ofBatch,
  takesIdempotencyKey: true,
  body: z.object({
    released: z.boolean('released must be true or false').default(true),
    records: listedRecords,
  }),
  answers: { 200: releasedRecords, 401: errorBody, 404: errorBody, 409: errorBody },
});
