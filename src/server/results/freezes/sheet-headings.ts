import * as calls from '#contract/results/sheet-calls';
import {
  checkHeadings,
  defaultHeadings,
  headedColumns,
  type SheetHeadings,
} from '#contract/results/sheet-headings';
import { administrator } from '../../accounts/policy.ts';
import { act, read } from '../../accounts/sessions/act.ts';
import type { Reader } from '../../platform/database/database.ts';
import { httpErrors } from '../../platform/http/http-errors.ts';
import { guardFormulas } from '../../platform/sheets/sheet-cell.ts';

/** The newest; the portal's own until the office has set some. */
export async function readHeadings(db: Reader): Promise<SheetHeadings> {
  const row = await db
    .selectFrom('sheet_headings')
    .orderBy('id', 'desc')
    .limit(1)
    .select('headings')
    .executeTakeFirst();
  return row === undefined ? defaultHeadings : (JSON.parse(row.headings) as SheetHeadings);
}

function problemsOf(headings: SheetHeadings) {
  const formulas = headedColumns
    .filter((name) => guardFormulas(headings[name]) !== headings[name])
    .map((name) => ({ name, message: 'A heading cannot look like a formula' }));
  return [...formulas, ...checkHeadings(headings)];
}

export const headingCalls = [
  read(calls.readSheetHeadings, {
    who: administrator,
    run: ({ context }) => readHeadings(context.database.reader),
  }),

  act(calls.setSheetHeadings, {
    who: administrator,
    changes: {
      stored: (writer) => readHeadings(writer),
      message: 'These headings were changed in the meantime. Your version is not saved yet.',
    },
    audit: 'set-sheet-headings',
    async run(writer, { viewer: { accountId }, body, stored, now }) {
      const { began: _, ...headings } = body;
      const problems = problemsOf(headings);
      const [first] = problems;
      if (first !== undefined) throw httpErrors.invalidFields(first.message, problems);
      const row = { headings: JSON.stringify(headings), made_by: accountId, made_at: now };
      await writer.insertInto('sheet_headings').values(row).execute();
      const audit = { subject: 'mark sheets', before: stored, after: headings };
      return { id: accountId, audit };
    },
    answer: (reader) => readHeadings(reader),
  }),
];
