import { normalizeEmail } from '#contract/limits';
import { messages } from '#contract/messages';
import { staff } from '../accounts/policy.ts';
import { studentNamed, type StudentRow } from '../accounts/queries.ts';
import type { Viewer, ViewerRule } from '../accounts/sessions/viewer.ts';
import type { Reader, Writer } from '../platform/database/database.ts';
import { httpErrors } from '../platform/http/http-errors.ts';
import { hourSlotOf, type HourSlot } from '../vivas/panel-rows.ts';
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

/** Nothing but the panel of the student's viva: no mentor of the batch, no administrator. */
export const panelMember: ViewerRule<OfPanel> = async (check) => {
  const viewer = staff(check);
  const { reader } = check.context.database;
  const student = await studentNamed(reader, normalizeEmail(check.params.s_id ?? ''));
  const panel = student === undefined ? null : await panelOf(reader, student.accountId);
  if (student === undefined || panel === null || !sits(panel, viewer))
    throw httpErrors.forbidden(messages.forbidden);
  return { student, viewer, panel };
};

/** Under the student's lock: whoever was taken off the panel since may not write. */
export async function lockedPanel(writer: Writer, { student, viewer }: OfPanel): Promise<Panel> {
  const panel = await panelOf(writer, student.accountId);
  if (panel === null || !sits(panel, viewer)) throw httpErrors.forbidden(messages.forbidden);
  return panel;
}
