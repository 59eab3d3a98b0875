import { z } from 'zod';
import { isSeen } from '../unseen.ts';
import { bytes, changes, conflictBody, endpoint, errorBody, fieldsBody } from '../wire/endpoint.ts';
import { csvFormats, headedColumns, headingLength, type HeadedColumn } from './sheet-headings.ts';

const format = z.enum(csvFormats, `format must be one of ${csvFormats.join(', ')}`);

const ofSheet = z.object({ batch: z.string(), number: z.string() });

export const exportSheet = endpoint('GET', '/api/staff/batches/:batch/freezes/:number/sheet.csv', {
  scope: 'batch:read',
  summary:
    'A frozen sheet as CSV: all of it, or with the headings of Moodle’s gradebook, of Canvas’s, or of the academy. Columns that a gradebook only reads are left out. Without `format` as the academy has chosen',
  params: ofSheet,
  query: z.object({
    format: format.optional(),
  }),
  media: 'text/csv',
  answers: { 200: bytes, 401: errorBody, 404: errorBody },
});

export const exportSignedSheet = endpoint('GET', '/api/staff/batches/:batch/freezes/:number/sheet.json', {
  scope: 'batch:read',
  summary:
    'A frozen sheet as signed JSON, which `/verify` and `npx capstone verify` check. Lines of anonymised students are null',
  params: ofSheet,
  media: 'application/json',
  answers: { 200: bytes, 401: errorBody, 404: errorBody },
});

/** Empty: the column is left out. A line break or another invisible character would make it two, or none. */
const heading = z
  .string('A heading must be a text')
  .trim()
  .max(headingLength, `A heading can have at most ${headingLength} characters`)
  .refine((text) => text === '' || isSeen(text), 'A heading must be visible')
  .refine((text) => !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(text), 'A heading must be on one line');

const headings = z.object({
  format,
  ...(Object.fromEntries(headedColumns.map((name) => [name, heading])) as Record<
    HeadedColumn,
    typeof heading
  >),
});

export const readSheetHeadings = endpoint('GET', '/api/staff/sheet-headings', {
  summary: 'The format of the CSV of frozen sheets, and the academy’s own headings. For administrators',
  answers: { 200: headings, 401: errorBody },
});

export const setSheetHeadings = endpoint('PUT', '/api/staff/sheet-headings', {
  summary:
    'Change the format of the CSV of frozen sheets, and the academy’s own headings; an empty one leaves its column out. For administrators',
  takesIdempotencyKey: true,
  body: changes(headings.shape),
  answers: { 200: headings, 400: fieldsBody, 401: errorBody, 409: conflictBody(headings) },
});
