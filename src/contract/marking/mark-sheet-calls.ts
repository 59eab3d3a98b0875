import { z } from 'zod';
import { tasks } from '../dates.ts';
import { checkedSheet, sheetColumns, sheetSeen, sheetText } from '../people/sheet-row-calls.ts';
import { bytes, endpoint, errorBody } from '../wire/endpoint.ts';
import { markFields, releaseChoices, sheetFormats } from './mark-sheet.ts';

const checkedMarks = checkedSheet(markFields);
export type CheckedMarks = z.infer<typeof checkedMarks>;
export type MarkRow = CheckedMarks['rows'][number];

const task = z.enum(tasks, `task must be one of ${tasks.join(', ')}`);

const sheet = {
  text: sheetText,
  /** Of rows that name none. */
  task,
  released: z.enum(releaseChoices, `released must be one of ${releaseChoices.join(', ')}`).default('keep'),
  columns: sheetColumns(markFields),
};

const ofBatch = { params: z.object({ batch: z.string() }) } as const;

export const checkMarks = endpoint('POST', '/api/staff/batches/:batch/marks/check', {
  summary:
    "A dry run of marks from a spreadsheet (CSV, also with Moodle's or Canvas's headings), row by row; changes nothing",
  ...ofBatch,
  body: z.object(sheet),
  answers: { 200: checkedMarks, 401: errorBody, 404: errorBody },
});

export const importMarks = endpoint('POST', '/api/staff/batches/:batch/marks', {
  summary:
    'Save marks from a spreadsheet, all or nothing. 409 with a wrong row, or with a mark that changed since its export. `seen` is from the dry run: 409 for marks that changed since',
  ...ofBatch,
  takesIdempotencyKey: true,
  body: z.object({ ...sheet, seen: sheetSeen }),
  answers: { 200: z.object({ saved: z.number() }), 401: errorBody, 404: errorBody, 409: errorBody },
});

export const exportMarks = endpoint('GET', '/api/staff/batches/:batch/marks.csv', {
  scope: 'batch:read',
  summary:
    "A task's newest versions as CSV, to mark in a spreadsheet: in Capstone's columns, or with Moodle's or Canvas's headings",
  ...ofBatch,
  query: z.object({
    task,
    format: z.enum(sheetFormats, `format must be one of ${sheetFormats.join(', ')}`).default('capstone'),
  }),
  media: 'text/csv',
  answers: { 200: bytes, 401: errorBody, 404: errorBody },
});
