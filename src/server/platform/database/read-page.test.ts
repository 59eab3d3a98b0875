import { expect, it } from 'vitest';
import { readPage } from './read-page.ts';

it.each([
  { stored: [], rows: [], last: undefined },
  { stored: [1], rows: [1], last: undefined },
  { stored: [1, 2], rows: [1, 2], last: undefined },
  { stored: [1, 2, 3, 4], rows: [1, 2], last: 2 },
])('a page of two out of $stored.length', async ({ stored, rows, last }) => {
  const page = await readPage(2, async (limit) => stored.slice(0, limit));
  expect(page).toEqual({ rows, last });
});
