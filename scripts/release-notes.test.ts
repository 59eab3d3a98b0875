import { expect, test } from 'vitest';
import { notesOf } from './release-notes.mjs';

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
