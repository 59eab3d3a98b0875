import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));

/** One spelling each for what screens, messages and mails say; docs/glossary.md lists them. */
const forbidden: [pattern: RegExp, say: string][] = [
  [/\bsign(?:ed|ing)? (?:in|out)\b/i, 'log in, log out; Login and Logout on buttons'],
  [/\b(?:to|please|and|you) (?:login|logout)\b/i, 'log in, log out: the verb is two words'],
  [/\b(?:the|your|a) log[ -](?:in|out)\b/i, 'login, logout: the noun is one word'],
  [/^\s*Log (?:in|out)\s*$|>Log (?:in|out)</, 'Login, Logout on buttons and headings'],
  [/\bE-[Mm]ail\b/, 'Email, as the specification has it'],
  [
    /\b(?:your|their|the|and|of|no|see) grades?\b(?! *[=,)}:])/i,
    'marks; My Grades is the name of the tab alone',
  ],
];

/** Texts of the specification and of the wire, and words that are about something else: one by one. */
const exempt = [
  // For programmers: the wire's own words.
  'Who is signed in; `student` is null for nobody',
  // The academy's grade is not a mark of a submission.
  'Your exit score and grade',
];

/** A file's code without comments, line by line. */
function linesOf(file: string): string[] {
  const source = readFileSync(path.join(root, file), 'utf8');
  const blank = (comment: string) => comment.replaceAll(/[^\n]/g, '');
  return source
    .replaceAll(/\/\*.*?\*\//gs, blank)
    .replaceAll(/(^|\s)\/\/.*$/gm, blank)
    .split('\n');
}

test('screens, messages and mails have one word for each thing', () => {
  const files = globSync(['src/{web,server,contract}/**/*.{ts,tsx,md}'], { cwd: root }).filter(
    (file) => !/\.test\.tsx?$|migrations/.test(file),
  );
  expect(files.length).toBeGreaterThan(300);
  const found = files.flatMap((file) =>
    linesOf(file).flatMap((line, index) => {
      const text = exempt.reduce((rest, words) => rest.replaceAll(words, ''), line);
      return forbidden
        .filter(([pattern]) => pattern.test(text))
        .map(([, say]) => `${file}:${index + 1}: ${line.trim()} (say ${say})`);
    }),
  );
  expect(found).toEqual([]);
});

test.each([
  ['<p>You are signed in as Asha.</p>', 0],
  ["'Please login first.'", 1],
  ['Back to the log in', 2],
  ['  Log out', 3],
  ["['E-mail', user.s_id]", 4],
  ["'See your grades'", 5],
])('%s is found', (line, index) => {
  expect(forbidden.flatMap(([pattern], i) => (pattern.test(line) ? [i] : []))).toContain(index);
});
