/** What became of a viva; `excused` is absent with a reason. */
export const attendances = ['came', 'absent', 'excused', 'broken_off'] as const;
export type Attendance = (typeof attendances)[number];

export const attendanceWords: Record<Attendance, string> = {
  came: 'Came',
  absent: 'Absent',
  excused: 'Absent with a reason',
  broken_off: 'Broken off',
};

/** Minutes in which everybody of the day can undo it; later the office alone. */
export const undoMinutes = 10;

export const dayLimits = {
  /** Minutes that a room may run late. */
  delay: 240,
  reason: 500,
} as const;

/** The worker knows it without the calls of staff. */
export const vivaDayPath = '/api/staff/batches/:batch/viva-day';

/** Of a room, for the buttons. */
export const delayStep = 5;

const inBounds = (minutes: number): number => Math.min(Math.max(minutes, 0), dayLimits.delay);

export const laterBy = (minutes: number, step: number): number => inBounds(minutes + step);

type Waiting = { starts_at: string; attendance: object | null };

/**
 * By how many minutes the next viva of a room should have begun already; null where nobody waits past their time.
 * @param vivas of the room, in order
 */
export function delayByClock(vivas: readonly Waiting[], now: number): number | null {
  const next = vivas.find(({ attendance }) => attendance === null);
  if (next === undefined) return null;
  const minutes = Math.floor((now - Date.parse(next.starts_at)) / 60_000);
  return minutes > 0 && minutes <= dayLimits.delay ? minutes : null;
}

type Timed = Waiting & { minutes: number };

/** The first that nobody has recorded and whose time has not passed; with its delay it lasts longer. */
export function nextViva<V extends Timed>(
  vivas: readonly V[],
  now: number,
  delayOf: (viva: V) => number,
): V | undefined {
  return vivas.find(
    (viva) =>
      viva.attendance === null && Date.parse(viva.starts_at) + (viva.minutes + delayOf(viva)) * 60_000 > now,
  );
}

/** @param of the day, by default today or the next with vivas; and the student whose viva is recorded */
export function vivaDayAddress(batch: string, of: { day?: string | null; student?: string } = {}): string {
  const query = new URLSearchParams();
  if (of.day != null) query.set('day', of.day);
  if (of.student !== undefined) query.set('student', of.student);
  const text = query.toString();
  return `/staff/batches/${encodeURIComponent(batch)}/vivas/day${text === '' ? '' : `?${text}`}`;
}
