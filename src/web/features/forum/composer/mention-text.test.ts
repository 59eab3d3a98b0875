import { expect, test } from 'vitest';
import { insertMention, markMentions, mentionAt } from './mention-text.tsx';

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

test('in HTML texts alone are marked, and no code', () => {
  const html = '<p>@Anu <a href="https://x.test/@Anu">@Anu</a> <code>@Anu</code> @D&#x27;Souza</p>';
  expect(markMentions(html, ['@Anu', "@D'Souza"])).toBe(
    '<p><strong data-mention>@Anu</strong> <a href="https://x.test/@Anu"><strong data-mention>@Anu</strong></a> <code>@Anu</code> <strong data-mention>@D&#x27;Souza</strong></p>',
  );
});
