import { isoInstant } from '#contract/dates';
import type { Selection } from '#contract/selections';
import type { SelectionRow } from './queries.ts';

/** A selection on the wire; `start_date` is the instant of the choice. */
export function presentSelection(row: SelectionRow): Selection {
  return {
    sp_id: row.email,
    sp_name: row.studentName,
    p_id: row.projectId,
    p_name: row.projectName,
    start_date: isoInstant(row.startedAt),
  };
}
