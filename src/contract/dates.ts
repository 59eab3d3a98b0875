import { dayMs, hourMs, minuteMs } from './durations.ts';

/** In order. */
export const tasks = ['week-1', 'week-2', 'week-3', 'week-4', 'final', 'viva'] as const;
export type Task = (typeof tasks)[number];

export const weeks = [1, 2, 3, 4] as const;
export type Week = (typeof weeks)[number];

export function weekTask(week: Week): Task {
  return `week-${week}`;
}

/** Null but for '1' to '4'. */
export function parseWeek(value: string): Week | null {
  return /^[1-4]$/.test(value) ? (Number(value) as Week) : null;
}

/** 7·N for week N, 28 for final and viva (specification, section 9). */
export function openingDay(task: Task): number {
  return task === 'final' || task === 'viva' ? 28 : 7 * Number(task.slice(5));
}

/**
 * Start + N·24 h, inclusive (specification, section 4).
 * @param start of the selection
 * @returns milliseconds since 1970 UTC, as `start`
 */
export function opensAt(task: Task, start: number): number {
  return start + openingDay(task) * dayMs;
}

/** At the boundary, too. */
export function isOpen(task: Task, start: number, now: number): boolean {
  return now >= opensAt(task, start);
}

/** Other tasks have one only by a due date of the batch. */
export function hasDeadline(task: Task): boolean {
  return task === 'viva';
}

/** By default start + 35 days. */
export function vivaDeadline(start: number, batchDeadline: number | null): number {
  return batchDeadline ?? start + 35 * dayMs;
}

/** Late is strictly after the deadline. */
export function isLate(submittedAt: number, deadline: number | null): boolean {
  return deadline !== null && submittedAt > deadline;
}

const twoDigits = Array.from({ length: 60 }, (_, number) => String(number).padStart(2, '0'));
/** By day since 1970: an answer has few different days. */
const writtenDays = new Map<number, string>();

function writeDay(number: number): string {
  let written = writtenDays.get(number);
  if (written === undefined) {
    if (writtenDays.size >= 1_000) writtenDays.clear();
    written = new Date(number * dayMs).toISOString().slice(0, -'00:00:00.000Z'.length);
    writtenDays.set(number, written);
  }
  return written;
}

/**
 * ISO 8601, UTC, milliseconds; faster than `toISOString` (88 µs a timeline instead of 97).
 * @param ms whole milliseconds since 1970 UTC
 * @throws RangeError for an invalid time
 */
export function isoInstant(ms: number): string {
  const number = Math.floor(ms / dayMs);
  const time = ms - number * dayMs;
  const clock = `${twoDigits[Math.floor(time / hourMs)]}:${twoDigits[Math.floor(time / minuteMs) % 60]}`;
  return `${writeDay(number)}${clock}:${twoDigits[Math.floor(time / 1_000) % 60]}.${String(time % 1_000).padStart(3, '0')}Z`;
}

export const instantOrNull = (ms: number | null | undefined): string | null =>
  ms == null ? null : isoInstant(ms);

/** An existing `YYYY-MM-DD` from 2000 to 2099; years beyond are typing errors. Date.parse accepts 31 April as 1 May. */
export function isDay(text: string): boolean {
  if (!/^20\d{2}-\d{2}-\d{2}$/.test(text)) return false;
  const at = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text);
}

/** `HH:MM`, or with seconds. */
const clockPattern = /^(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d)?$/;

/** A day as `isDay`, `T`, and a time of a clock. */
export function isDayAndTime(text: string): boolean {
  return isDay(text.slice(0, 10)) && text[10] === 'T' && clockPattern.test(text.slice(11));
}
