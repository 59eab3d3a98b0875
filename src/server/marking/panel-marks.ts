import type { Task } from '#contract/dates';
import type { Reader } from '../platform/database/database.ts';

/** Whose marks are given somewhere else, which the room of the viva's hour knows, since it comes later. */
export type MarksElsewhere = {
  /** The panel of a student's viva that gives its mark, and has not yet. */
  openPanelOf: (reader: Reader, accountId: number) => Promise<readonly number[] | null>;
  /** Whether two mentors mark a version of a final project, and have not confirmed its mark. */
  isMarkedByTwo: (
    reader: Reader,
    of: { submissionId: number | null; batchId: number | null },
  ) => Promise<boolean>;
  /** Whether a batch wants two markers for the final project. */
  wantsTwoMarkers: (reader: Reader, batchId: number) => Promise<boolean>;
};

type Of = {
  accountId: number;
  task: Task;
  batchId: number | null;
  /** Null: without a file. */
  submissionId: number | null;
  isReleased: boolean;
  viewerId: number;
};

/** The database refuses a mark then (`openHourRefusal`, `finalMarksRefusal`); screens say so before. */
export async function presentPanelMarks(
  reader: Reader,
  { accountId, task, isReleased, viewerId, ...of }: Of,
  { openPanelOf, isMarkedByTwo }: MarksElsewhere,
): Promise<{ panel_marks?: true; on_panel?: true; two_mark?: true }> {
  if (task === 'viva') {
    const panel = await openPanelOf(reader, accountId);
    if (panel === null) return {};
    return { panel_marks: true, ...(panel.includes(viewerId) && { on_panel: true }) };
  }
  if (task !== 'final' || isReleased) return {};
  return (await isMarkedByTwo(reader, of)) ? { two_mark: true } : {};
}
