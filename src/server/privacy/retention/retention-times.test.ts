import { expect, test } from 'vitest';
import { dayMs, hourMs } from '#contract/durations';
import * as times from './retention-times.ts';

test.each([
  ['2029-11-29T10:00:00.000Z', 3, '2026-11-29T10:00:00.000Z'],
  ['2028-02-29T23:59:59.999Z', 1, '2027-02-28T23:59:59.999Z'],
  ['2028-02-29T00:00:00.000Z', 4, '2024-02-29T00:00:00.000Z'],
  ['2028-03-01T00:00:00.000Z', 1, '2027-03-01T00:00:00.000Z'],
  ['2046-12-31T12:00:00.000Z', 20, '2026-12-31T12:00:00.000Z'],
])('%s, %i years before', (now, years, expected) => {
  expect(new Date(times.yearsBefore(Date.parse(now), years)).toISOString()).toBe(expected);
});

const nothing = {
  startsAt: 0,
  vivaDeadline: null,
  frozenAt: null,
  signedUpAt: 0,
  startedAt: null,
  submittedAt: null,
  extendedTo: null,
};

test.each([
  ['the last day of a viva without a deadline of its own', {}, 35],
  ['the batch’s deadline, also an earlier one', { vivaDeadline: 20 * dayMs }, 20],
  ['a later freeze', { frozenAt: 50 * dayMs }, 50],
  ['a later choice, with its own 35 days', { startedAt: 30 * dayMs, vivaDeadline: 20 * dayMs }, 65],
  ['a later submission', { submittedAt: 90 * dayMs, startedAt: 1 }, 90],
  ['an extension', { extendedTo: 80 * dayMs }, 80],
  ['an account made later, by who typed an old batch', { signedUpAt: 400 * dayMs }, 400],
])('a batch ends for a student with %s', (_, facts, days) => {
  expect(times.endOfBatch({ ...nothing, ...facts })).toBe(days * dayMs);
});

test('an hour counts at most of each look; a clock set back and a long gap count as nothing known', () => {
  const lookedAt = 1e12;
  const after = (ms: number) => times.observedSince(lookedAt, lookedAt + ms);
  expect(times.observedSince(null, 5)).toBe(0);
  expect([after(0), after(600_000), after(hourMs), after(5 * hourMs), after(3 * dayMs)]).toEqual([
    0,
    600_000,
    hourMs,
    hourMs,
    hourMs,
  ]);
  expect([after(-1), after(-dayMs), after(3 * dayMs + 1)]).toEqual([null, null, null]);
});

test('both notices must be old enough, by the clock and by what was observed', () => {
  const office = { at: 0, observedMs: 0 };
  const person = { at: 5 * dayMs, observedMs: 5 * dayMs };
  const at = (now: number, observedMs = now) => ({ now, observedMs });
  const due = 7 * dayMs + hourMs;
  expect(times.isRemovalDue(office, person, at(due))).toBe(true);
  expect(times.isRemovalDue(office, person, at(due - 1))).toBe(false);
  expect(times.isRemovalDue(office, null, at(due)), 'not told').toBe(false);
  expect(times.isRemovalDue(office, person, at(40 * dayMs, due - 1)), 'a clock that jumped').toBe(false);
  expect(times.isRemovalDue(office, person, at(due - 1, 40 * dayMs))).toBe(false);
  const late = { at: 6 * dayMs, observedMs: 6 * dayMs };
  expect(times.isRemovalDue(office, late, at(due)), '48 hours for the person').toBe(false);
  expect(times.isRemovalDue(office, late, at(8 * dayMs + hourMs))).toBe(true);
});

test('the day that is named is never earlier than the removal can be', () => {
  expect(times.notBefore(0, 4 * dayMs)).toBe(7 * dayMs + hourMs);
  expect(times.notBefore(0, null)).toBe(7 * dayMs + hourMs);
  expect(times.notBefore(0, 9 * dayMs)).toBe(11 * dayMs + hourMs);
});
