import { expect, it } from 'vitest';
import { parseMarks } from './parse-marks.ts';

it.each([
  ['0', 0],
  ['100', 100],
  [' 71.5 ', 71.5],
  ['007', 7],
])('takes %j', (typed, marks) => expect(parseMarks(typed)).toBe(marks));

it.each(['', ' ', '-1', '100.5', '101', '1e2', '0x10', '82%', '8 2', '71,5', '.5', '5.', 'NaN', '٨'])(
  'refuses %j',
  (typed) => expect(parseMarks(typed)).toBeNull(),
);
