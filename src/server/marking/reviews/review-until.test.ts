import { expect, it } from 'vitest';
import { reviewUntil } from './review-until.ts';

const zone = 'Asia/Kolkata';
const at = (text: string) => Date.parse(`${text}+05:30`);
const mark = (released: string | null, changed: string | null = null) => ({
  marked_at: at('2026-11-01T09:00'),
  released_at: released === null ? null : at(released),
  number_since: changed === null ? null : at(changed),
});
const untilOf = (of: ReturnType<typeof mark>, days: number | null = 7) => reviewUntil(of, { days, zone });
const endOf = (day: string) => at(`${day}T23:59:59.999`);

it("ends with the academy's day, so many days after the release", () => {
  expect(untilOf(mark('2026-11-03T00:00'))).toBe(endOf('2026-11-10'));
  expect(untilOf(mark('2026-11-03T23:59'))).toBe(endOf('2026-11-10'));
  expect(untilOf(mark('2026-11-03T12:00'), 1)).toBe(endOf('2026-11-04'));
  expect(untilOf(mark('2026-12-28T12:00'), 7)).toBe(endOf('2027-01-04'));
  expect(untilOf(mark('2026-11-03T12:00'), null)).toBeNull();
});

it('counts from the mark where an earlier version stored no release, and anew from a changed number', () => {
  expect(untilOf(mark(null))).toBe(endOf('2026-11-08'));
  expect(untilOf(mark('2026-11-03T12:00', '2026-11-20T12:00'))).toBe(endOf('2026-11-27'));
  expect(untilOf(mark('2026-11-21T12:00', '2026-11-20T12:00')), 'released again').toBe(endOf('2026-11-28'));
});

it('has the length of the days where clocks change', () => {
  const released = { marked_at: 0, released_at: Date.parse('2026-10-24T22:30Z'), number_since: null };
  // In Berlin that is 25 October, the day of 25 hours.
  expect(reviewUntil(released, { days: 1, zone: 'Europe/Berlin' })).toBe(
    Date.parse('2026-10-26T22:59:59.999Z'),
  );
});
