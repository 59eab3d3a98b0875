import { isoInstant } from '#contract/dates';
import type { Intake, IntakeDetails } from '#contract/people/intake-calls';
import { numberToType, type IntakeField } from '#contract/people/intake-fields';
import { shownName } from '#contract/accounts/person-name';
import { shownText, type SheetCell } from '../../platform/sheets/sheet-cell.ts';
import type { IntakeRecord } from './queries.ts';

export function presentIntake(row: IntakeRecord): Intake {
  return {
    id: String(row.id),
    file: row.file_name,
    by: row.maker === null ? '' : shownName(row.maker),
    made_at: isoInstant(row.made_at),
    state: row.state === 'reading' ? 'read' : row.state,
    imported_at: row.imported_at === null ? null : isoInstant(row.imported_at),
    rows: row.row_count,
    counts: {
      new: row.new_count,
      changed: row.changed_count,
      unchanged: row.unchanged_count,
      wrong: row.wrong_count,
    },
  };
}

export function presentDetails(
  row: IntakeRecord,
  samples: readonly (readonly SheetCell[])[],
  hasScores: boolean,
): IntakeDetails {
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
    has_scores: hasScores,
  };
}
