import { opensAt, vivaDeadline, type Task } from '#contract/dates';
import { isDueTask, type DueDay, type DueDays } from '#contract/submissions/due-days';
import { dayMs } from '#contract/durations';
import { lastOfDay, wallClock } from '../platform/zoned-time.ts';

/** More time that a student was given for a task: until when, and when it was given, in milliseconds since 1970 UTC. */
export type Extension = { due_at: number; granted_at: number };
export type Extensions = Partial<Record<Task, Extension>>;

/** What a student's due dates follow from. */
export type DueFrom = {
  /** The project's start. */
  start: number;
  dueDays: DueDays;
  batchDeadline: number | null;
  extensions: Extensions;
  /** The academy's, by its IANA name. */
  zone: string;
};

const lastCalendarMs = Date.UTC(9999, 0, 1);

/** The last millisecond of the day that so many days after an instant's own has in a zone. */
function endOfDay(instant: number, zone: string, daysLater = 0): number {
  const shown = new Date(wallClock(Math.min(instant, lastCalendarMs), zone));
  const month = { year: shown.getUTCFullYear(), month: shown.getUTCMonth() + 1 };
  return lastOfDay({ ...month, day: shown.getUTCDate() + daysLater }, zone);
}

function endOfDate(date: string, zone: string): number {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number);
  return lastOfDay({ year, month, day }, zone);
}

/**
 * Until when a task is due that opens at an instant: to the end of a day in the academy's zone. Of a date and 24 hours after
 * the opening the later one counts, so that nobody has less than a day.
 */
export function dueInstant(day: DueDay, opens: number, zone: string): number {
  if ('days' in day) return endOfDay(opens, zone, day.days);
  return Math.max(endOfDate(day.date, zone), endOfDay(opens + dayMs, zone));
}

/** A cache of due instants: a class starts on few of them, and a zone's calendar takes 10 µs to ask. */
const known = new Map<string, number>();

function knownDueInstant(day: DueDay, opens: number, zone: string): number {
  const key = `${opens} ${'days' in day ? day.days : day.date} ${zone}`;
  let due = known.get(key);
  if (due === undefined) {
    if (known.size >= 10_000) known.clear();
    due = dueInstant(day, opens, zone);
    known.set(key, due);
  }
  return due;
}

/** Until when a task is due for everybody who started at an instant: null where nothing is due. */
export function commonDueAt(
  task: Task,
  { start, dueDays, batchDeadline, zone }: Omit<DueFrom, 'extensions'>,
): number | null {
  if (!isDueTask(task)) return vivaDeadline(start, batchDeadline);
  const day = dueDays[task];
  return day === undefined ? null : knownDueInstant(day, opensAt(task, start), zone);
}

/** Until when a task is due for a student, with the newest extension: it never takes time away. Null where nothing is due. */
export function dueAt(task: Task, from: DueFrom): number | null {
  const common = commonDueAt(task, from);
  const extended = from.extensions[task]?.due_at;
  return common === null || extended === undefined ? common : Math.max(common, extended);
}

const noDueDays: DueDays = {};
const noExtensions: Extensions = {};

/** A batch's due days as its row keeps them. */
export const readDueDays = (text: string | null): DueDays =>
  text === null ? noDueDays : (JSON.parse(text) as DueDays);

/** A student's extensions as `student_extensions` keeps them. */
export const readExtensions = (text: string | null): Extensions =>
  text === null ? noExtensions : (JSON.parse(text) as Extensions);

type ScheduleRow = { batchDeadline: number | null; dueDays: string | null; extensions: string | null };

/** What due dates follow from, of a row with a student's schedule. */
export function dueFrom(row: ScheduleRow, start: number, zone: string): DueFrom {
  const { batchDeadline, dueDays, extensions } = row;
  return {
    start,
    batchDeadline,
    dueDays: readDueDays(dueDays),
    extensions: readExtensions(extensions),
    zone,
  };
}

/** Whether a version was made for the choice that stands: before its moment there was another one. */
export function isForChoice(
  submittedAt: number | null,
  { startedAt, chosenAt }: { startedAt: number | null; chosenAt: number | null },
): boolean {
  const chosen = chosenAt ?? startedAt;
  return submittedAt !== null && chosen !== null && submittedAt >= chosen;
}

/**
 * More time that was given for a version after it was handed in; null where there is none, or where it was due late enough
 * already.
 */
export function extendedSince(
  version: { task: Task; submitted_at: number; due_at: number | null },
  extensions: Extensions,
): Extension | null {
  const extension = extensions[version.task];
  if (extension === undefined || version.due_at === null) return null;
  const { due_at, granted_at } = extension;
  return granted_at >= version.submitted_at && due_at > version.due_at ? extension : null;
}

/** Whether a version is late as things stand now: an extension that was given afterwards counts. */
export function isLateNow(
  version: { task: Task; submitted_at: number; late: 0 | 1 },
  extensions: Extensions,
): boolean {
  return version.late === 1 && !(version.submitted_at <= (extensions[version.task]?.due_at ?? -Infinity));
}
