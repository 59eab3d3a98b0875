import type { Task } from '#contract/dates';
import type { Reader } from '../platform/database/database.ts';

/** Whose marks are given somewhere else, which the room of the viva's hour knows, since it comes later. */
export type MarksElsewhere = {
  /** Whether the panel of a student's viva gives its mark, and has not yet. */
  hasOpenPanel: (reader: Reader, accountId: number) => Promise<boolean>;
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
};

/** The database refuses a mark then (`openHourRefusal`, `finalMarksRefusal`); screens say so before. */
export async function presentPanelMarks(
  reader: Reader,
  { accountId, task, isReleased, ...of }: Of,
  { hasOpenPanel, isMarkedByTwo }: MarksElsewhere,
): Promise<{ panel_marks?: true; two_mark?: true }> {
  if (task === 'viva') return (await hasOpenPanel(reader, accountId)) ? { panel_marks: true } : {};
  if (task !== 'final' || isReleased) return {};
  return (await isMarkedByTwo(reader, of)) ? { two_mark: true } : {};
}
