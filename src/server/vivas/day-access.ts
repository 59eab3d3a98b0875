import { isSameBatch, normalizeEmail } from '#contract/limits';
import { messages } from '#contract/messages';
import { absent, mentoredBatchNamed, staff } from '../accounts/policy.ts';
import { studentNamed, type StudentRow } from '../accounts/queries.ts';
import type { Viewer, ViewerRule } from '../accounts/sessions/viewer.ts';
import { batchFormerlyNamed, type Batch } from '../courses/batch-queries.ts';
import type { Reader } from '../platform/database/database.ts';
import { httpErrors } from '../platform/http/http-errors.ts';
import { batchesOfPanels, isInPanel } from './day-rows.ts';
import { slotOfStudent } from './slot-rows.ts';

export type DayOf = {
  batch: Batch;
  viewer: Viewer;
  /** Of whom alone the vivas are seen and changed; null for the batch's staff. */
  examinerId: number | null;
};

async function panelBatchNamed(reader: Reader, viewer: Viewer, name: string): Promise<Batch | undefined> {
  const own = await batchesOfPanels(reader, { accountId: viewer.accountId });
  const named = own.find((batch) => isSameBatch(name, batch.name));
  if (named !== undefined || own.length === 0) return named;
  const former = await batchFormerlyNamed(reader, name);
  return own.find(({ id }) => id === former?.id);
}

/** The batch's staff; and who is in a panel of it, for the vivas of their own. */
export const vivaDayOf: ViewerRule<DayOf> = async (check) => {
  const viewer = staff(check);
  const { reader } = check.context.database;
  // PostgreSQL cannot look for NUL.
  const name = (check.params.batch ?? '').replaceAll('\0', '');
  const mentored = await mentoredBatchNamed(viewer, name, reader);
  if (mentored !== undefined) return { batch: mentored, viewer, examinerId: null };
  const batch = await panelBatchNamed(reader, viewer, name);
  if (batch === undefined) throw absent(viewer, 'There is no batch with this name.');
  return { batch, viewer, examinerId: viewer.accountId };
};

export type StudentOfDay = DayOf & { student: StudentRow };

/** A student with a viva in this batch. */
export const studentOfDay: ViewerRule<StudentOfDay> = async (check) => {
  const day = await vivaDayOf(check);
  const { reader } = check.context.database;
  const student = await studentNamed(reader, normalizeEmail(check.params.s_id ?? ''));
  const [slot] = student === undefined ? [] : await slotOfStudent(reader, { accountId: student.accountId });
  if (student === undefined || slot === undefined || slot.batchId !== day.batch.id)
    throw absent(day.viewer, 'This student has no viva in this batch.');
  if (day.examinerId !== null) {
    const [own] = await isInPanel(reader, { slotId: slot.id, accountId: day.examinerId });
    if (own === undefined) throw httpErrors.forbidden(messages.forbidden);
  }
  return { ...day, student };
};
