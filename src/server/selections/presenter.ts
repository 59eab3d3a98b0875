import { isoInstant } from '#contract/dates';
import type { Selection } from '#contract/selections/calls';
import type { SelectionRow } from './queries.ts';

export function presentSelection(student: { email: string; name: string }, row: SelectionRow): Selection {
  return {
    sp_id: student.email,
    sp_name: student.name,
    p_id: row.projectId,
    p_name: row.projectName,
    start_date: isoInstant(row.startedAt),
  };
}

/** Null before the selection. */
export function presentChosenProject({
  projectId,
  projectName,
}: {
  projectId: string | null;
  projectName: string | null;
}): { id: string; name: string } | null {
  return projectId === null ? null : { id: projectId, name: projectName ?? projectId };
}

export function readEarlierProject(text: string | null): { p_id: string; p_name: string } | null {
  if (text === null) return null;
  const end = text.indexOf(' ');
  return { p_id: text.slice(0, end), p_name: text.slice(end + 1) };
}
