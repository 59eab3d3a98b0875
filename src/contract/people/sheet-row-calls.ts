import { z } from 'zod';
import { limits } from '../limits.ts';
import { rowStates } from './import-fields.ts';

const missing = 'Paste the rows of the spreadsheet, or pick a CSV file';
const count = z.number();

/** A spreadsheet's rows, pasted or of a CSV file. */
export const sheetText = z
  .string(missing)
  .max(
    limits.markSheet,
    `The spreadsheet can have at most ${limits.markSheet.toLocaleString('en')} characters. Split it.`,
  )
  .refine((text) => text.trim() !== '', missing);

/** What each column holds; null: not read. By default guessed. */
export const sheetColumns = <const Field extends string>(fields: readonly Field[]) =>
  z.array(z.enum(fields).nullable(), 'columns must be a list').max(100).optional();

/** A dry run, row by row. `seen`, given back with the rows, is refused once what they replace has changed. */
export const checkedSheet = <const Field extends string>(fields: readonly Field[]) =>
  z.object({
    headings: z.array(z.string()),
    columns: z.array(z.enum(fields).nullable()),
    counts: z.object({ new: count, changed: count, unchanged: count, wrong: count }),
    rows: z.array(
      z.object({
        line: z.number(),
        state: z.enum(rowStates),
        name: z.string().nullable(),
        cells: z.array(
          z.object({
            field: z.enum(fields),
            /** As in a spreadsheet: `C7`; null without such a column. */
            cell: z.string().nullable(),
            value: z.string(),
            /** The current value, if the row changes it. */
            before: z.string().nullable(),
            fault: z.string().nullable(),
          }),
        ),
      }),
    ),
    seen: z.string(),
  });

export const sheetSeen = z.string('seen must be a text').max(100).optional();
