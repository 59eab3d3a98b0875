import { clockOfLocal } from '#contract/clock-words';
import type { ZoneClock } from '#contract/page-rendering';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** The page's offsets replace the browser's time zone database. */
export type Zone = { name: string; clock?: ZoneClock };

export const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sept', 'Oct', 'Nov', 'Dec'];

/** Undefined for zones and times without the page's offsets. */
function formatByClock(ms: number, { clock }: Zone): string | undefined {
  if (clock === undefined || ms >= clock.until) return undefined;
  const offset = clock.changes.findLast(({ from }) => from <= ms);
  if (offset === undefined) return undefined;
  const local = new Date(ms + offset.offset * minuteMs);
  const twoDigits = (part: number) => String(part).padStart(2, '0');
  const day = `${local.getUTCDate()} ${months[local.getUTCMonth()]} ${local.getUTCFullYear()}`;
  return `${day}, ${twoDigits(local.getUTCHours())}:${twoDigits(local.getUTCMinutes())} ${offset.name}`;
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** Formatters are slow to create. */
function formatByIntl(ms: number, zone: string): string {
  let format = formats.get(zone);
  if (format === undefined) {
    format = new Intl.DateTimeFormat('en-IN', {
      timeZone: zone,
      day: 'numeric',
      month: 'short',
      year: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
      timeZoneName: 'short',
    });
    formats.set(zone, format);
  }
  return format.format(ms);
}

/** `21 Nov 2026, 14:30 IST`. */
export function formatInstant(ms: number, zone: Zone): string {
  return formatByClock(ms, zone) ?? formatByIntl(ms, zone.name);
}

/** `21 Nov 2026`. */
export function formatDay(ms: number, zone: Zone): string {
  const [day = ''] = formatInstant(ms, zone).split(', ', 1);
  return day;
}

/** Counts up by one each day. */
function dayNumber(ms: number, zone: Zone): number {
  const [day = '', month = '', year = ''] = formatDay(ms, zone).split(' ');
  return Date.UTC(Number(year), months.indexOf(month), Number(day)) / dayMs;
}

/** Midnights between two instants: 0 today, 1 tomorrow. */
export function calendarDaysUntil(until: number, now: number, zone: Zone): number {
  return dayNumber(until, zone) - dayNumber(now, zone);
}

const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

/** `1:36 am`. */
function formatTimeOfDay(ms: number, zone: Zone): string {
  const [clock = ''] = /\d+:\d+/.exec(formatInstant(ms, zone)) ?? [];
  return clockOfLocal(clock);
}

/** `21 Nov 2026, 2:30 pm IST`, as the rest of the screen writes the time of day. */
export function formatFullInstant(ms: number, zone: Zone): string {
  return `${formatDay(ms, zone)}, ${formatTimeOfDay(ms, zone)} ${zoneName(ms, zone)}`;
}

/** With the year only if it differs: `Wed 2 Dec, 1:36 am`. */
export function formatShortInstant(ms: number, now: number, zone: Zone): string {
  const [day, month, year] = formatDay(ms, zone).split(' ');
  const weekday = weekdays[new Date(dayNumber(ms, zone) * dayMs).getUTCDay()];
  const otherYear = formatDay(now, zone).endsWith(` ${year}`) ? '' : ` ${year}`;
  return `${weekday} ${day} ${month}${otherYear}, ${formatTimeOfDay(ms, zone)}`;
}

/** `IST`. */
export function zoneName(ms: number, zone: Zone): string {
  return formatInstant(ms, zone).split(' ').at(-1) ?? '';
}

/** Up to an hour off on the day of a clock change. */
export function nextMidnight(now: number, zone: Zone): number {
  const [, hours, minutes] = /(\d+):(\d+) /.exec(formatInstant(now, zone)) ?? [];
  return now - (now % minuteMs) + dayMs - Number(hours) * hourMs - Number(minutes) * minuteMs;
}

/** `2:30 pm` on the same day, else `Sat 21 Nov, 2:30 pm`. */
export function formatClock(ms: number, now: number, zone: Zone): string {
  const isToday = formatDay(ms, zone) === formatDay(now, zone);
  return isToday ? formatTimeOfDay(ms, zone) : formatShortInstant(ms, now, zone);
}

/** With the day where it differs from the day in `from`, and with the zone. */
export function formatInOtherZone(
  ms: number,
  zone: Zone,
  from: Zone,
  format: (zone: Zone) => string,
): string {
  const name = zoneName(ms, zone);
  const text = format(zone);
  const shown = formatDay(ms, zone) === formatDay(ms, from) ? (text.split(', ').at(-1) ?? text) : text;
  return shown.endsWith(name) ? shown : `${shown} ${name}`;
}

/**
 * Avoids `resolvedOptions().timeZone`, which costs a slow phone more than all other formatting of a screen.
 */
export function differsFromLocalTime(ms: number, zone: Zone): boolean {
  const here = new Date(ms);
  const there = /^(\d+) .*?(\d+):(\d+) /.exec(formatInstant(ms, zone));
  return [here.getDate(), here.getHours(), here.getMinutes()].some(
    (part, i) => part !== Number(there?.[i + 1]),
  );
}

export function hasSameClock(ms: number, one: Zone, other: Zone): boolean {
  const clockOf = (zone: Zone) => formatInstant(ms, zone).replace(/ [^ ]*$/, '');
  return clockOf(one) === clockOf(other);
}

const steps: [unit: string, size: number][] = [
  ['year', 365 * dayMs],
  ['month', 30 * dayMs],
  ['week', 7 * dayMs],
  ['day', dayMs],
  ['hour', hourMs],
  ['minute', minuteMs],
];

/** `3 hours ago`, `in 1 day`, `just now` within a minute. Names no day: 47 hours from now is not tomorrow. */
export function formatRelative(ms: number, now: number): string {
  const distance = ms - now;
  for (const [unit, size] of steps) {
    const count = Math.trunc(Math.abs(distance) / size);
    if (count === 0) continue;
    const text = `${count} ${unit}${count === 1 ? '' : 's'}`;
    return distance > 0 ? `in ${text}` : `${text} ago`;
  }
  return 'just now';
}

/** In whole units; zero once it has passed. */
export function timeLeftParts(
  until: number,
  now: number,
): { days: number; hours: number; minutes: number; seconds: number } {
  const left = Math.max(0, Math.floor((until - now) / 1000));
  return {
    days: Math.floor(left / 86_400),
    hours: Math.floor(left / 3_600) % 24,
    minutes: Math.floor(left / 60) % 60,
    seconds: left % 60,
  };
}

/** `2 days, 3 hours and 5 minutes`. */
export function formatTimeLeft(until: number, now: number): string {
  const { days, hours, minutes } = timeLeftParts(until, now);
  const parts = Object.entries({ day: days, hour: hours, minute: minutes })
    .filter(([, count]) => count > 0)
    .map(([unit, count]) => `${count} ${unit}${count === 1 ? '' : 's'}`);
  const last = parts.pop();
  if (last === undefined) return 'less than a minute';
  return parts.length === 0 ? last : `${parts.join(', ')} and ${last}`;
}
