import { expect, test } from 'vitest';
import { showHidden } from './show-hidden.ts';

test('what would not be seen, or would turn what is seen, is written out', () => {
  expect(showHidden('a\u202eb\u2066c\u200bd\ufeff\u{e0041}')).toBe(
    'a⟨U+202E⟩b⟨U+2066⟩c⟨U+200B⟩d⟨U+FEFF⟩⟨U+E0041⟩',
  );
  expect(showHidden('\0\x1b[1m\x85')).toBe('␀␛[1m⟨U+0085⟩');
  expect(showHidden('one\r\ntwo\rthree\tfour')).toBe('one\ntwo\nthree\tfour');
});
