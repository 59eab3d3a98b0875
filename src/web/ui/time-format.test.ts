import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { makeZoneClock } from '#server/platform/zoned-time';
import {
  calendarDaysUntil,
  differsFromLocalTime,
  formatDay,
  formatInOtherZone,
  formatInstant,
  formatRelative,
  formatShortInstant,
  hasSameClock,
  nextMidnight,
  timeLeftParts,
  formatTimeLeft,
  zoneName,
  type Zone,
} from './time-format.ts';
import { formatTyped } from './typed-time.ts';

const instant = Date.parse('2026-11-21T20:30:00.000Z');
const kolkata = { name: 'Asia/Kolkata' };
const utc = { name: 'UTC' };

it.each([
  ['2026-11-03', '3 Nov 2026'],
  ['2026-11-21T14:30', '21 Nov 2026, 2:30 pm'],
])('a field’s %s is %s', (value, words) => {
  expect(formatTyped(value)).toBe(words);
});

describe('times by the offsets in the page', () => {
  it.each([
    'Asia/Kolkata',
    'Asia/Kathmandu',
    'Europe/London',
    'America/New_York',
    'Australia/Lord_Howe',
    'UTC',
  ])('equal those of the time zone database: %s', (name) => {
    const clock = makeZoneClock(name, instant);
    const { changes, until } = clock;
    const edges = changes.flatMap(({ from }) => [from - 1, from, from + 1]);
    const spread = Array.from({ length: 400 }, (_, i) => instant + (i - 200) * 5.37 * 86_400_000);
    for (const ms of [...edges, ...spread, until - 1, until, until + 1]) {
      expect(formatInstant(ms, { name, clock }), String(ms)).toBe(formatInstant(ms, { name }));
    }
  });
});

describe('formatted times', () => {
  it.each([
    ['2026-12-01T20:06:00.000Z', 'Wed 2 Dec, 1:36 am'],
    ['2026-11-21T06:30:00.000Z', 'Sat 21 Nov, 12:00 pm'],
    ['2026-11-20T18:30:00.000Z', 'Sat 21 Nov, 12:00 am'],
    ['2024-08-01T18:29:59.000Z', 'Thu 1 Aug 2024, 11:59 pm'],
  ])('%s is short for the eye: %s', (iso, text) => {
    expect(formatShortInstant(Date.parse(iso), instant, kolkata)).toBe(text);
  });

  it('names the zone on its own', () => {
    expect([zoneName(instant, kolkata), zoneName(instant, utc)]).toEqual(['IST', 'UTC']);
  });

  it('formats day and instant in the given zone', () => {
    expect(formatDay(instant, kolkata)).toBe('22 Nov 2026');
    expect(formatInstant(instant, kolkata)).toBe('22 Nov 2026, 02:00 IST');
    expect(formatInstant(Date.parse('2026-11-21T18:30:00.000Z'), kolkata)).toBe('22 Nov 2026, 00:00 IST');
  });

  it('omits the day in another zone when it is the same', () => {
    const inUtc = (ms: number, format: (zone: Zone) => string) => formatInOtherZone(ms, utc, kolkata, format);
    const noon = Date.parse('2026-11-21T12:00:00.000Z');
    expect(inUtc(instant, (zone) => formatInstant(instant, zone))).toBe('21 Nov 2026, 20:30 UTC');
    expect(inUtc(noon, (zone) => formatInstant(noon, zone))).toBe('12:00 UTC');
    expect(inUtc(instant, (zone) => formatShortInstant(instant, instant, zone))).toBe(
      'Sat 21 Nov, 8:30 pm UTC',
    );
    expect(inUtc(noon, (zone) => formatShortInstant(noon, instant, zone))).toBe('12:00 pm UTC');
  });

  it("compares the device's clock, not zone names", () => {
    vi.stubEnv('TZ', 'Asia/Colombo');
    onTestFinished(() => void vi.unstubAllEnvs());
    for (const at of [instant, Date.parse('2026-01-05T03:04:00.000Z')]) {
      expect(differsFromLocalTime(at, kolkata)).toBe(false);
      expect(differsFromLocalTime(at, { name: 'Asia/Kathmandu' }), 'a quarter of an hour').toBe(true);
      expect(differsFromLocalTime(at, { name: 'Asia/Karachi' }), 'half an hour').toBe(true);
      expect(differsFromLocalTime(at, { name: 'Europe/London' })).toBe(true);
    }
    // Half past noon on Samoa is as much on Kiritimati, a day apart.
    vi.stubEnv('TZ', 'Pacific/Pago_Pago');
    expect(differsFromLocalTime(instant, { name: 'Pacific/Kiritimati' })).toBe(true);
  });

  it('compares the clocks of two zones, whatever their names', () => {
    expect(hasSameClock(instant, { name: 'Asia/Colombo' }, kolkata)).toBe(true);
    expect(hasSameClock(instant, { name: 'Asia/Kathmandu' }, kolkata)).toBe(false);
    expect(hasSameClock(instant, { name: 'Europe/London' }, utc)).toBe(true);
    expect(hasSameClock(Date.parse('2026-07-05T03:04:00.000Z'), { name: 'Europe/London' }, utc)).toBe(false);
    // The same time of the day, a day apart.
    const samoa = { name: 'Pacific/Pago_Pago' };
    expect(hasSameClock(instant, samoa, { name: 'Pacific/Kiritimati' })).toBe(false);
    // A zone whose offsets came with the page equals the same zone by the browser's own database.
    const clock = makeZoneClock('Asia/Kolkata', instant);
    expect(hasSameClock(instant, kolkata, { ...kolkata, clock })).toBe(true);
  });

  it('formats relative times', () => {
    expect(formatRelative(instant - 30_000, instant)).toBe('just now');
    expect(formatRelative(instant - 3 * 3_600_000, instant)).toBe('3 hours ago');
    expect(formatRelative(instant - 47 * 3_600_000, instant)).toBe('1 day ago');
    expect(formatRelative(instant + 47 * 3_600_000, instant)).toBe('in 1 day');
    expect(formatRelative(instant + 2 * 86_400_000, instant)).toBe('in 2 days');
    const standard = new Intl.RelativeTimeFormat('en');
    const sizes = { minute: 60_000, hour: 3_600_000, day: 86_400_000, week: 7 * 86_400_000 };
    for (const [unit, size] of Object.entries(sizes)) {
      for (const count of [-3, -2, -1, 1, 2, 3]) {
        const expected = standard.format(count, unit as Intl.RelativeTimeFormatUnit);
        expect(formatRelative(instant + count * size, instant)).toBe(expected);
      }
    }
  });
});

