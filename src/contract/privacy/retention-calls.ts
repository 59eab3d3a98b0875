import { z } from 'zod';
import { studentParams } from '../accounts/calls.ts';
import { limits } from '../limits.ts';
import { studentName } from '../progress/calls.ts';
import {
  changes,
  conflictBody,
  endpoint,
  errorBody,
  fieldsBody,
  instant,
  pageLimit,
  removalOf,
  visibleText,
} from '../wire/endpoint.ts';
import { retentionYears } from './retention.ts';

/** Why personal data is kept although its time has passed. */
export const holdView = z.object({ reason: z.string(), by: z.string(), at: instant });
export type HoldView = z.infer<typeof holdView>;

const plannedRemoval = z.object({
  student: studentName,
  batch: z.string(),
  /** The last thing that counts as part of the batch. */
  ended_at: instant,
  office_notified_at: instant,
  person_notified_at: instant.nullable(),
  /** `none`: the email was never confirmed, so none was sent. Null before the person is notified. */
  mail: z.enum(['sent', 'waiting', 'failed', 'none']).nullable(),
  not_before: instant,
});
export type PlannedRemoval = z.infer<typeof plannedRemoval>;

const retention = z.object({
  /** Null: nobody is anonymised automatically. */
  years: z.number().nullable(),
  /** Of all planned removals. */
  count: z.number(),
  planned: z.array(plannedRemoval),
  /** `after` of the next page; null at the end. */
  next: z.string().nullable(),
  /** Newest first, at most 50 of each. */
  holds: z.object({
    people: z.array(holdView.extend({ student: studentName })),
    batches: z.array(holdView.extend({ batch: z.string() })),
  }),
  /** Whose time has passed and who cannot be notified, at most 50: the office decides. */
  suspended: z.array(studentName),
});
export type Retention = z.infer<typeof retention>;

export const readRetention = endpoint('GET', '/api/staff/retention', {
  summary:
    'How long personal data is kept after a batch has ended, whose is removed next, and holds. Paged by `after` = the last page’s `next`. For administrators',
  query: z.object({
    limit: pageLimit,
    after: z
      .string()
      .regex(/^\d{1,15}$/, 'after must be the "next" value of the page before')
      .optional(),
  }),
  answers: { 200: retention, 401: errorBody },
});

const { min, max } = retentionYears;
const yearsMessage = `years must be a whole number from ${min} to ${max}, or null`;

export const setRetention = endpoint('PUT', '/api/staff/retention', {
  summary:
    'Anonymise students automatically so many years after their batch has ended; null turns it off. For administrators',
  takesIdempotencyKey: true,
  body: changes({ years: z.int(yearsMessage).min(min, yearsMessage).max(max, yearsMessage).nullable() }),
  answers: { 200: retention, 400: fieldsBody, 401: errorBody, 409: conflictBody(retention) },
});

const holdFields = { reason: visibleText('The reason', limits.reason, 'The reason is required') };
const hold = z.object({ hold: holdView.nullable() });
export type Hold = z.infer<typeof hold>;
/** A conflict shows the reason that is stored now. */
const heldBody = conflictBody(z.object({ reason: z.string() }));

const ofPerson = { params: studentParams, takesIdempotencyKey: true } as const;

export const holdPerson = endpoint('PUT', '/api/staff/people/:s_id/hold', {
  summary: 'Keep a student’s personal data until the hold is removed. For administrators',
  ...ofPerson,
  body: changes(holdFields),
  answers: { 200: hold, 400: fieldsBody, 401: errorBody, 404: errorBody, 409: heldBody },
});

export const removePersonHold = endpoint('DELETE', '/api/staff/people/:s_id/hold', {
  summary:
    'Remove the hold on a student’s personal data; `began` is the reason that was seen. For administrators',
  ...ofPerson,
  body: removalOf(holdFields),
  answers: { 200: hold, 401: errorBody, 404: errorBody, 409: heldBody },
});

const batchParams = { params: z.object({ batch: z.string() }) } as const;
const ofBatch = { ...batchParams, takesIdempotencyKey: true } as const;

export const readBatchHold = endpoint('GET', '/api/staff/batches/:batch/hold', {
  summary: 'The hold on a batch, or null. For administrators',
  ...batchParams,
  answers: { 200: hold, 401: errorBody, 404: errorBody },
});

export const holdBatch = endpoint('PUT', '/api/staff/batches/:batch/hold', {
  summary: 'Keep the personal data of a batch’s students until the hold is removed. For administrators',
  ...ofBatch,
  body: changes(holdFields),
  answers: { 200: hold, 400: fieldsBody, 401: errorBody, 404: errorBody, 409: heldBody },
});

export const removeBatchHold = endpoint('DELETE', '/api/staff/batches/:batch/hold', {
  summary: 'Remove the hold on a batch; `began` is the reason that was seen. For administrators',
  ...ofBatch,
  body: removalOf(holdFields),
  answers: { 200: hold, 401: errorBody, 404: errorBody, 409: heldBody },
});
