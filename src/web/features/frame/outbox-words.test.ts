import { expect, test } from 'vitest';
import { aSubmission, aRequest } from '#support/outbox-fixtures';
import { countRequests } from './outbox-words.ts';

test('counts by kind, in the order of the presses', () => {
  expect(countRequests([aSubmission()])).toBe('1 submission');
  expect(countRequests([aRequest(), aSubmission(), aRequest()])).toBe('2 comments and 1 submission');
  const favorites = (['favoriteQuestion', 'unfavoriteQuestion'] as const).map((call) => aRequest({ call }));
  expect(
    countRequests([...favorites, aRequest({ call: 'editQuestion' }), aRequest({ call: 'markSubmission' })]),
  ).toBe('2 favorites, 1 edit, and 1 mark');
});
