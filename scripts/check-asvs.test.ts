import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { root } from './node24.mjs';

const page = readFileSync(path.join(root, 'docs/asvs.md'), 'utf8');
const rows = [...page.matchAll(/^\| (\d+)\.(\d+)\.(\d+) +\| ([12]) +\| (.+?) +\| (.+?) +\|$/gm)].map(
  ([, chapter, section, item, level, asks, here]) => ({
    number: [chapter, section, item].map(Number),
    level,
    asks: asks as string,
    here: here as string,
  }),
);
const isAfter = (a: readonly number[], b: readonly number[]) => {
  const at = a.findIndex((part, i) => part !== b[i]);
  return at >= 0 && (a[at] as number) > (b[at] as number);
};

test('every requirement stands once, in order, and every line of a table is one', () => {
  const lines = page.split('\n').filter((line) => /^\| \d/.test(line));
  expect(rows).toHaveLength(lines.length);
  expect(new Set(rows.map(({ number: [chapter] }) => chapter)).size).toBe(17);
  const misplaced = rows.filter(({ number }, n) => n > 0 && !isAfter(number, rows[n - 1]?.number ?? []));
  expect(misplaced).toEqual([]);
});

test('each is met by something that is there, has nothing to be met for, or is told as a gap', () => {
  expect(rows.filter(({ here }) => here.trim().length < 4)).toEqual([]);
  const named = [...page.matchAll(/`([\w./-]+)`/g)].map(([, name]) => name as string);
  const files = named.filter((name) => /^(?:src|tests|docs|deploy|scripts|package)[/-][\w./-]+/.test(name));
  expect(files.length).toBeGreaterThan(100);
  expect([...new Set(files)].filter((file) => !existsSync(path.join(root, file)))).toEqual([]);
});
