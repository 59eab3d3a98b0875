import { z } from 'zod';
import { changes, conflictBody, endpoint, errorBody, fieldsBody, instant } from '../wire/endpoint.ts';
import { limits } from '../limits.ts';
import { importFields, rowStates } from './import-fields.ts';

const field = z.enum(importFields);
const count = z.number();

/** Read, mapped, checked, imported. */
const peopleImport = z.object({
  id: z.string(),
  file: z.string(),
  by: z.string(),
  made_at: instant,
  /** `read`: unchecked; `checked`: with the dry run's counts. */
  state: z.enum(['read', 'checked', 'imported']),
  imported_at: instant.nullable(),
  /** When it was undone, and how many people that removed. */
  undone: z.object({ at: instant, people: count }).nullable(),
  rows: count,
  counts: z.object({ new: count, changed: count, unchanged: count, wrong: count }),
});
export type PeopleImport = z.infer<typeof peopleImport>;

const importDetails = peopleImport.extend({
  /** '' without a heading. */
  headings: z.array(z.string()),
  samples: z.array(z.array(z.string())),
  /** Chosen, remembered or guessed. */
  columns: z.array(field.nullable()),
  remembered: z.boolean(),
  /** `must_type`: a number to enter, or null. */
  people_there: count,
  must_type: count.nullable(),
  /** Of the dry run that is shown; null before one. */
  check: z.string().nullable(),
  has_scores: z.boolean(),
  /** How many people with an account have another name or phone, which stays. */
  kept: count,
  /** After the import: whom it brought, and those of them who have not signed up. */
  brought: z.object({ people: count, waiting: count }).nullable(),
});
export type ImportDetails = z.infer<typeof importDetails>;

const cell = z.object({
  field,
  value: z.string().nullable(),
  /** The current value, if the row changes it. */
  before: z.string().nullable(),
  fault: z.string().nullable(),
  /** What stays in its place: the name or phone of an account; '' for none. */
  kept: z.string().optional(),
  /** With a fault: as typed, and the likely batch. */
  typed: z.string().optional(),
  near: z.string().optional(),
});
const importRow = z.object({
  line: z.number(),
  state: z.enum(rowStates),
  cells: z.array(cell),
});
export type ImportRow = z.infer<typeof importRow>;

const ofImport = { params: z.object({ id: z.string() }) } as const;
const answers = { 401: errorBody, 404: errorBody, 409: errorBody };

export const listImports = endpoint('GET', '/api/staff/intakes', {
  scope: 'people:import',
  summary: 'The newest 20 spreadsheets of people',
  answers: { 200: z.array(peopleImport), 401: errorBody },
});

export const uploadImport = endpoint('POST', '/api/staff/intakes', {
  scope: 'people:import',
  summary:
    'Upload a spreadsheet of people, CSV or XLSX; changes nothing yet. `sheet`, before the file, names the sheet of a workbook; if it is empty and there are several, 409 has their names as `current.sheets`. Without it the first one is read',
  multipart: true,
  body: z.object({
    sheet: z.string().max(100, 'sheet can have at most 100 characters').optional(),
    file: z.string().meta({ format: 'binary' }),
  }),
  answers: {
    201: importDetails,
    401: errorBody,
    409: conflictBody(z.object({ sheets: z.array(z.string()) })),
    413: errorBody,
    415: errorBody,
  },
});

export const readImport = endpoint('GET', '/api/staff/intakes/:id', {
  scope: 'people:import',
  summary: 'A spreadsheet with its columns and the counts of its dry run',
  ...ofImport,
  answers: { 200: importDetails, ...answers },
});

export const listImportRows = endpoint('GET', '/api/staff/intakes/:id/rows', {
  scope: 'people:import',
  summary: 'The result of the dry run by row, 50 at a time',
  ...ofImport,
  query: z.object({
    state: z.enum(rowStates, `state must be one of ${rowStates.join(', ')}`).optional(),
    after: z.coerce.number('after must be the number of a row').int().min(0).optional(),
  }),
  answers: { 200: z.object({ rows: z.array(importRow), more: z.boolean() }), ...answers },
});

