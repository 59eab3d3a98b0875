import { batchesAs } from '../courses/batch-queries.ts';
import { accountsAs } from '../accounts/queries.ts';
import { compiledQuery } from '../platform/database/compiled-query.ts';
import type { Reader, Writer } from '../platform/database/database.ts';
import { lockedInOrder } from '../platform/database/locked-in-order.ts';

/** With vivas in whose panels somebody is. */
export const batchesOfPanels = compiledQuery((db, p: { accountId: number }) =>
  db
    .selectFrom('viva_panels as panel')
    .innerJoin('viva_slots as slot', 'slot.id', 'panel.slot_id')
    .innerJoin(batchesAs('batch'), 'batch.id', 'slot.batch_id')
    .where('panel.account_id', '=', p.accountId)
    .where('slot.purpose', '=', 'viva')
    .select(['batch.id', 'batch.name'])
    .distinct(),
);

export const isInPanel = compiledQuery((db, p: { slotId: number; accountId: number }) =>
  db
    .selectFrom('viva_panels')
    .where('slot_id', '=', p.slotId)
    .where('account_id', '=', p.accountId)
    .select('slot_id'),
);

/** Starts of vivas in a batch; of one examiner, or of all. */
export async function startsOf(
  reader: Reader | Writer,
  { batchId, examinerId }: { batchId: number; examinerId: number | null },
): Promise<number[]> {
  const rows = await reader
    .selectFrom('viva_slots as slot')
    .where('slot.batch_id', '=', batchId)
    .where('slot.purpose', '=', 'viva')
    .$if(examinerId !== null, (query) =>
      query.where('slot.id', 'in', (of) =>
        of
          .selectFrom('viva_panels')
          .where('account_id', '=', examinerId ?? 0)
          .select('slot_id'),
      ),
    )
    .orderBy('slot.starts_at')
    .select('slot.starts_at as startsAt')
    .execute();
  return rows.map(({ startsAt }) => startsAt);
}

export const roomById = compiledQuery((db, p: { id: number }) =>
  db.selectFrom('viva_rooms').where('id', '=', p.id).select(['id', 'name', 'link']),
);

/** Two who say how late a room is wait for each other. */
export async function lockRoom(writer: Writer, id: number): Promise<void> {
  const row = writer.selectFrom('viva_rooms').where('id', '=', id).orderBy('id').select('id');
  await lockedInOrder(writer, row).execute();
}

export const attendanceOfDay = compiledQuery((db, p: { batchId: number; from: number; to: number }) =>
  db
    .selectFrom('viva_attendance as attendance')
    .innerJoin(accountsAs('recorder'), 'recorder.id', 'attendance.recorded_by')
    .where('attendance.batch_id', '=', p.batchId)
    .where('attendance.starts_at', '>=', p.from)
    .where('attendance.starts_at', '<', p.to)
    .select(['attendance.account_id as accountId', 'attendance.starts_at as startsAt', 'attendance.state'])
    .select(['attendance.reason', 'attendance.broken_from as brokenFrom', 'attendance.broken_to as brokenTo'])
    .select(['attendance.recorded_at as recordedAt', 'recorder.name as recorder']),
);
export type AttendanceOfDay = Awaited<ReturnType<typeof attendanceOfDay>>[number];

/** Accounts whose viva is recorded, of all batches. */
export const recordedBetween = compiledQuery((db, p: { from: number; to: number }) =>
  db
    .selectFrom('viva_attendance')
    .where('starts_at', '>=', p.from)
    .where('starts_at', '<', p.to)
    .select('account_id as accountId'),
);

export const attendanceAt = compiledQuery((db, p: { accountId: number; startsAt: number }) =>
  db
    .selectFrom('viva_attendance')
    .where('account_id', '=', p.accountId)
    .where('starts_at', '=', p.startsAt)
    .selectAll(),
);
export type AttendanceRow = Awaited<ReturnType<typeof attendanceAt>>[number];
