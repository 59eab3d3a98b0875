import { expect, test } from 'vitest';
import { readLocal, instantOfDay, instantOfLocal, lastOfDay, localMoment, localText } from './zoned-time.ts';

const noon = 12 * 3600;
const iso = (instant: number) => new Date(instant).toISOString();

test('a local time is read by its zone', () => {
  expect(iso(instantOfLocal({ year: 2024, month: 8, day: 1, second: 24 * 3600 - 1 }, 'Asia/Kolkata'))).toBe(
    '2024-08-01T18:29:59.000Z',
  );
  expect(iso(instantOfLocal({ year: 2026, month: 1, day: 15, second: noon }, 'America/New_York'))).toBe(
    '2026-01-15T17:00:00.000Z',
  );
  expect(iso(instantOfLocal({ year: 2026, month: 7, day: 15, second: noon }, 'America/New_York'))).toBe(
    '2026-07-15T16:00:00.000Z',
  );
});

test('a time that clocks show twice means the first, one that they skip the hour after', () => {
  const twice = { year: 2026, month: 11, day: 1, second: 1.5 * 3600 };
  expect(iso(instantOfLocal(twice, 'America/New_York'))).toBe('2026-11-01T05:30:00.000Z');
  const skipped = { year: 2026, month: 3, day: 8, second: 2.5 * 3600 };
  expect(localText(instantOfLocal(skipped, 'America/New_York'), 'America/New_York')).toBe(
    '2026-03-08 03:30:00',
  );
});

test.each([
  // Clocks go back an hour as the day ends: its last hour comes twice.
  [{ year: 2026, month: 10, day: 24 }, 'Asia/Beirut', '2026-10-24T21:59:59.999Z'],
  [{ year: 2026, month: 4, day: 4 }, 'America/Santiago', '2026-04-05T03:59:59.999Z'],
  // They go back after midnight, to midnight: the day has ended the first time.
  [{ year: 2026, month: 10, day: 31 }, 'America/Havana', '2026-11-01T03:59:59.999Z'],
  // They go on as the day ends, or not at all.
  [{ year: 2026, month: 3, day: 28 }, 'Asia/Beirut', '2026-03-28T21:59:59.999Z'],
  [{ year: 2026, month: 12, day: 31 }, 'Asia/Kolkata', '2026-12-31T18:29:59.999Z'],
  [{ year: 2010, month: 11, day: 6 }, 'America/St_Johns', '2010-11-07T03:29:59.999Z'],
])('the last of the day %j in %s', (day, zone, last) => {
  expect(iso(lastOfDay(day, zone))).toBe(last);
  expect(
    iso(
      readLocal(new Date(Date.UTC(day.year, day.month - 1, day.day)).toISOString().slice(0, 10), zone, 'end'),
    ),
  ).toBe(last);
});

test('the day of an instant begins at its midnight in the zone', () => {
  expect(iso(instantOfDay(Date.parse('2026-11-21T20:00:00Z'), 'Asia/Kolkata'))).toBe(
    '2026-11-21T18:30:00.000Z',
  );
  expect(iso(instantOfDay(Date.parse('2026-11-21T18:29:59.999Z'), 'Asia/Kolkata'))).toBe(
    '2026-11-20T18:30:00.000Z',
  );
  expect(iso(instantOfDay(Date.parse('2026-11-21T23:30:00.250Z'), 'Pacific/Apia'))).toBe(
    '2026-11-21T11:00:00.000Z',
  );
});

test.each(['Asia/Kolkata', 'America/New_York', 'Europe/London', 'Australia/Lord_Howe', 'UTC'])(
  'what clocks in %s show leads back to the instant, through a year',
  (zone) => {
    let repeated = 0;
    for (
      let instant = Date.parse('2026-01-01T00:00:00Z');
      instant < Date.parse('2027-01-01');
      instant += 7 * 3_600_000
    ) {
      const [day = '', time = ''] = localText(instant, zone).split(' ');
      const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
      const [hour = 0, minute = 0, second = 0] = time.split(':').map(Number);
      const found = instantOfLocal(
        { year, month, day: date, second: hour * 3600 + minute * 60 + second },
        zone,
      );
      // The hour that is shown twice leads back to its first time.
      if (found !== instant) repeated += 1;
    }
    expect(repeated).toBeLessThanOrEqual(1);
  },
);

test.each([
  ['2026-09-13T18:29:00Z', 'Asia/Kolkata', 'Sun 13 Sept 2026, 11:59 pm IST'],
  ['2026-11-21T18:30:00Z', 'Asia/Kolkata', 'Sun 22 Nov 2026, 12:00 am IST'],
  ['2026-01-05T09:00:00Z', 'UTC', 'Mon 5 Jan 2026, 9:00 am UTC'],
])('a moment for people is written as on screens: %s in %s', (instant, zone, text) => {
  expect(localMoment(Date.parse(instant), zone)).toBe(text);
});
