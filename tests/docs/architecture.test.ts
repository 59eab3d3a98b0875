import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const page = readFileSync(path.join(root, 'docs/four-acts.md'), 'utf8');

/** A quoted name that ends with a slash is the folder of those after it. */
function filesOf(paragraph: string): string[] {
  let folder = '';
  const files: string[] = [];
  for (const [, name = ''] of paragraph.matchAll(/`([^`]+)`/g))
    if (name.endsWith('/')) folder = name;
    else files.push(folder + name);
  return files;
}

test('no paper counts the rooms by hand', () => {
  const decision = readFileSync(path.join(root, 'docs/decisions/rooms.md'), 'utf8');
  expect(decision).not.toMatch(/\b(?:sixteen|seventeen|eighteen|1[678])\b/i);
});

test.each([
  ['A weekly submission', 32],
  ['A login', 25],
  ['A question in the forum', 32],
  ['A mark', 29],
])('%s can be followed in at most %i files', (act, most) => {
  const paragraph = page.split('\n\n').find((text) => text.startsWith(`${act}: `)) ?? '';
  const files = filesOf(paragraph);
  expect(files.filter((file) => !existsSync(path.join(root, file)))).toEqual([]);
  expect(new Set(files).size).toBe(files.length);
  expect(files.length).toBeGreaterThan(most - 5);
  expect(files.length).toBeLessThanOrEqual(most);
});

test('what an engineer reads before the first change is read in half an hour', () => {
  const names = ['architecture', 'glossary', 'testing', 'adding-a-capability'].map(
    (name) => `docs/${name}.md`,
  );
  const words = ['README.md', 'CONTRIBUTING.md', ...names].flatMap((file) =>
    readFileSync(path.join(root, file), 'utf8').trim().split(/\s+/),
  );
  expect(words.length).toBeLessThanOrEqual(5_000);
});
