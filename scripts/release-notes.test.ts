import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { forRelease, notesOf } from './release-notes.mjs';

const changelog = `# Changelog

## [Unreleased]

## [1.1.0] - 2027-01-05

### Added

- A calendar.

## [1.0.0] - 2026-12-01

### Added

- The portal.

[1.1.0]: https://example.test/v1.1.0
`;

test('the notes of a version are its section of the changelog', () => {
  expect(notesOf(changelog, '1.1.0')).toBe('### Added\n\n- A calendar.');
  expect(notesOf(changelog, '1.0.0')).toBe('### Added\n\n- The portal.');
});

test('a version without notes is no release', () => {
  expect(() => notesOf(changelog, '1.2.0')).toThrow('no notes of 1.2.0');
  expect(() => notesOf(changelog, 'Unreleased')).toThrow('no notes of Unreleased');
});

test('a page of a release has an entry on one line, and links that lead to the files of its tag', () => {
  const notes =
    '### Operators\n\n- **Follow [this](SUPPORT.md#b)**\n  and [that](https://example.test).\n- More.';
  const repository = 'https://github.com/nila/portal';
  expect(forRelease(notes, { repository, tag: 'v1.1.0' })).toBe(
    '### Operators\n\n- **Follow [this](https://github.com/nila/portal/blob/v1.1.0/SUPPORT.md#b)** and [that](https://example.test).\n- More.',
  );
  expect(forRelease(notes, { tag: 'v1.1.0' })).toContain('[this](SUPPORT.md#b)** and');
});

test('what comes next begins with what operators do first, and is grouped by who reads it', () => {
  const text = readFileSync(path.join(import.meta.dirname, '../CHANGELOG.md'), 'utf8');
  // Empty once a version was cut: then that one is the newest.
  const newest = text.split(/^## /m).find((section) => section.includes('\n### ')) ?? '';
  const groups = [...newest.matchAll(/^### (.*)$/gm)].map(([, name]) => name);
  const known = ['Do this first', 'Students', 'Mentors', 'Office', 'Operators', 'Engineers'];
  expect(groups).toEqual(known.filter((name) => groups.includes(name)));
  const parts = [...newest.matchAll(/^#### (.*)$/gm)].map(([, name]) => name ?? '');
  expect(parts.filter((name) => !['Added', 'Changed', 'Removed', 'Fixed'].includes(name))).toEqual([]);
  const entries = [...newest.matchAll(/^- (.*)$/gm)].map(([, entry]) => entry);
  expect(new Set(entries).size).toBe(entries.length);
});
