import { z } from 'zod';
import { studentParams } from '../accounts/calls.ts';
import { auditFilters } from './audit-calls.ts';
import { bytes, endpoint, errorBody } from '../wire/endpoint.ts';
import { limits } from '../limits.ts';

export const readRecord = endpoint('GET', '/api/students/record/:s_id', {
  summary:
    "All of a student's own as a ZIP: versions and files, signed receipts, released marks, words in the forum",
  params: studentParams,
  answers: { 200: bytes, 401: errorBody },
});

const ofBatch = z.object({
  batch: z.string().max(limits.batch, `batch can have at most ${limits.batch} characters`).optional(),
});

export const exportGrades = endpoint('GET', '/api/staff/exports/grades', {
  summary:
    'Marks as CSV, a line for each student, a column for each task; those that are not released have columns that say so. Of one batch, or of all. For administrators',
  query: ofBatch,
  answers: { 200: bytes, 401: errorBody, 404: errorBody },
});

export const exportRoster = endpoint('GET', '/api/staff/exports/roster', {
  summary: 'Everybody who signed up as a student, as CSV. Of one batch, or of all. For administrators',
  query: ofBatch,
  answers: { 200: bytes, 401: errorBody, 404: errorBody },
});

export const exportSubmissions = endpoint('GET', '/api/staff/exports/submissions', {
  summary:
    'Every version handed in, with its mark, released or not, as CSV. Of one batch, or of all. For administrators',
  query: ofBatch,
  answers: { 200: bytes, 401: errorBody, 404: errorBody },
});

export const exportAudit = endpoint('GET', '/api/staff/exports/audit', {
  summary: 'The audit log as CSV, newest first, filtered as on its screen. For administrators',
  query: z.object(auditFilters),
  answers: { 200: bytes, 401: errorBody },
});