export const checkImport = endpoint('PUT', '/api/staff/intakes/:id/columns', {
  scope: 'people:import',
  summary: 'Map the columns and run a dry run; the mapping is remembered for these headings',
  ...ofImport,
  body: z.object({
    columns: z.array(field.nullable(), 'columns must be a list').max(100, 'columns can be at most 100'),
  }),
  answers: { 200: importDetails, ...answers },
});

export const runImport = endpoint('POST', '/api/staff/intakes/:id/import', {
  scope: 'people:import',
  summary: 'Import after the dry run, all or nothing; `changes` is the number that the dry run asks for',
  ...ofImport,
  takesIdempotencyKey: true,
  body: z.object({
    /** Null where no number is needed. */
    changes: z.number('changes must be a number, or null').int().min(0).nullable(),
    /** Of the dry run that was seen: 409 if there was another one since. Without it the last one counts. */
    check: z.string('check must be a text').max(100, 'check can have at most 100 characters').optional(),
  }),
  answers: { 200: importDetails, ...answers },
});

export const undoImport = endpoint('POST', '/api/staff/intakes/:id/undo', {
  summary:
    'Undo an import: removes the people that it brought and who have not signed up, with their invitations. `people` is their number as shown',
  ...ofImport,
  takesIdempotencyKey: true,
  body: z.object({ people: z.number('people must be a number').int().min(1, 'people must be a number') }),
  answers: { 200: importDetails, ...answers },
});

const line = z.number('The number of a row must be a whole number').int().min(1);

export const correctImport = endpoint('PUT', '/api/staff/intakes/:id/rows', {
  summary:
    'Skip rows, set cells, or replace a batch in all rows, and run the dry run again; the file itself stays unchanged',
  ...ofImport,
  body: z
    .object({
      leave_out: z
        .array(line, 'leave_out must be a list of rows')
        .min(1, 'leave_out must name a row')
        .max(500, 'At most 500 rows at once')
        .optional(),
      cells: z
        .array(
          z.object({
            line,
            field,
            value: z.string('value must be a text').max(1_000, 'A cell can have at most 1,000 characters'),
            /** What the cell showed; without it the last one wins. */
            began: z.unknown().optional(),
          }),
          'cells must be a list of cells',
        )
        .min(1, 'cells must name a cell')
        .max(50, 'At most 50 cells at once')
        .optional(),
      batch: z
        .object({
          typed: z.string('typed must be a text').min(1, 'typed must be a text').max(1_000),
          name: z.string('name must be the name of a batch').max(80, 'name must be the name of a batch'),
        })
        .optional(),
    })
    .refine((body) => Object.keys(body).length > 0, 'One of leave_out, cells and batch is needed'),
  answers: { 200: importDetails, ...answers },
});

export const typed = (label: string) =>
  z
    .string(`${label} must be a text`)
    .max(limits.email, `${label} can have at most ${limits.email} characters`)
    .optional();

const knownPerson = z.object({
  email: z.string(),
  name: z.string(),
  phone: z.string(),
  batch: z.string(),
  exit_score: z.string(),
  grade: z.string(),
  has_account: z.boolean(),
});
/** As a form shows it: '' is unknown. */
export type KnownPerson = z.infer<typeof knownPerson>;

export const addPerson = endpoint('POST', '/api/staff/people', {
  summary:
    'Add or correct one person by the rules of an import; empty fields change nothing. Someone with an account keeps their own name and phone. With `began`, an emptied field is removed, and 409 has what is stored as `current`. 400 names each wrong field',
  takesIdempotencyKey: true,
  body: changes({
    email: z.string('The email is missing').max(limits.email, 'This is not a valid email'),
    name: typed('name'),
    phone: typed('phone'),
    batch: typed('batch'),
    exit_score: typed('exit_score'),
    grade: typed('grade'),
  }),
  answers: {
    400: fieldsBody,
    201: z.object({
      s_id: z.string(),
      result: z.enum(['new', 'changed', 'unchanged']),
      /** Without an account, the person needs an invitation. */
      has_account: z.boolean(),
    }),
    401: errorBody,
    409: conflictBody(knownPerson),
  },
});
