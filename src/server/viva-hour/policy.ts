import { messages } from '#contract/messages';
import type { StudentRow } from '../accounts/queries.ts';
import type { Viewer, ViewerRule } from '../accounts/sessions/viewer.ts';
import { panelMember } from '../examiners/policy.ts';
import type { Reader, Writer } from '../platform/database/database.ts';
import { httpErrors } from '../platform/http/http-errors.ts';
import { hourSlotOf, type HourSlot } from '../vivas/hour-slots.ts';
import { panelsOf } from '../vivas/slot-rows.ts';

export type PanelMember = { id: number; email: string; name: string };
export type Panel = { slot: HourSlot; members: readonly PanelMember[] };
export type OfPanel = { student: StudentRow; viewer: Viewer; panel: Panel };

export async function panelOf(reader: Reader | Writer, accountId: number): Promise<Panel | null> {
  const [slot] = await hourSlotOf(reader, { accountId });
  if (slot === undefined) return null;
  return { slot, members: (await panelsOf(reader, [slot.id])).get(slot.id) ?? [] };
}

const sits = ({ members }: Panel, { accountId }: Viewer): boolean =>
  members.some(({ id }) => id === accountId);

/** As the papers are read; with the student and who sits beside. */
export const panelOfStudent: ViewerRule<OfPanel> = async (check) => {
  const { viewer, seat } = await panelMember(check);
  const { studentId: accountId, email, name, batchId } = seat;
  const panel = await panelOf(check.context.database.reader, accountId);
  if (panel === null) throw httpErrors.forbidden(messages.forbidden);
  return { student: { accountId, email, name, batchId }, viewer, panel };
};

/** Under the student's lock: whoever was taken off the panel since may not write. */
export async function lockedPanel(writer: Writer, { student, viewer }: OfPanel): Promise<Panel> {
  const panel = await panelOf(writer, student.accountId);
  if (panel === null || !sits(panel, viewer)) throw httpErrors.forbidden(messages.forbidden);
  return panel;
}
