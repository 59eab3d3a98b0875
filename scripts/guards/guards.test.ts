import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { guards } from './guards.ts';
import { replaceExport } from './replace-export.ts';

test('each guard is an export that can be replaced, and its tests are there', () => {
  const faults = guards.flatMap((guard) => {
    try {
      replaceExport(readFileSync(guard.file, 'utf8'), guard);
      return guard.tests.filter((file) => !existsSync(file)).map((file) => `${guard.guard}: no ${file}`);
    } catch (error) {
      return [`${guard.guard}: ${(error as Error).message}`];
    }
  });
  expect(faults).toEqual([]);
});
