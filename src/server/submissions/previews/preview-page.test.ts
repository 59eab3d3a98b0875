import { expect, test } from 'vitest';
import { sizeInWords } from './preview-page.ts';

test.each([
  [0, '0 bytes'],
  [1, '1 byte'],
  [1_023, '1,023 bytes'],
  [5_018, '4.9 KB'],
])('%i is %s', (bytes, words) => {
  expect(sizeInWords(bytes)).toBe(words);
});
