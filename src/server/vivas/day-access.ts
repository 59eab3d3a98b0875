import { isSameBatch, normalizeEmail } from '#contract/limits';
import { messages } from '#contract/messages';
import { absent, mentoredBatchNamed, staff } from '../accounts/policy.ts';
import { studentNamed, type StudentRow } from '../accounts/queries.ts';
import type { Viewer, ViewerCheck, ViewerRule } from '../accounts/sessions/viewer.ts';
import { batchFormerlyNamed, type Batch } from '../courses/batch-queries.ts';
import { httpErrors } from '../platform/http/http-errors.ts';
import { openSeatsOf, seatsSince, type OpenSeat } from './panel-rows.ts';
import { slotOfStudent } from './slot-rows.ts';

export type DayOf = {
  batch: Batch;
  viewer: Viewer;
  /** Of the batch: the only vivas that are seen and changed; null for its staff, who see all. */
  seats: readonly OpenSeat[] | null;
};

/** More than anybody examines at a time. */
const mostSeats = 1_000;

/** A batch in which the viewer has a seat, by its current or a former name. */
async function examinedBatch(check: ViewerCheck, viewer: Viewer, name: string): Promise<DayOf | null> {
  const { reader } = check.context.database;
  const of = { accountId: viewer.accountId, since: seatsSince(check), limit: mostSeats };
  const seats = await openSeatsOf(reader, of);
  if (seats.length === 0) return null;
  const id =
    seats.find(({ batch }) => isSameBatch(name, batch))?.batchId ??
    (await batchFormerlyNamed(reader, name))?.id;
  const own = seats.filter(({ batchId }) => batchId === id);
  const [first] = own;
  return first === undefined ? null : { batch: { id: first.batchId, name: first.batch }, viewer, seats: own };
}

/** The batch's staff; and who is on a panel of it, for the vivas of their own. */
export const vivaDayOf: ViewerRule<DayOf> = async (check) => {
  const viewer = staff(check);
  // PostgreSQL cannot look for NUL.
  const name = (check.params.batch ?? '').replaceAll('\0', '');
  const mentored = await mentoredBatchNamed(viewer, name, check.context.database.reader);
  if (mentored !== undefined) return { batch: mentored, viewer, seats: null };
  const examined = await examinedBatch(check, viewer, name);
  if (examined === null) throw absent(viewer, 'There is no batch with this name.');
  return examined;
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
  if (day.seats !== null && !day.seats.some(({ id }) => id === slot.id))
    throw httpErrors.forbidden(messages.forbidden);
  return { ...day, student };
};
