import fc from 'fast-check';
import { expect, test } from 'vitest';
import '#support/same-draws';
import { opensAt } from '#contract/dates';
import { dayMs, hourMs } from '#contract/durations';
import { localText } from '../platform/zoned-time.ts';
import { commonDueAt, dueAt, dueInstant, extendedSince, isLateNow, type DueFrom } from './due-dates.ts';

const at = (text: string) => Date.parse(text);
const local = (instant: number, zone: string) => localText(instant, zone);
/** Zones whose clocks change at midnight, at night, by half an hour, not at all, or that have left a day out. */
const zones = [
  'Asia/Kolkata',
  'Europe/Berlin',
  'America/New_York',
  'Australia/Lord_Howe',
  'Asia/Beirut',
  'America/Sao_Paulo',
  'America/Havana',
  'Africa/Cairo',
  'Pacific/Apia',
  'UTC',
];

test.each([
  // So many days after the opening's own day, to its end.
  [{ days: 3 }, '2026-11-10T05:00:00Z', 'Asia/Kolkata', '2026-11-13 23:59:59'],
  // 20:00 UTC is the next day in Kolkata.
  [{ days: 1 }, '2026-11-10T20:00:00Z', 'Asia/Kolkata', '2026-11-12 23:59:59'],
  [{ date: '2026-12-01' }, '2026-11-10T05:00:00Z', 'Asia/Kolkata', '2026-12-01 23:59:59'],
  // Whoever starts late has a day, to its end.
  [{ date: '2026-11-10' }, '2026-11-10T05:00:00Z', 'Asia/Kolkata', '2026-11-11 23:59:59'],
  [{ date: '2026-11-01' }, '2026-11-10T20:00:00Z', 'Asia/Kolkata', '2026-11-12 23:59:59'],
  // The clocks go forward on 29 March, and at midnight in Beirut.
  [{ days: 2 }, '2026-03-27T12:00:00Z', 'Europe/Berlin', '2026-03-29 23:59:59'],
  [{ days: 1 }, '2026-03-27T12:00:00Z', 'Asia/Beirut', '2026-03-28 23:59:59'],
  [{ date: '2026-10-25' }, '2026-10-01T12:00:00Z', 'Europe/Berlin', '2026-10-25 23:59:59'],
])('%j after %s in %s is due %s', (day, opens, zone, expected) => {
  const due = dueInstant(day, at(opens), zone);
  expect(local(due, zone)).toBe(expected);
  expect(local(due + 1, zone).slice(0, 10)).not.toBe(expected.slice(0, 10));
});

const instants = fc.integer({ min: at('2010-01-01T00:00:00Z'), max: at('2037-12-31T00:00:00Z') });

test('days count in the calendar of the zone, whatever its clocks do, and last to their end', () => {
  fc.assert(
    fc.property(
      instants,
      fc.integer({ min: 1, max: 366 }),
      fc.constantFrom(...zones),
      (opens, days, zone) => {
        const due = dueInstant({ days }, opens, zone);
        const [opening, last] = [opens, due].map((instant) => local(instant, zone).slice(0, 10));
        // Samoa had no 30 December 2011: that day has no end of its own.
        if (zone === 'Pacific/Apia' && (opening ?? '') <= '2011-12-31' && (last ?? '') >= '2011-12-29')
          return;
        expect((at(`${last}T00:00:00Z`) - at(`${opening}T00:00:00Z`)) / dayMs).toBe(days);
        expect(local(due + 1, zone).slice(0, 10) > (last ?? '')).toBe(true);
      },
    ),
  );
});

test('a date is never before its own end, never within a day of the opening, and always the end of a day', () => {
  fc.assert(
    fc.property(instants, instants, fc.constantFrom(...zones), (opens, dated, zone) => {
      const date = new Date(dated).toISOString().slice(0, 10);
      const due = dueInstant({ date }, opens, zone);
      const last = local(due, zone).slice(0, 10);
      expect(due).toBeGreaterThanOrEqual(opens + dayMs);
      expect(last >= date || date === '2011-12-30').toBe(true);
      expect(local(due + 1, zone).slice(0, 10) > last).toBe(true);
      // No later than either demands.
      expect(last === date || due < opens + 2 * dayMs + 2 * hourMs || date === '2011-12-30').toBe(true);
    }),
  );
});

const start = at('2026-11-01T09:00:00Z');
const from: DueFrom = {
  start,
  dueDays: { 'week-1': { days: 2 } },
  batchDeadline: null,
  extensions: {},
  zone: 'Asia/Kolkata',
};

test('without due days nothing is due but the viva, as specified', () => {
  const none = { ...from, dueDays: {} };
  expect(dueAt('week-1', none)).toBeNull();
  expect(dueAt('final', none)).toBeNull();
  expect(dueAt('viva', none)).toBe(start + 35 * dayMs);
  expect(dueAt('viva', { ...none, batchDeadline: 7 })).toBe(7);
});

test('an extension gives time and takes none away; without a due day it has nothing to extend', () => {
  const common = commonDueAt('week-1', from) as number;
  expect(common).toBe(dueInstant({ days: 2 }, opensAt('week-1', start), from.zone));
  const extended = (due_at: number) =>
    dueAt('week-1', { ...from, extensions: { 'week-1': { due_at, granted_at: 1 } } });
  expect(extended(common + 5)).toBe(common + 5);
  expect(extended(common - 5)).toBe(common);
  expect(dueAt('week-2', { ...from, extensions: { 'week-2': { due_at: 9, granted_at: 1 } } })).toBeNull();
});

test('more time given afterwards stands beside a receipt, which keeps what held', () => {
  const version = { task: 'week-1', submitted_at: 100, due_at: 90, late: 1 } as const;
  const given = { 'week-1': { due_at: 120, granted_at: 110 } };
  expect(extendedSince(version, given)).toEqual(given['week-1']);
  expect(extendedSince({ ...version, submitted_at: 115, due_at: 120 }, given)).toBeNull();
  expect(extendedSince({ ...version, submitted_at: 115 }, given), 'given before').toBeNull();
  expect(extendedSince({ ...version, due_at: null }, given)).toBeNull();
  expect(extendedSince(version, { 'week-2': given['week-1'] })).toBeNull();
  expect(isLateNow(version, {})).toBe(true);
  expect(isLateNow(version, given)).toBe(false);
  expect(isLateNow({ ...version, submitted_at: 121 }, given)).toBe(true);
  expect(isLateNow({ ...version, late: 0 }, {})).toBe(false);
});

test('a day lasts to its end where clocks go back before it, too', () => {
  const opens = Date.parse('2026-10-01T00:00:00Z');
  const ends = Date.parse('2026-10-24T21:59:59.999Z');
  expect(dueInstant({ date: '2026-10-24' }, opens, 'Asia/Beirut')).toBe(ends);
  expect(dueInstant({ days: 7 }, Date.parse('2026-10-17T10:00:00Z'), 'Asia/Beirut')).toBe(ends);
});
