import { expect, test } from 'vitest';
import { failureWords, pageCountWords } from './pdf-words.ts';

test('the pages are counted, and what is not shown is told', () => {
  expect(pageCountWords(1)).toBe('1 page');
  expect(pageCountWords(12)).toBe('12 pages');
  expect(pageCountWords(1_200)).toBe('1,200 pages, of which the first 500 are shown');
});

test.each([
  ['PasswordException', /locked by a password/],
  ['InvalidPDFException', /damaged/],
  ['ResponseException', /could not be loaded/],
  ['Error', /A page of this PDF cannot be shown/],
])('of %s is told why', (name, words) => {
  expect(failureWords(Object.assign(new Error('x'), { name }))).toMatch(words);
});
