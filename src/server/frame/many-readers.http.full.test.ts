import { expect, test } from 'vitest';
import { readPagesAtOnce } from '#support/read-pages-at-once';

test('of many readers at once, each gets a page of the own data and of nobody else’s, in one piece', async () => {
  const { shells, streams } = await readPagesAtOnce({ readers: 200, pagesOfEach: 10 });
  // Nothing of these pages is slow but the machine: one piece costs least.
  expect(streams).toBeLessThan(100);
  expect(shells).toBeLessThan(1_000);
});
