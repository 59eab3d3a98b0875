const locale = 'en-IN';

const formats = new Map<string, Intl.DateTimeFormat>();

/** Formats are slow to make and are asked for often. */
function format(zone: string, kind: 'instant' | 'day'): Intl.DateTimeFormat {
  const key = `${kind} ${zone}`;
  let made = formats.get(key);
  if (made === undefined) {
    made = new Intl.DateTimeFormat(locale, {
      timeZone: zone,
      day: 'numeric',
      month: 'short',
      year: 'numeric',
      ...(kind === 'instant' && {
        hour: '2-digit',
        minute: '2-digit',
        hourCycle: 'h23',
        timeZoneName: 'short',
      }),
    });
    formats.set(key, made);
  }
  return made;
}

/** A day: `21 Nov 2026`. */
export function formatDay(ms: number, zone: string): string {
  return format(zone, 'day').format(ms);
}

/** An instant with its zone: `21 Nov 2026, 14:30 IST`. */
export function formatInstant(ms: number, zone: string): string {
  return format(zone, 'instant').format(ms);
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

/** Made once, when first asked for: a forum tells some hundred times at a go, other screens never. */
let relative: Intl.RelativeTimeFormat | undefined;

const steps: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 365 * 86_400_000],
  ['month', 30 * 86_400_000],
  ['week', 7 * 86_400_000],
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
];

/** How long ago or ahead: `3 hours ago`, `in 2 days`, `just now` within a minute. */
export function formatRelative(ms: number, now: number): string {
  const distance = ms - now;
  for (const [unit, size] of steps) {
    if (Math.abs(distance) >= size) {
      relative ??= new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
      return relative.format(Math.trunc(distance / size), unit);
    }
  }
  return 'just now';
}

/** What is left until an instant, in whole parts; zero when it has passed. */
export function partsLeft(
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
export function wordsLeft(until: number, now: number): string {
  const { days, hours, minutes } = partsLeft(until, now);
  const words = Object.entries({ day: days, hour: hours, minute: minutes })
    .filter(([, count]) => count > 0)
    .map(([unit, count]) => `${count} ${unit}${count === 1 ? '' : 's'}`);
  return words.length === 0
    ? 'less than a minute'
    : new Intl.ListFormat('en-GB', { type: 'conjunction' }).format(words);
}
