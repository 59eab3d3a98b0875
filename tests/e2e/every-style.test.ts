import { expect, test } from '@playwright/test';
import { webBuild } from '#support/web-build';
import { readShown } from './styles-shown.ts';

test('every class of the style sheet was seen dark, at 200 % and in a narrow window', ({}, info) => {
  const shown = readShown(info);
  const all = new Set(
    [...webBuild().styles.matchAll(/\.(_[\w-]+_[\w-]{5}_\d+)/g)].map(([, name]) => name as string),
  );
  expect(all.size).toBeGreaterThan(500);
  const localNames = [...all]
    .filter((one) => !shown.has(one))
    .map((one) => one.replace(/^_(.*)_[\w-]{5}_\d+$/, '$1'));
  expect(localNames.toSorted()).toEqual([]);
});
