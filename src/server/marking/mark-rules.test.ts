import { expect, test } from 'vitest';
import { readSince, replacedMark, takeBackUntil } from './mark-rules.ts';

const minute = 60_000;

test('a mark may be taken back for ten minutes after its release, or after it was given where nothing else is known', () => {
  expect(takeBackUntil({ marked_at: 5, released_at: 100 })).toBe(100 + 10 * minute);
  expect(takeBackUntil({ marked_at: 5, released_at: null })).toBe(5 + 10 * minute);
});

test.each([
  ['never', { marked_at: 10, released_at: 20, read_at: null }, null],
  ['at the instant of its release', { marked_at: 10, released_at: 20, read_at: 20 }, 20],
  ['before it was released again', { marked_at: 10, released_at: 20, read_at: 15 }, null],
  ['before it was corrected', { marked_at: 30, released_at: 20, read_at: 25 }, null],
  ['since a version before this one released it', { marked_at: 10, released_at: null, read_at: 12 }, 12],
])('a mark that was read %s', (_, mark, read) => {
  expect(readSince(mark)).toBe(read);
});

test.each([
  ['its own', { marks: 70 }, { version: 1, marks: 90 }, { version: 2, marks: 70 }],
  ['an earlier one', null, { version: 1, marks: 90 }, { version: 1, marks: 90 }],
  ['nothing where a newer one is shown', null, { version: 3, marks: 90 }, null],
  ['nothing where nothing is shown', null, null, null],
])('the mark of version 2 takes the place of %s', (_, own, other, replaced) => {
  expect(replacedMark(2, own, other)).toEqual(replaced);
});
