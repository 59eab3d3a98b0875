import type { Task } from '#contract/dates';
import type { Reader } from '../platform/database/database.ts';

/** Whether the panel of a student's viva gives its mark, and has not yet. The room of the viva's hour knows, which comes later. */
export type HasOpenPanel = (reader: Reader, accountId: number) => Promise<boolean>;

/** The database refuses a mark then (`openHourRefusal`); screens say so before. */
export const presentPanelMarks = async (
  reader: Reader,
  { accountId, task }: { accountId: number; task: Task },
  hasOpenPanel: HasOpenPanel,
): Promise<{ panel_marks?: true }> =>
  task === 'viva' && (await hasOpenPanel(reader, accountId)) ? { panel_marks: true } : {};
