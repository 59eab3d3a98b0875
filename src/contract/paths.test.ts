import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { pathsSource } from './wire/paths-source.ts';

const written = (file: string) => readFileSync(new URL(file, import.meta.url), 'utf8');

test('the tables of paths for browsers name every endpoint of the contract (else: npm run reference)', () => {
  expect(written('paths.ts')).toBe(pathsSource('paths'));
  expect(written('staff-paths.ts')).toBe(pathsSource('staffPaths'));
});
