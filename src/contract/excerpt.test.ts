import { expect, test } from 'vitest';
import { excerpt, firstLine } from './excerpt.ts';

test('a short text stays as it is', () => {
  expect(excerpt('Build a queue.')).toBe('Build a queue.');
});

test('a long text ends between words with an ellipsis and without its comma', () => {
  expect(excerpt('Build a queue, a display and a desk', 15)).toBe('Build a queue…');
});

test('a sentence that ends late enough stays whole', () => {
  expect(excerpt('Build a queue. Then a display.', 20)).toBe('Build a queue.');
});

test('a text without spaces is cut all the same', () => {
  expect(excerpt('x'.repeat(200), 100)).toBe(`${'x'.repeat(100)}…`);
});

test('the first line of a text stands for it', () => {
  expect(firstLine('\n Well built. \r\nThe tests are missing.')).toBe('Well built.');
  expect(firstLine('Well built, and said why. The tests are missing.', 20)).toBe('Well built, and said…');
  expect([firstLine(null), firstLine('  ')]).toEqual(['', '']);
});
