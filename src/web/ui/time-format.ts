import type { ZoneClock } from '#contract/screens';

/** The zone whose clock came with the page. */
let known: ({ zone: string } & ZoneClock) | undefined;

/** Tells times in a zone by a clock that came with the page. */
export function setZoneClock(zone: string, clock: ZoneClock): void {
  known = { zone, ...clock };
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sept', 'Oct', 'Nov', 'Dec'];

/** By the known clock; undefined where it says nothing. */
function formatByClock(ms: number, zone: string): string | undefined {
  if (known?.zone !== zone || ms >= known.until) return undefined;
  const change = known.changes.findLast(({ from }) => from <= ms);
  if (change === undefined) return undefined;
  const shown = new Date(ms + change.offset * 60_000);
  const two = (part: number) => String(part).padStart(2, '0');
  const day = `${shown.getUTCDate()} ${months[shown.getUTCMonth()]} ${shown.getUTCFullYear()}`;
  return `${day}, ${two(shown.getUTCHours())}:${two(shown.getUTCMinutes())} ${change.name}`;
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** By the browser's time zone database; formats are slow to make and are asked for often. */
function formatByZone(ms: number, zone: string): string {
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

/** An instant with its zone: `21 Nov 2026, 14:30 IST`. */
export function formatInstant(ms: number, zone: string): string {
  return formatByClock(ms, zone) ?? formatByZone(ms, zone);
}

/** A day: `21 Nov 2026`. */
export function formatDay(ms: number, zone: string): string {
  const [day = ''] = formatInstant(ms, zone).split(', ', 1);
  return day;
}

/** Only what differs from the same instant elsewhere: `09:00 GMT`, with the day when that differs too. */
export function formatElsewhere(ms: number, zone: string, from: string): string {
  const there = formatInstant(ms, zone);
  return formatDay(ms, zone) === formatDay(ms, from) ? (there.split(', ').at(-1) ?? there) : there;
}

/**
 * Whether this device's clock shows another time than a zone's at an instant. It does not ask for the device's zone, which
 * costs a slow phone more than all other formatting of a screen.
 */
export function differsHere(ms: number, zone: string): boolean {
  const here = new Date(ms);
  const there = /^(\d+) .*?(\d+):(\d+) /.exec(formatInstant(ms, zone));
  return [here.getDate(), here.getHours(), here.getMinutes()].some(
    (part, i) => part !== Number(there?.[i + 1]),
  );
}

const steps: [unit: string, size: number, next?: string, last?: string][] = [
  ['year', 365 * 86_400_000, 'next year', 'last year'],
  ['month', 30 * 86_400_000, 'next month', 'last month'],
  ['week', 7 * 86_400_000, 'next week', 'last week'],
  ['day', 86_400_000, 'tomorrow', 'yesterday'],
  ['hour', 3_600_000],
  ['minute', 60_000],
];

/** How long ago or ahead: `3 hours ago`, `in 2 days`, `just now` within a minute. */
export function formatRelative(ms: number, now: number): string {
  const distance = ms - now;
  for (const [unit, size, next, last] of steps) {
    const count = Math.trunc(Math.abs(distance) / size);
    if (count === 0) continue;
    const special = distance > 0 ? next : last;
    if (count === 1 && special !== undefined) return special;
    const words = `${count} ${unit}${count === 1 ? '' : 's'}`;
    return distance > 0 ? `in ${words}` : `${words} ago`;
  }
  return 'just now';
}

/** What is left until an instant, in whole parts; zero when it has passed. */
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

/** The same in words, without the seconds: `2 days, 3 hours and 5 minutes`. */
export function formatTimeLeft(until: number, now: number): string {
  const { days, hours, minutes } = timeLeftParts(until, now);
  const words = Object.entries({ day: days, hour: hours, minute: minutes })
    .filter(([, count]) => count > 0)
    .map(([unit, count]) => `${count} ${unit}${count === 1 ? '' : 's'}`);
  const last = words.pop();
  if (last === undefined) return 'less than a minute';
  return words.length === 0 ? last : `${words.join(', ')} and ${last}`;
}
