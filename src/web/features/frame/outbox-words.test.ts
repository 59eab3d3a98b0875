import { expect, test } from 'vitest';
import { aSubmission, anAct } from '#support/outbox-fixtures';
import { countRequests } from './outbox-words.ts';

test('counts by kind, in the order of the presses', () => {
  expect(countRequests([aSubmission()])).toBe('1 submission');
  expect(countRequests([anAct(), aSubmission(), anAct()])).toBe('2 comments and 1 submission');
  const favorites = (['favoriteQuestion', 'unfavoriteQuestion'] as const).map((call) => anAct({ call }));
  expect(
    countRequests([...favorites, anAct({ call: 'editQuestion' }), anAct({ call: 'markSubmission' })]),
  ).toBe('2 favorites, 1 edit, and 1 mark');
});
