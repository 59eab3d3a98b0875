import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { build, commit, describeBuild, readCommit, version } from './version.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'capstone-version-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const head = '8eb741c8d3a05f6e2b914c7aa0d5e6f718293a4b';

test.each([
  ['a commit', `${head}\n`, head],
  ['changed sources', `${head}-modified\n`, `${head}-modified`],
  ['none', 'unknown\n', 'unknown'],
  ['an empty file', '', 'unknown'],
  ['half a commit', `${head.slice(0, 12)}\n`, 'unknown'],
  ['something else', '<script>alert(1)</script>\n', 'unknown'],
])('the commit of a build that names %s', (_, text, expected) => {
  const file = path.join(folder, 'commit.txt');
  writeFileSync(file, text);
  expect(readCommit(pathToFileURL(file))).toBe(expected);
});

test('without a build the commit is unknown', () => {
  expect(readCommit(pathToFileURL(path.join(folder, 'missing/commit.txt')))).toBe('unknown');
});

test('people read the version and twelve digits', () => {
  expect(describeBuild('1.1.0', head)).toBe('1.1.0, commit 8eb741c8d3a0');
  expect(describeBuild('1.1.0', `${head}-modified`)).toBe('1.1.0, commit 8eb741c8d3a0-modified');
  expect(describeBuild('1.1.0', 'unknown')).toBe('1.1.0, commit unknown');
  expect(build).toBe(describeBuild(version, commit));
});
