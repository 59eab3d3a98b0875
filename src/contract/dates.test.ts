import { expect, test } from 'vitest';
import { dayMs } from './durations.ts';
import { isLate, isOpen, isoInstant, opensAt, parseWeek, tasks, vivaDeadline } from './dates.ts';

const start = Date.parse('2026-11-02T04:30:00.000Z');

test.each([
  ['week-1', 7],
  ['week-2', 14],
  ['week-3', 21],
  ['week-4', 28],
  ['final', 28],
  ['viva', 28],
] as const)('%s opens %i days after the start, to the millisecond', (task, days) => {
  const opening = start + days * dayMs;
  expect(opensAt(task, start)).toBe(opening);
  expect(isOpen(task, start, opening - 1)).toBe(false);
  expect(isOpen(task, start, opening)).toBe(true);
  expect(isOpen(task, start, opening + 1)).toBe(true);
  expect(isOpen(task, start, start)).toBe(false);
});

test('every task stands in the table above', () => {
  expect(tasks).toEqual(['week-1', 'week-2', 'week-3', 'week-4', 'final', 'viva']);
});

test('days are of 24 hours, also where a zone changes its clocks', () => {
  const beforeChange = Date.parse('2026-03-28T12:00:00.000+01:00');
  expect(isoInstant(opensAt('week-1', beforeChange))).toBe('2026-04-04T11:00:00.000Z');
});

test("the viva's deadline is the batch's own, else 35 days after the start", () => {
  expect(vivaDeadline(start, null)).toBe(start + 35 * dayMs);
  expect(vivaDeadline(start, start + dayMs)).toBe(start + dayMs);
  expect(vivaDeadline(start, 0)).toBe(0);
});

test('late begins one millisecond after the deadline, and never without one', () => {
  expect(isLate(start, start)).toBe(false);
  expect(isLate(start + 1, start)).toBe(true);
  expect(isLate(Number.MAX_SAFE_INTEGER, null)).toBe(false);
});

test.each(['0', '5', '01', ' 1', '1 ', '1.0', '', 'one', '१', '1\n2', '-1', 'week-1'])(
  '%j is no week',
  (value) => {
    expect(parseWeek(value)).toBeNull();
  },
);

test('1 to 4 are weeks', () => {
  expect(['1', '2', '3', '4'].map(parseWeek)).toEqual([1, 2, 3, 4]);
});

test('an instant is written in UTC with milliseconds', () => {
  expect(isoInstant(start)).toBe('2026-11-02T04:30:00.000Z');
  expect(isoInstant(start + 7)).toBe('2026-11-02T04:30:00.007Z');
  expect(isoInstant(-1)).toBe('1969-12-31T23:59:59.999Z');
  expect(() => isoInstant(Number.NaN)).toThrow(RangeError);
});

test('instants are written as Date writes them', () => {
  const hour = 3_600_000;
  for (let ms = Date.UTC(1969, 11, 30); ms < Date.UTC(2101, 0, 1); ms += 397 * hour + 61_007) {
    expect(isoInstant(ms)).toBe(new Date(ms).toISOString());
  }
});
