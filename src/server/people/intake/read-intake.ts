import * as calls from '#contract/people/intake-calls';
import { isoInstant, instantOrNull } from '#contract/dates';
import { type IntakeField, numberToType } from '#contract/people/intake-fields';
import { shownName } from '#contract/accounts/person-name';
import { countBrought } from '../../accounts/imported-profiles.ts';
import { administrator } from '../../accounts/policy.ts';
import { read } from '../../accounts/sessions/act.ts';
import type { Reader } from '../../platform/database/database.ts';
import { httpErrors } from '../../platform/http/http-errors.ts';
import { parseId } from '../../platform/parse-id.ts';
import { type SheetCell, shownText } from '../../platform/sheets/sheet-cell.ts';
import { listRows } from './list-rows.ts';
import { hasScores, intakeById, type IntakeRecord, linesAfter, newestIntakes } from './queries.ts';

function presentIntake(row: IntakeRecord): calls.Intake {
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
  row: IntakeRecord,
  samples: readonly (readonly SheetCell[])[],
  rest: Pick<calls.IntakeDetails, 'has_scores' | 'brought'>,
): calls.IntakeDetails {
  const headings = JSON.parse(row.headings) as string[];
  return {
    ...presentIntake(row),
    headings,
    samples: samples.map((cells) => headings.map((_, index) => shownText(cells[index]))),
    columns: JSON.parse(row.columns) as (IntakeField | null)[],
    remembered: row.is_remembered === 1,
    people_there: row.people_there,
    must_type:
      row.state === 'checked' ? numberToType({ changed: row.changed_count, there: row.people_there }) : null,
    ...rest,
  };
}

const newest = 20;
const sampleRows = 5;

/** @throws 404 */
export async function intakeWith(reader: Reader, id: string): Promise<IntakeRecord> {
  const intake = await intakeById(reader, parseId(id) ?? 0);
  if (intake === undefined) throw httpErrors.notFound('There is no such spreadsheet.');
  return intake;
}

/** @throws 404 */
export async function intakeDetails(reader: Reader, id: string): Promise<calls.IntakeDetails> {
  const intake = await intakeWith(reader, id);
  const lines = await linesAfter(reader, intake.id, { after: 0, limit: sampleRows });
  const found = intake.state === 'imported' ? await countBrought(reader, intake.id) : null;
  return presentDetails(
    intake,
    lines.map(({ cells }) => cells),
    {
      has_scores: await hasScores(reader, intake.id),
      brought: found === null ? null : { people: found.brought, waiting: found.waiting },
    },
  );
}

export const readIntakeCalls = [
  read(calls.listIntakes, {
    who: administrator,
    run: async ({ context }) => (await newestIntakes(context.database.reader, newest)).map(presentIntake),
  }),

  read(calls.readIntake, {
    who: administrator,
    run: ({ context, params }) => intakeDetails(context.database.reader, params.id),
  }),

  read(calls.listIntakeRows, {
    who: administrator,
    async run({ context, params, query: { state, after = 0 } }) {
      const { reader } = context.database;
      return listRows(reader, await intakeWith(reader, params.id), { state, after });
    },
  }),
];
