import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { pathsSource } from './wire/paths-source.ts';

test('the table of paths for browsers names every endpoint of the contract (else: npm run reference)', () => {
  expect(readFileSync(new URL('paths.ts', import.meta.url), 'utf8')).toBe(pathsSource());
});
