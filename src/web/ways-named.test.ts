import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** Sentences that send somebody to a place by its name, such as “open Staff” or “under Your account”. */
const way = /\b(?:[Oo]pen|[Uu]nder) ((?:[A-Z][\w’]+)(?: [a-z]+)*)/g;

const sources = globSync('src/{web,server,contract}/**/*.{ts,tsx}')
  .filter((file) => !/test\.tsx?$|\/migrations\//.test(file))
  .map((file) => ({ file, text: readFileSync(file, 'utf8') }));

/** Comments send nobody anywhere. */
const withoutComments = (text: string) => text.replaceAll(/\/\*[^]*?\*\/|^\s*\/\/.*$/gm, '');

/** Titles of screens, and words of links, buttons, headings and labels. */
const places = new Set<string>(
  sources.flatMap(({ text }) =>
    [
      ...text.matchAll(/(?:>|title=["{']+|label=["{']+|label: '|title: '|: ')([A-Z][\w’ ]+?)(?:<|["'}]|\n)/g),
    ].map(([, words = '']) => words.trim()),
  ),
);

test('every sentence that sends somebody to a place by its name names one that exists', () => {
  const named = sources.flatMap(({ file, text }) =>
    [...withoutComments(text).matchAll(way)].map(([, words = '']) => ({ file, words })),
  );
  expect(named.length).toBeGreaterThan(1);
  const lost = named.filter(({ words }) => {
    const parts = words.split(' ');
    return !parts.some((_, count) => places.has(parts.slice(0, count + 1).join(' ')));
  });
  expect(lost).toEqual([]);
});
