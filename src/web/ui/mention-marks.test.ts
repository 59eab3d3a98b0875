import { expect, test } from 'vitest';
import { splitMentions } from './linked-text.tsx';

test('the longest name is the mention, and a longer word is none', () => {
  expect(splitMentions('@Anu and @Anu Thomas, not @Anuradha', ['@Anu', '@Anu Thomas'])).toEqual([
    '',
    '@Anu',
    ' and ',
    '@Anu Thomas',
    ', not @Anuradha',
  ]);
});

test('signs in a name are no pattern, and without mentions a text is whole', () => {
  expect(splitMentions('@R. (K) and @Rx (K)', ['@R. (K)'])).toEqual(['', '@R. (K)', ' and @Rx (K)']);
  expect(splitMentions('@Anu', [])).toEqual(['@Anu']);
});
