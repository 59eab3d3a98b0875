import { expect, it } from 'vitest';
import { linesOf } from './text-lines.ts';

it.each([
  ['', ['']],
  ['a', ['a']],
  ['a\n', ['a']],
  ['a\n\n', ['a', '']],
  ['a\r\nb\rc\nd', ['a', 'b', 'c', 'd']],
  ['a\u2028b', ['a\u2028b']],
])('%j has its lines', (text, lines) => {
  expect(linesOf(text)).toEqual(lines);
});
