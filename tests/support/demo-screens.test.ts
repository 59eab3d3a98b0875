import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { publicScreens } from '#contract/screens';
import { signedInScreens } from '#contract/signed-in-screens';
import { notShown } from '../e2e/styles-not-shown.ts';
import { demoScreens } from './demo-screens.ts';

test.each([...publicScreens, ...signedInScreens].map(({ pattern }) => pattern))(
  '%s is shown in at least one state',
  (pattern) => {
    const address = new RegExp(`^${pattern.replaceAll(/:\w+/g, '[^/?]+')}(\\?|$)`);
    expect(demoScreens.filter(({ path }) => address.test(path)).length).toBeGreaterThan(0);
  },
);

test('every state has a name of its own', () => {
  const names = demoScreens.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
});

test('every class that no state shows stands in its style sheet', () => {
  const listed = Object.values(notShown).flatMap((byFile) => Object.entries(byFile));
  const missing = listed.flatMap(([file, names]) => {
    const css = readFileSync(new URL(`../../src/web/${file}.module.css`, import.meta.url), 'utf8');
    return names.split(' ').filter((name) => !new RegExp(`\\.${name}(?![\\w-])`).test(css));
  });
  expect(listed.length).toBeGreaterThan(0);
  expect(missing).toEqual([]);
});
