/** Cuts to a length, as a person's text: no blank at its ends. */
const filled = (piece: string, length: number): string =>
  `a${piece.repeat(Math.ceil(length / piece.length))}`.slice(0, length - 1).concat('b');

const marks = (length: number) =>
  `a${'\u0315'.repeat(Math.max(0, length / 2 - 2))}${'\u0316'.repeat(Math.max(0, length / 2 - 2))} b`;
const words = (length: number) => filled('ab αβ бв कख കഖ কখ اب 漢字 가나 ', length);

/** In each test run; the others are tried in the long one. */
export const usualShape = 'marks of two classes, and words of nine scripts';

/** Texts of a length that are as slow to read as texts can be. */
export const shapes: Readonly<Record<string, (length: number) => string>> = {
  // What grows with the square shows in the greater part.
  [usualShape]: (length) => marks(0.8 * length) + words(0.2 * length),
  'marks of two classes': marks,
  'marks in turn': (length) => filled('\u0315\u0316', length),
  'halfwidth sound signs': (length) => filled('\uFF9E\u0316', length),
  'letters of nine scripts': (length) => filled('aαбकകকا漢가', length),
  'words of nine scripts': words,
  'words of one letter': (length) => filled('a b c d ', length),
  spaces: (length) => filled(' ', length),
  commas: (length) => filled(',', length),
  quotes: (length) => filled('"', length),
  nesting: (length) => filled('[(*_> ', length),
  'empty lines': (length) => filled('\n', length),
  links: (length) => filled('*http://a* ', length),
  'hidden characters': (length) => filled('\u200B\u202E', length),
  'dots and signs': (length) => filled('a.@-', length),
};
