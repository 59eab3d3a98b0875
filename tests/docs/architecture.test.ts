import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { rooms } from '../../scripts/check-boundaries/layers.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const page = readFileSync(path.join(root, 'docs/architecture.md'), 'utf8');
const section = /^## Four acts, file by file\n(.*?)^## /ms.exec(page)?.[1] ?? '';

/** A quoted name that ends with a slash is the folder of those after it. */
function filesOf(paragraph: string): string[] {
  let folder = '';
  const files: string[] = [];
  for (const [, name = ''] of paragraph.matchAll(/`([^`]+)`/g))
    if (name.endsWith('/')) folder = name;
    else files.push(folder + name);
  return files;
}

test('the page lists the rooms in the order of the check', () => {
  const block = /^## Rooms\n.*?^```\n(.*?)^```/ms.exec(page)?.[1] ?? '';
  const lines = block.trim().split('\n');
  expect(lines.map((line) => line.split(' ')[0])).toEqual(rooms);
  expect(lines.filter((line) => !/^[a-z-]+ +\S/.test(line))).toEqual([]);
});

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
  const paragraph = section.split('\n\n').find((text) => text.startsWith(`${act}: `)) ?? '';
  const files = filesOf(paragraph);
  expect(files.filter((file) => !existsSync(path.join(root, file)))).toEqual([]);
  expect(new Set(files).size).toBe(files.length);
  expect(files.length).toBeGreaterThan(most - 5);
  expect(files.length).toBeLessThanOrEqual(most);
});
