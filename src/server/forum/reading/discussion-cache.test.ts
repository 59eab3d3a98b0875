import { expect, test } from 'vitest';
import { makeDiscussionCache, type CachedDiscussion } from './discussion-cache.ts';

function discussionOf(characters: number): CachedDiscussion {
  const json = 'x'.repeat(characters - 1);
  const questions = [{ id: 1, authorId: 1, json, places: [], end: 'x', endPlaces: [], bytes: characters }];
  return { version: 1, readAt: 0, staleAt: 10, questions, more: false, recentPosts: new Map() };
}

test('a discussion is cached until its presence is stale', () => {
  const cache = makeDiscussionCache();
  const discussion = discussionOf(10);
  cache.set(1, discussion);
  expect(cache.get(1, 0)).toBe(discussion);
  expect(cache.get(1, 9)).toBe(discussion);
  expect(cache.get(1, 10)).toBeUndefined();
  expect(cache.get(1, -1)).toBeUndefined();
  expect(cache.get(2, 0)).toBeUndefined();
});

test('memory is bounded: the least recently used are evicted, and what is too large is not cached', () => {
  const cache = makeDiscussionCache();
  const megabyte = 1024 * 1024;
  for (let batch = 1; batch <= 8; batch += 1) cache.set(batch, discussionOf(megabyte));
  expect(cache.get(1, 0)).toBeDefined();
  cache.set(9, discussionOf(megabyte));
  expect(cache.get(2, 0)).toBeUndefined();
  for (const batch of [1, 3, 9]) expect(cache.get(batch, 0), String(batch)).toBeDefined();
  cache.set(9, discussionOf(2 * megabyte));
  expect(cache.get(4, 0)).toBeUndefined();
  expect(cache.get(5, 0)).toBeDefined();
  cache.set(10, discussionOf(9 * megabyte));
  expect(cache.get(10, 0)).toBeUndefined();
});
