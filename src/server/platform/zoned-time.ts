import { clockOfLocal } from '#contract/clock-words';
import { dayMs, minuteMs } from '#contract/durations';
import type { ZoneClock } from '#contract/page-rendering';

type LocalTime = { year: number; month: number; day: number; second: number };

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(zone: string): Intl.DateTimeFormat {
  let format = formats.get(zone);
  if (format === undefined) {
    format = new Intl.DateTimeFormat('en-u-ca-iso8601', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    });
    formats.set(zone, format);
  }
  return format;
}

/** Encoded as UTC, in milliseconds. */
export function wallClock(instant: number, zone: string): number {
  const parts = Object.fromEntries(
    formatOf(zone)
      .formatToParts(instant)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const { year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0 } = parts;
  return Date.UTC(year, month - 1, day, hour, minute, second) + (((instant % 1000) + 1000) % 1000);
}

/** Ambiguous times (clocks set back): the earlier; skipped ones (forward): moved by the gap. */
export function instantOfLocal(local: LocalTime, zone: string): number {
  const { fitting, others } = instantsOf(local, zone);
  return fitting.length > 0 ? Math.min(...fitting) : Math.max(...others);
}

/** In milliseconds, the last of the day. */
export function lastOfDay({ year, month, day }: Omit<LocalTime, 'second'>, zone: string): number {
  const { fitting, others } = instantsOf({ year, month, day, second: dayMs / 1000 - 1 }, zone);
  return Math.max(...(fitting.length > 0 ? fitting : others)) + 999;
}

/** Those that show the time, and those without a change of clocks. */
function instantsOf(
  { year, month, day, second }: LocalTime,
  zone: string,
): { fitting: number[]; others: number[] } {
  const expected = Date.UTC(year, month - 1, day) + second * 1000;
  const offsetAt = (instant: number) => wallClock(instant, zone) - instant;
  const others = [offsetAt(expected - dayMs), offsetAt(expected + dayMs)].map((offset) => expected - offset);
  return { fitting: others.filter((instant) => wallClock(instant, zone) === expected), others };
}

export function instantOfDay(instant: number, zone: string): number {
  const shown = new Date(wallClock(instant, zone));
  return instantOfLocal(
    { year: shown.getUTCFullYear(), month: shown.getUTCMonth() + 1, day: shown.getUTCDate(), second: 0 },
    zone,
  );
}

/** `YYYY-MM-DD HH:MM:SS`. */
export function localText(instant: number, zone: string): string {
  return new Date(wallClock(instant, zone)).toISOString().slice(0, 19).replace('T', ' ');
}

/** For people: `Sat 21 Nov 2026, 2:30 pm IST`. */
export function localMoment(instant: number, zone: string): string {
  const parts = new Intl.DateTimeFormat('en-IN', {
    timeZone: zone,
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    hour12: true,
    timeZoneName: 'short',
  }).formatToParts(instant);
  const of = (type: string) => parts.find((part) => part.type === type)?.value ?? '';
  const [day, clock] = [
    `${of('weekday')} ${of('day')} ${of('month')} ${of('year')}`,
    `${of('hour')}:${of('minute')}`,
  ];
  return `${day}, ${clock} ${of('dayPeriod')} ${of('timeZoneName')}`;
}

/** `2:30 pm`. */
export const localClock = (instant: number, zone: string): string =>
  clockOfLocal(localText(instant, zone).slice('YYYY-MM-DD '.length));

/**
 * `YYYY-MM-DD`, `YYYY-MM-DDTHH:MM` or with seconds, validated by the contract.
 * @param day which millisecond of a day without a time
 */
export function readLocal(text: string, zone: string, day: 'start' | 'end'): number {
  const [date = '', time] = text.split('T');
  const [year = 0, month = 0, ofMonth = 0] = date.split('-').map(Number);
  if (time === undefined) {
    return day === 'start'
      ? instantOfLocal({ year, month, day: ofMonth, second: 0 }, zone)
      : lastOfDay({ year, month, day: ofMonth }, zone);
  }
  const [hour = 0, minute = 0, second = 0] = time.split(':').map(Number);
  return instantOfLocal({ year, month, day: ofMonth, second: hour * 3600 + minute * 60 + second }, zone);
}

/** To the second. */
export function writeLocal(instant: number, zone: string): string {
  return new Date(wallClock(instant, zone)).toISOString().slice(0, 19);
}

const weekMs = 7 * dayMs;
const yearMs = 365 * dayMs;

/**
 * A zone's offsets for three years before and after `now`, so that screens need no time zone database: opening the
 * browser's takes a slow phone 0.1 s.
 * @param now milliseconds since 1970 UTC
 */
export function makeZoneClock(zone: string, now: number): ZoneClock {
  const names = new Intl.DateTimeFormat('en-IN', { timeZone: zone, timeZoneName: 'short' });
  const offsetAt = (instant: number) => (wallClock(instant, zone) - instant) / minuteMs;
  const nameAt = (instant: number) =>
    names.formatToParts(instant).find(({ type }) => type === 'timeZoneName')?.value ?? zone;
  const since = Math.floor((now - 3 * yearMs) / minuteMs) * minuteMs;
  const until = since + 6 * yearMs;
  const changes: ZoneClock['changes'] = [{ from: since, offset: offsetAt(since), name: nameAt(since) }];
  for (let after = since; after < until; after += weekMs) {
    const offset = offsetAt(after + weekMs);
    if (offset === offsetAt(after)) continue;
    // Bisects to the first minute with the new offset.
    let [before, from] = [after, after + weekMs];
    while (from - before > minuteMs) {
      const middle = before + Math.floor((from - before) / 2 / minuteMs) * minuteMs;
      if (offsetAt(middle) === offset) from = middle;
      else before = middle;
    }
    changes.push({ from, offset, name: nameAt(from) });
  }
  return { until, changes };
}
