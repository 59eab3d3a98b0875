import { opensAt, vivaDeadline, type Task } from '#contract/dates';
import { isDueTask, type DueDay, type DueDays } from '#contract/submissions/due-days';
import { dayMs } from '#contract/durations';
import { lastOfDay, wallClock } from '../platform/zoned-time.ts';

/** In milliseconds since 1970 UTC. */
export type Extension = { due_at: number; granted_at: number };
export type Extensions = Partial<Record<Task, Extension>>;

export type DueFrom = {
  start: number;
  dueDays: DueDays;
  batchDeadline: number | null;
  extensions: Extensions;
  /** An IANA time zone. */
  zone: string;
};

const lastCalendarMs = Date.UTC(9999, 0, 1);

export function endOfDay(instant: number, zone: string, daysLater = 0): number {
  const shown = new Date(wallClock(Math.min(instant, lastCalendarMs), zone));
  const month = { year: shown.getUTCFullYear(), month: shown.getUTCMonth() + 1 };
  return lastOfDay({ ...month, day: shown.getUTCDate() + daysLater }, zone);
}

function endOfDate(date: string, zone: string): number {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number);
  return lastOfDay({ year, month, day }, zone);
}

/** The end of a day in the zone; a date leaves at least 24 hours. */
export function dueInstant(day: DueDay, opens: number, zone: string): number {
  if ('days' in day) return endOfDay(opens, zone, day.days);
  return Math.max(endOfDate(day.date, zone), endOfDay(opens + dayMs, zone));
}

/** Classes share few due dates; a calendar lookup takes 10 µs. */
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

/** Without extensions; null without a due date. */
export function commonDueAt(
  task: Task,
  { start, dueDays, batchDeadline, zone }: Omit<DueFrom, 'extensions'>,
): number | null {
  if (!isDueTask(task)) return vivaDeadline(start, batchDeadline);
  const day = dueDays[task];
  return day === undefined ? null : knownDueInstant(day, opensAt(task, start), zone);
}

/** Extensions never shorten it. Null for none. */
export function dueAt(task: Task, from: DueFrom): number | null {
  const common = commonDueAt(task, from);
  const extended = from.extensions[task]?.due_at;
  return common === null || extended === undefined ? common : Math.max(common, extended);
}

const noDueDays: DueDays = {};
const noExtensions: Extensions = {};

export const readDueDays = (text: string | null): DueDays =>
  text === null ? noDueDays : (JSON.parse(text) as DueDays);

export const readExtensions = (text: string | null): Extensions =>
  text === null ? noExtensions : (JSON.parse(text) as Extensions);

type ScheduleRow = { batchDeadline: number | null; dueDays: string | null; extensions: string | null };

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

/** Granted since, and moving the version's due date; else null. */
export function extendedSince(
  version: { task: Task; submitted_at: number; due_at: number | null },
  extensions: Extensions,
): Extension | null {
  const extension = extensions[version.task];
  if (extension === undefined || version.due_at === null) return null;
  const { due_at, granted_at } = extension;
  return granted_at >= version.submitted_at && due_at > version.due_at ? extension : null;
}

/** Counts extensions granted since. */
export function isLateNow(
  version: { task: Task; submitted_at: number; late: 0 | 1 },
  extensions: Extensions,
): boolean {
  return version.late === 1 && !(version.submitted_at <= (extensions[version.task]?.due_at ?? -Infinity));
}
