import { expect, test } from 'vitest';
import { parseByteRange } from './send-file.ts';

test.each([
  [undefined, null],
  ['bytes=0-', { start: 0, end: 9 }],
  ['bytes=0-0', { start: 0, end: 0 }],
  ['bytes=3-5', { start: 3, end: 5 }],
  ['bytes=9-', { start: 9, end: 9 }],
  ['bytes=5-99', { start: 5, end: 9 }],
  ['bytes=-4', { start: 6, end: 9 }],
  ['bytes=-99', { start: 0, end: 9 }],
  ['bytes=10-', 'unsatisfiable'],
  ['bytes=10-12', 'unsatisfiable'],
  ['bytes=-0', 'unsatisfiable'],
  ['bytes=5-3', null],
  ['bytes=-', null],
  ['bytes=0-1,4-5', null],
  ['items=0-1', null],
  ['bytes=a-b', null],
  ['bytes=0-1x', null],
] as const)('of ten bytes, %j is %j', (header, part) => {
  expect(parseByteRange(header, 10)).toEqual(part);
});
