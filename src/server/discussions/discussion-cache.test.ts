import { expect, test } from 'vitest';
import { makeDiscussionCache, type CachedDiscussion } from './discussion-cache.ts';

function discussionOf(characters: number): CachedDiscussion {
  const questions = [{ id: 1, authorId: 1, json: 'x'.repeat(characters) }];
  return { version: 1, readAt: 0, staleAt: 10, questions };
}

test('a discussion is cached until its presence is stale', () => {
  const cache = makeDiscussionCache();
  const discussion = discussionOf(10);
  cache.keep(1, discussion);
  expect(cache.find(1, 0)).toBe(discussion);
  expect(cache.find(1, 9)).toBe(discussion);
  expect(cache.find(1, 10)).toBeUndefined();
  expect(cache.find(1, -1)).toBeUndefined();
  expect(cache.find(2, 0)).toBeUndefined();
});

test('memory is bounded: the least recently used are evicted, and what is too large is not cached', () => {
  const cache = makeDiscussionCache();
  const megabyte = 1024 * 1024;
  for (let batch = 1; batch <= 8; batch += 1) cache.keep(batch, discussionOf(megabyte));
  expect(cache.find(1, 0)).toBeDefined();
  cache.keep(9, discussionOf(megabyte));
  expect(cache.find(2, 0)).toBeUndefined();
  for (const batch of [1, 3, 9]) expect(cache.find(batch, 0), String(batch)).toBeDefined();
  cache.keep(9, discussionOf(2 * megabyte));
  expect(cache.find(4, 0)).toBeUndefined();
  expect(cache.find(5, 0)).toBeDefined();
  cache.keep(10, discussionOf(9 * megabyte));
  expect(cache.find(10, 0)).toBeUndefined();
});
