import { expect, test } from 'vitest';
import { insertMention, mentionAt } from './mention-at.ts';

test.each([
  ['Ask @An', { start: 4, typed: 'An' }],
  ['@Anu Tho', { start: 0, typed: 'Anu Tho' }],
  ['(@കാ', { start: 1, typed: 'കാ' }],
  ['one\n@a', { start: 4, typed: 'a' }],
  ['@a @b', { start: 3, typed: 'b' }],
])('%s', (text, found) => {
  expect(mentionAt(text, text.length)).toEqual(found);
});

test.each(['@', 'mail@anu', '@ An', '@anu\n', '@one two three four five', 'no sign', ''])(
  '%s types no name',
  (text) => {
    expect(mentionAt(text, text.length)).toBeNull();
  },
);

test('the place is the caret’s, and the name takes that of what was typed', () => {
  const text = 'Ask @An and @Ra';
  const typed = mentionAt(text, 7);
  expect(typed).toEqual({ start: 4, typed: 'An' });
  expect(insertMention(text, typed!, 'Anu Thomas')).toEqual({ text: 'Ask @Anu Thomas and @Ra', caret: 16 });
  expect(insertMention('@a', { start: 0, typed: 'a' }, 'Anu')).toEqual({ text: '@Anu ', caret: 5 });
});
