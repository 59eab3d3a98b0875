import { isoInstant } from '#contract/dates';
import type { Selection } from '#contract/selections/calls';
import type { SelectionRow } from './queries.ts';

/** A selection on the wire; `start_date` is the instant of the choice. */
export function presentSelection(student: { email: string; name: string }, row: SelectionRow): Selection {
  return {
    sp_id: student.email,
    sp_name: student.name,
    p_id: row.projectId,
    p_name: row.projectName,
    start_date: isoInstant(row.startedAt),
  };
}

/** A student's project in staff's lists; null before the choice. */
export function presentChosenProject({
  projectId,
  projectName,
}: {
  projectId: string | null;
  projectName: string | null;
}): { id: string; name: string } | null {
  return projectId === null ? null : { id: projectId, name: projectName ?? projectId };
}
