import { expect, test } from 'vitest';
import { publicScreens } from '#contract/screens';
import { signedInScreens } from '#contract/signed-in-screens';
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
