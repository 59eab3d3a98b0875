import { z } from 'zod';
import { tasks } from '../dates.ts';
import { limits } from '../limits.ts';
import { rowStates } from '../people/intake-fields.ts';
import { bytes, endpoint, errorBody } from '../wire/endpoint.ts';
import { markFields, releaseChoices, sheetFormats } from './mark-sheet.ts';

const field = z.enum(markFields);
const count = z.number();

const markRow = z.object({
  line: z.number(),
  state: z.enum(rowStates),
  name: z.string().nullable(),
  cells: z.array(
    z.object({
      field,
      /** As in a spreadsheet: `C7`; null without such a column. */
      cell: z.string().nullable(),
      value: z.string(),
      /** The current value, if the row changes it. */
      before: z.string().nullable(),
      fault: z.string().nullable(),
    }),
  ),
});
export type MarkRow = z.infer<typeof markRow>;

const checkedMarks = z.object({
  headings: z.array(z.string()),
  columns: z.array(field.nullable()),
  counts: z.object({ new: count, changed: count, unchanged: count, wrong: count }),
  rows: z.array(markRow),
  /** For `importMarks`: what the rows would replace. */
  seen: z.string(),
});
export type CheckedMarks = z.infer<typeof checkedMarks>;

const task = z.enum(tasks, `task must be one of ${tasks.join(', ')}`);

const sheet = {
  text: z
    .string('Paste the rows of the spreadsheet, or pick a CSV file')
    .max(
      limits.markSheet,
      `The spreadsheet can have at most ${limits.markSheet.toLocaleString('en')} characters. Split it.`,
    )
    .refine((text) => text.trim() !== '', 'Paste the rows of the spreadsheet, or pick a CSV file'),
  /** Of rows that name none. */
  task,
  released: z.enum(releaseChoices, `released must be one of ${releaseChoices.join(', ')}`).default('keep'),
  /** By default guessed. */
  columns: z.array(field.nullable(), 'columns must be a list').max(100).optional(),
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
  body: z.object({ ...sheet, seen: z.string('seen must be a text').max(100).optional() }),
  answers: { 200: z.object({ saved: count }), 401: errorBody, 404: errorBody, 409: errorBody },
});

export const exportMarks = endpoint('GET', '/api/staff/batches/:batch/marks.csv', {
  summary:
    "A task's newest versions as CSV, to mark in a spreadsheet: in Capstone's columns, or with Moodle's or Canvas's headings",
  ...ofBatch,
  query: z.object({
    task,
    format: z.enum(sheetFormats, `format must be one of ${sheetFormats.join(', ')}`).default('capstone'),
  }),
  answers: { 200: bytes, 401: errorBody, 404: errorBody },
});
