import { expect, test } from 'vitest';
import { readPagesAtOnce } from '#support/read-pages-at-once';

test('of readers at once, each gets a page of the own data and of nobody else’s', async () => {
  const { shells } = await readPagesAtOnce({ readers: 20, pagesOfEach: 3 });
  expect(shells).toBeLessThan(60);
});
