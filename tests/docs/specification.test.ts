import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const page = readFileSync(path.join(root, 'docs/specification.md'), 'utf8');

type Row = { says: string; file: string; named: string };

const rowPattern = /^\| (?<says>.+?) +\| `(?<file>[\w./-]+)`: (?<named>.+?) +\| .*\|$/gm;
const rows = [...page.matchAll(rowPattern)].map(({ groups }) => groups as Row);

/** What a row names and its test file does not have: the file, the test or text, and the texts that it quotes. */
function missingOf({ says, file, named }: Row): string[] {
  const source = path.join(root, file);
  if (!existsSync(source)) return [file];
  const text = readFileSync(source, 'utf8');
  const quoted = [...says.matchAll(/“(.+?)”/g)].map(([, words = '']) => words);
  return [named, ...quoted].filter((words) => !text.includes(words)).map((words) => `${file}: ${words}`);
}

test('each row names a test file that is there and contains the named test or text', () => {
  const lines = page.split('\n').filter((line) => /^\| (?!the specification |-)/.test(line));
  expect(rows).toHaveLength(lines.length);
  expect(rows.length).toBeGreaterThan(169);
  expect(rows.flatMap(missingOf)).toEqual([]);
});

test('each named file is run by a test command', () => {
  const files = [...new Set(rows.map(({ file }) => file))];
  // Tables and steps are run by the test files that import them.
  const run = files.filter((file) => !/\.test\.tsx?$/.test(file));
  expect(run).toEqual(['tests/e2e/journey-steps.ts', 'tests/e2e/texts-table.ts']);
});

test('the check tells a file, a test and a text that are not there', () => {
  const row = { says: 'A “Login” button', file: 'tests/e2e/texts-table.ts', named: "screen: 'Login'" };
  expect(missingOf(row)).toEqual([]);
  expect(missingOf({ ...row, file: 'tests/e2e/no-table.ts' })).toEqual(['tests/e2e/no-table.ts']);
  expect(missingOf({ ...row, named: 'no such test' })).toEqual([`${row.file}: no such test`]);
  expect(missingOf({ ...row, says: 'A “Log in” button' })).toEqual([`${row.file}: Log in`]);
});

test('the README leads here and has no table of its own', () => {
  const readme = readFileSync(path.join(root, 'README.md'), 'utf8');
  expect(readme).toContain('](docs/specification.md)');
  expect(readme).not.toContain('| the specification');
});
