import { expect, test } from 'vitest';
import { hasOlder } from './has-older.ts';

test('a full page may go on, a shorter one does where its last says so', () => {
  expect(hasOlder(Array.from({ length: 50 }, () => ({})))).toBe(true);
  expect(hasOlder([{}, {}], 2)).toBe(true);
  expect(hasOlder([{}, { more: true }])).toBe(true);
  expect(hasOlder([{ more: true }, {}]), 'said by an earlier page of a merged list').toBe(false);
  expect(hasOlder([{}, {}])).toBe(false);
  expect(hasOlder([])).toBe(false);
});
