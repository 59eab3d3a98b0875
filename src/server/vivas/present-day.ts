import { shownName } from '#contract/accounts/person-name';
import { isoInstant } from '#contract/dates';
import { minuteMs } from '#contract/durations';
import { undoMinutes } from '#contract/vivas/day';
import type { VivaDay } from '#contract/vivas/day-calls';
import type { Reader, Writer } from '../platform/database/database.ts';
import { delaysOfDay, roomKey } from '../progress/time/viva-delays.ts';
import type { DayOf } from './day-access.ts';
import { attendanceOfDay, type AttendanceOfDay } from './day-rows.ts';
import { dayBounds, dayOf, localMinute } from './plan-hours.ts';
import { panelsOf, slotsOfDay, slotTimes } from './slot-rows.ts';

/** Of a day, `HH:MM`; empty for none. */
export const clockOf = (instant: number | null, zone: string): string =>
  instant === null ? '' : localMinute(instant, zone).slice('YYYY-MM-DDT'.length);

export const undoUntil = (recordedAt: number): number => recordedAt + undoMinutes * minuteMs;

function presentAttendance(row: AttendanceOfDay, zone: string) {
  return {
    state: row.state,
    reason: row.reason,
    from: clockOf(row.brokenFrom, zone),
    to: clockOf(row.brokenTo, zone),
    by: shownName(row.recorder),
    at: isoInstant(row.recordedAt),
    undo_until: isoInstant(undoUntil(row.recordedAt)),
  };
}

type Shown = { zone: string; now: number; day: string | null };

/** @param day null: today, else the next one with vivas, else the last */
export async function presentDay(
  reader: Reader | Writer,
  { batch, seats }: Pick<DayOf, 'batch' | 'seats'>,
  { zone, now, day: wanted }: Shown,
): Promise<VivaDay> {
  const starts = seats ?? (await slotTimes(reader, { batchId: batch.id }));
  const days = [...new Set(starts.map(({ startsAt }) => dayOf(startsAt, zone)))];
  const today = dayOf(now, zone);
  const day = wanted ?? days.find((one) => one >= today) ?? days.at(-1) ?? null;
  const head = { batch: batch.name, now: isoInstant(now), today, day, days };
  if (day === null) return { ...head, rooms: [], vivas: [] };
  const bounds = dayBounds(day, zone);
  const all = await slotsOfDay(reader, { batchId: batch.id, ...bounds });
  const panels = await panelsOf(
    reader,
    all.map(({ id }) => id),
  );
  const panelOf = (slotId: number) => panels.get(slotId) ?? [];
  const rows = seats === null ? all : all.filter(({ id }) => seats.some((seat) => seat.id === id));
  const recorded = await attendanceOfDay(reader, { batchId: batch.id, ...bounds });
  const attendance = new Map(recorded.map((row) => [`${row.accountId} ${row.startsAt}`, row]));
  const delays = new Map((await delaysOfDay(reader, { day })).map((row) => [row.roomKey, row]));
  const rooms = new Map(rows.map(({ roomId, room, link }) => [roomId, { name: room, link }]));
  return {
    ...head,
    rooms: [...rooms].map(([id, room]) => {
      const delay = delays.get(roomKey(room));
      return {
        id: String(id),
        ...room,
        delay: delay === undefined ? null : { minutes: delay.minutes, as_of: isoInstant(delay.saidAt) },
      };
    }),
    vivas: rows.map((row) => {
      const known = attendance.get(`${row.accountId} ${row.startsAt}`);
      return {
        student: { s_id: row.email, s_name: shownName(row.name) },
        project: row.project ?? '',
        starts_at: isoInstant(row.startsAt),
        minutes: row.minutes,
        room: String(row.roomId),
        examiners: panelOf(row.id).map(({ name }) => shownName(name)),
        attendance: known === undefined ? null : presentAttendance(known, zone),
        ...(Boolean(row.isRepeat) && { repeat: true as const }),
        ...(row.suspendedAt !== null && { suspended: true as const }),
      };
    }),
  };
}
