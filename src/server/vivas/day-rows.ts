import { accountsAs } from '../accounts/queries.ts';
import { compiledQuery } from '../platform/database/compiled-query.ts';
import type { Writer } from '../platform/database/database.ts';
import type { Tables } from '../platform/database/schema.ts';
import { lockedInOrder } from '../platform/database/locked-in-order.ts';

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

/** Vivas that are recorded, of all batches. */
export const recordedBetween = compiledQuery((db, p: { from: number; to: number }) =>
  db
    .selectFrom('viva_attendance')
    .where('starts_at', '>=', p.from)
    .where('starts_at', '<', p.to)
    .select(['account_id as accountId', 'starts_at as startsAt', 'state']),
);

export const attendanceAt = compiledQuery((db, p: { accountId: number; startsAt: number }) =>
  db
    .selectFrom('viva_attendance')
    .where('account_id', '=', p.accountId)
    .where('starts_at', '=', p.startsAt)
    .select(['account_id', 'starts_at', 'batch_id', 'state', 'reason', 'broken_from', 'broken_to'])
    .select(['mark_recorded_at', 'recorded_by', 'recorded_at']),
);
export type AttendanceRow = Awaited<ReturnType<typeof attendanceAt>>[number];

/** Of a viva, in place of what was recorded. */
export async function storeAttendance(writer: Writer, row: Tables['viva_attendance']): Promise<void> {
  const { account_id: _, starts_at: __, ...values } = row;
  await writer
    .insertInto('viva_attendance')
    .values(row)
    .onConflict((on) => on.columns(['account_id', 'starts_at']).doUpdateSet(values))
    .execute();
}
