import { expect, test } from 'vitest';
import { delayByClock, laterBy, nextViva } from './day.ts';

const start = Date.parse('2026-12-03T04:30:00Z');
const after = (minutes: number) => start + minutes * 60_000;
const viva = (minutes: number, attendance: object | null = null) => ({
  starts_at: new Date(after(minutes)).toISOString(),
  minutes: 20,
  attendance,
});
const come = { state: 'came' };

test.each([
  ['before the first', [viva(0), viva(25)], -1, null],
  ['on the minute', [viva(0)], 0, null],
  ['12 minutes after it, with seconds', [viva(0), viva(25)], 12.9, 12],
  ['the first has come, the second is due', [viva(0, come), viva(25)], 40, 15],
  ['the second is not due yet', [viva(0, come), viva(25)], 20, null],
  ['all are recorded', [viva(0, come)], 40, null],
  ['more than a delay can be', [viva(0)], 241, null],
  ['no vivas', [], 0, null],
])('the delay by the clock: %s', (_, vivas, minutes, expected) => {
  expect(delayByClock(vivas, after(minutes))).toBe(expected);
});

test.each([
  [0, -5, 0],
  [3, -5, 0],
  [10, 5, 15],
  [238, 5, 240],
])('%i minutes and %i are %i', (minutes, step, expected) => {
  expect(laterBy(minutes, step)).toBe(expected);
});

test.each([
  ['in time', 10, 0, 0],
  ['its time has passed', 20, 0, 25],
  ['its time has passed, but the room is late', 25, 10, 0],
  ['everything has passed', 60, 0, undefined],
])('the next viva: %s', (_, minutes, delay, expected) => {
  const vivas = [viva(-25, come), viva(0), viva(25)];
  const found = nextViva(vivas, after(minutes), () => delay);
  expect(found === undefined ? undefined : (Date.parse(found.starts_at) - start) / 60_000).toBe(expected);
});
