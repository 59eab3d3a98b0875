import * as calls from '#contract/people/import-calls';
import { isoInstant, instantOrNull } from '#contract/dates';
import { type ImportField, numberToType } from '#contract/people/import-fields';
import { shownName } from '#contract/accounts/person-name';
import { countBrought } from '../../accounts/imported-profiles.ts';
import { administrator } from '../../accounts/policy.ts';
import { read } from '../../accounts/sessions/act.ts';
import type { Reader } from '../../platform/database/database.ts';
import { httpErrors } from '../../platform/http/http-errors.ts';
import { parseId } from '../../platform/parse-id.ts';
import { type SheetCell, shownText } from '../../platform/sheets/sheet-cell.ts';
import { comparedPeople, keepsOwn } from './compare-people.ts';
import { listRows } from './list-rows.ts';
import { hasScores, importById, type ImportRecord, linesAfter, newestImports } from './queries.ts';

function presentImport(row: ImportRecord): calls.PeopleImport {
  return {
    id: String(row.id),
    file: row.file_name,
    by: row.maker === null ? '' : shownName(row.maker),
    made_at: isoInstant(row.made_at),
    state: row.state === 'reading' ? 'read' : row.state,
    imported_at: instantOrNull(row.imported_at),
    undone: row.undone_at === null ? null : { at: isoInstant(row.undone_at), people: row.undone_count ?? 0 },
    rows: row.row_count,
    counts: {
      new: row.new_count,
      changed: row.changed_count,
      unchanged: row.unchanged_count,
      wrong: row.wrong_count,
    },
  };
}

function presentDetails(
  row: ImportRecord,
  samples: readonly (readonly SheetCell[])[],
  rest: Pick<calls.ImportDetails, 'has_scores' | 'kept' | 'brought'>,
): calls.ImportDetails {
  const headings = JSON.parse(row.headings) as string[];
  return {
    ...presentImport(row),
    headings,
    samples: samples.map((cells) => headings.map((_, index) => shownText(cells[index]))),
    columns: JSON.parse(row.columns) as (ImportField | null)[],
    remembered: row.is_remembered === 1,
    people_there: row.people_there,
    must_type:
      row.state === 'checked' ? numberToType({ changed: row.changed_count, there: row.people_there }) : null,
    check: row.state === 'checked' ? row.check_key : null,
    ...rest,
  };
}

async function countKept(reader: Reader, importId: number): Promise<number> {
  const row = await comparedPeople(reader, importId)
    .where(keepsOwn)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

const newest = 20;
const sampleRows = 5;

/** @throws 404 */
export async function importWith(reader: Reader, id: string): Promise<ImportRecord> {
  const peopleImport = await importById(reader, parseId(id) ?? 0);
  if (peopleImport === undefined) throw httpErrors.notFound('There is no such spreadsheet.');
  return peopleImport;
}

/** @throws 404 */
export async function importDetails(reader: Reader, id: string): Promise<calls.ImportDetails> {
  const peopleImport = await importWith(reader, id);
  const lines = await linesAfter(reader, peopleImport.id, { after: 0, limit: sampleRows });
  const found = peopleImport.state === 'imported' ? await countBrought(reader, peopleImport.id) : null;
  return presentDetails(
    peopleImport,
    lines.map(({ cells }) => cells),
    {
      has_scores: await hasScores(reader, peopleImport.id),
      kept: peopleImport.state === 'checked' ? await countKept(reader, peopleImport.id) : 0,
      brought: found === null ? null : { people: found.brought, waiting: found.waiting },
    },
  );
}

export const readImportCalls = [
  read(calls.listImports, {
    who: administrator,
    run: async ({ context }) => (await newestImports(context.database.reader, newest)).map(presentImport),
  }),

  read(calls.readImport, {
    who: administrator,
    run: ({ context, params }) => importDetails(context.database.reader, params.id),
  }),

  read(calls.listImportRows, {
    who: administrator,
    async run({ context, params, query: { state, after = 0 } }) {
      const { reader } = context.database;
      return listRows(reader, await importWith(reader, params.id), { state, after });
    },
  }),
];