describe('time left', () => {
  it('counts whole units down to zero and no further', () => {
    expect(timeLeftParts(instant, instant - 90_061_500)).toEqual({
      days: 1,
      hours: 1,
      minutes: 1,
      seconds: 1,
    });
    expect(timeLeftParts(instant, instant)).toEqual({ days: 0, hours: 0, minutes: 0, seconds: 0 });
    expect(timeLeftParts(instant, instant + 5_000)).toEqual({ days: 0, hours: 0, minutes: 0, seconds: 0 });
  });

  it('formats it as text', () => {
    expect(formatTimeLeft(instant, instant - 2 * 86_400_000 - 3_600_000)).toBe('2 days and 1 hour');
    expect(formatTimeLeft(instant, instant - 20_000)).toBe('less than a minute');
  });
});

describe('days by the calendar', () => {
  const at = (text: string) => Date.parse(text);
  it.each([
    ['2026-11-21T18:29:00.000Z', '2026-11-21T18:29:59.000Z', 0],
    // Midnight in Kolkata lies between them.
    ['2026-11-21T18:29:00.000Z', '2026-11-21T18:30:00.000Z', 1],
    ['2026-11-21T02:00:00.000Z', '2026-11-22T17:00:00.000Z', 1],
    ['2026-09-30T20:00:00.000Z', '2027-01-01T20:00:00.000Z', 93],
    ['2028-02-28T06:00:00.000Z', '2028-03-01T06:00:00.000Z', 2],
  ])('from %s to %s: %i', (now, until, days) => {
    expect(calendarDaysUntil(at(until), at(now), kolkata)).toBe(days);
  });

  it('the next midnight is that of the zone', () => {
    const midnight = at('2026-11-21T18:30:00.000Z');
    expect(nextMidnight(midnight - 1, kolkata)).toBe(midnight);
    expect(nextMidnight(midnight, kolkata)).toBe(midnight + 86_400_000);
  });
});
