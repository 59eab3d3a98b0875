import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { commitOfBuild, writeCommit } from './build-commit.mjs';

const head = '8eb741c8d3a05f6e2b914c7aa0d5e6f718293a4b';

/** Answers as git does: `rev-parse`, then `status`. */
const gitOf =
  (revision: string | null, changes: string | null = '') =>
  (_folder: string, [verb]: string[]) =>
    verb === 'rev-parse' ? revision : changes;

test.each([
  ['a checkout', gitOf(`\n${head}\n`), head],
  ['a checkout with changes', gitOf(`\n${head}\n`, ' M src/server/app.ts\n'), `${head}-modified`],
  ['a repository of SHA-256', gitOf(`\n${'ab'.repeat(32)}\n`), 'ab'.repeat(32)],
  ['a folder without git', gitOf(null), 'unknown'],
  ['a copy of the sources inside another repository', gitOf(`tools/capstone/\n${head}\n`), 'unknown'],
  ['a repository without a commit', gitOf('\nHEAD\n'), 'unknown'],
  ['a checkout whose changes cannot be read', gitOf(`\n${head}\n`, null), 'unknown'],
])('the commit of a build in %s', (_, git, commit) => {
  expect(commitOfBuild('/sources', {}, git)).toBe(commit);
});

const unused = () => {
  throw new Error('git was asked');
};

test.each([head, `${head}-modified`, ` ${head}\n`, 'unknown'])(
  'a build argument is the commit: %j',
  (given) => {
    expect(commitOfBuild('/sources', { CAPSTONE_COMMIT: given }, unused)).toBe(given.trim());
  },
);

test.each(['main', 'v1.1.0', head.slice(0, 12), `${head}0`, `<b>${head}</b>`, head.toUpperCase()])(
  'a build argument that is no full commit is refused: %s',
  (given) => {
    expect(() => commitOfBuild('/sources', { CAPSTONE_COMMIT: given }, unused)).toThrow(
      `CAPSTONE_COMMIT is "${given}"`,
    );
  },
);

test('an empty build argument is none', () => {
  expect(commitOfBuild('/sources', { CAPSTONE_COMMIT: '' }, gitOf(null))).toBe('unknown');
});

test('the commit is written beside the build, and again only when it is another', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'capstone-commit-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = path.join(folder, 'build/commit.txt');
  writeCommit(folder, head);
  expect(readFileSync(file, 'utf8')).toBe(`${head}\n`);
  const { ino, mtimeMs } = statSync(file);
  writeCommit(folder, head);
  expect(statSync(file)).toMatchObject({ ino, mtimeMs });
  writeCommit(folder, 'unknown');
  expect(readFileSync(file, 'utf8')).toBe('unknown\n');
});

test('a place that cannot be read says so', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'capstone-commit-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(path.join(folder, 'build/commit.txt'), { recursive: true });
  expect(() => writeCommit(folder, head)).toThrow('EISDIR');
});
