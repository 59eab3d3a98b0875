import { z } from 'zod';
import { studentParams } from '../accounts/calls.ts';
import { auditFilters } from './audit-calls.ts';
import { bytes, endpoint, errorBody } from '../wire/endpoint.ts';
import { limits } from '../limits.ts';

export const readRecord = endpoint('GET', '/api/students/record/:s_id', {
  summary: "A student's own data as a ZIP: versions and files, signed receipts, released marks, forum posts",
  params: studentParams,
  answers: { 200: bytes, 401: errorBody },
});

const ofBatch = z.object({
  batch: z.string().max(limits.batch, `batch can have at most ${limits.batch} characters`).optional(),
});

export const exportGrades = endpoint('GET', '/api/staff/exports/grades', {
  summary:
    'Marks as CSV, a line per student, a column per task; unreleased marks have their own columns. For one batch or all. For administrators',
  query: ofBatch,
  answers: { 200: bytes, 401: errorBody, 404: errorBody },
});

export const exportRoster = endpoint('GET', '/api/staff/exports/roster', {
  summary: 'All students as CSV, for one batch or all. For administrators',
  query: ofBatch,
  answers: { 200: bytes, 401: errorBody, 404: errorBody },
});

export const exportSubmissions = endpoint('GET', '/api/staff/exports/submissions', {
  summary:
    'Every submitted version with its mark, released or not, as CSV, for one batch or all. For administrators',
  query: ofBatch,
  answers: { 200: bytes, 401: errorBody, 404: errorBody },
});

export const exportAudit = endpoint('GET', '/api/staff/exports/audit', {
  summary: 'The audit log as CSV, newest first, filtered as on its screen. For administrators',
  query: z.object(auditFilters),
  answers: { 200: bytes, 401: errorBody },
});
