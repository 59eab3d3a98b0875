import { z } from 'zod';
import { studentParams } from '../accounts/calls.ts';
import { bytes, endpoint, errorBody, fieldsBody, instant, visibleText } from '../wire/endpoint.ts';
import { tasks } from '../dates.ts';
import { limits } from '../limits.ts';
import { auditFilters } from './audit-calls.ts';
import { holdView } from './retention-calls.ts';

const personData = z.object({
  s_id: z.string(),
  s_name: z.string(),
  deletion_asked_at: instant.nullable(),
  /** `files_gone_at`: the store has none of the bytes. */
  anonymised: z
    .object({ at: instant, by: z.string().nullable(), reason: z.string(), files_gone_at: instant.nullable() })
    .nullable(),
  goes: z.object({
    files: z.number(),
    bytes: z.number(),
    posts: z.number(),
    mails: z.number(),
    notices: z.number(),
    notes: z.number(),
  }),
  stays: z.object({ hand_ins: z.number(), marks: z.number() }),
  /** Keep the data although its time has passed; an anonymisation is refused. Absent from version 1.0.0. */
  hold: holdView.nullable().optional(),
  batch_hold: holdView.extend({ batch: z.string() }).nullable().optional(),
  /** Null where no removal is planned. */
  removal: z.object({ not_before: instant, person_notified_at: instant.nullable() }).nullable().optional(),
  /** Newest first; they still contain the data. */
  backups: z.array(z.object({ made_at: instant, place: z.string() })),
});
export type PersonData = z.infer<typeof personData>;

const ofPerson = { params: studentParams } as const;

export const readPersonData = endpoint('GET', '/api/staff/people/:s_id/data', {
  summary:
    'How much data there is about a student, what anonymising removes and keeps, and which backups contain it. For administrators',
  ...ofPerson,
  answers: { 200: personData, 401: errorBody, 404: errorBody },
});

export const exportPerson = endpoint('GET', '/api/staff/people/:s_id/export', {
  summary:
    'All data about a student as a ZIP: one folder for the person, one for the office only. For administrators',
  ...ofPerson,
  media: 'application/zip',
  answers: { 200: bytes, 401: errorBody, 404: errorBody },
});

export const anonymisePerson = endpoint('POST', '/api/staff/people/:s_id/anonymise', {
  summary:
    'Anonymise a student permanently: `address` repeats the email, `s_id` in the answer replaces it. For administrators',
  ...ofPerson,
  takesIdempotencyKey: true,
  body: z.object({
    address: z.string('Enter the person’s email to confirm.').trim().toLowerCase(),
    reason: visibleText('The reason', limits.reason, 'The reason is required'),
  }),
  answers: { 400: fieldsBody, 200: personData, 401: errorBody, 404: errorBody, 409: errorBody },
});

export const readRecord = endpoint('GET', '/api/students/record/:s_id', {
  summary: "A student's own data as a ZIP: versions and files, signed receipts, released marks, forum posts",
  params: studentParams,
  media: 'application/zip',
  answers: { 200: bytes, 401: errorBody },
});

const ofBatch = z.object({
  batch: z.string().max(limits.batch, `batch can have at most ${limits.batch} characters`).optional(),
});

export const exportGrades = endpoint('GET', '/api/staff/exports/grades', {
  scope: 'batch:read',
  summary:
    'Marks as CSV, a row per student, a column per task; unreleased marks have their own columns. For one batch or all. For administrators',
  query: ofBatch,
  media: 'text/csv',
  answers: { 200: bytes, 401: errorBody, 404: errorBody },
});

export const exportRoster = endpoint('GET', '/api/staff/exports/roster', {
  scope: 'batch:read',
  summary: 'All students as CSV, for one batch or all. For administrators',
  query: ofBatch,
  media: 'text/csv',
  answers: { 200: bytes, 401: errorBody, 404: errorBody },
});

export const exportSubmissions = endpoint('GET', '/api/staff/exports/submissions', {
  scope: 'batch:read',
  summary:
    'Every submitted version with its mark, released or not, as CSV, for one batch or all. For administrators',
  query: ofBatch,
  media: 'text/csv',
  answers: { 200: bytes, 401: errorBody, 404: errorBody },
});

const versionsMessage = 'versions must be newest or all';

export const exportFiles = endpoint('GET', '/api/staff/exports/files', {
  scope: 'batch:read',
  summary:
    "All files of a batch's task as a ZIP: one folder per student, then `contents.csv` with receipt numbers and SHA-256. `versions` is `newest`, the default, or `all`",
  query: z.object({
    batch: z.string('batch is required'),
    task: z.enum(tasks, `task must be one of ${tasks.join(', ')}`),
    versions: z.enum(['newest', 'all'], versionsMessage).default('newest'),
  }),
  media: 'application/zip',
  answers: { 200: bytes, 401: errorBody, 404: errorBody },
});

export const exportAudit = endpoint('GET', '/api/staff/exports/audit', {
  summary: 'The audit log as CSV, newest first, filtered as on its screen. For administrators',
  query: z.object(auditFilters),
  media: 'text/csv',
  answers: { 200: bytes, 401: errorBody },
});
