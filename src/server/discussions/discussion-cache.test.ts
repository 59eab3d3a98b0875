import { expect, test } from 'vitest';
import { makeDiscussionCache, type CachedDiscussion } from './discussion-cache.ts';

function forumOf(characters: number): CachedDiscussion {
  const questions = [{ id: 1, authorId: 1, json: 'x'.repeat(characters) }];
  return { version: 1, readAt: 0, staleAt: 10, questions };
}

test('a forum is kept until its presence is stale', () => {
  const kept = makeDiscussionCache();
  const forum = forumOf(10);
  kept.keep(1, forum);
  expect(kept.find(1, 0)).toBe(forum);
  expect(kept.find(1, 9)).toBe(forum);
  expect(kept.find(1, 10)).toBeUndefined();
  expect(kept.find(1, -1)).toBeUndefined();
  expect(kept.find(2, 0)).toBeUndefined();
});

test('memory is bounded: the least recently used leave, and what is too large is not kept', () => {
  const kept = makeDiscussionCache();
  const megabyte = 1024 * 1024;
  for (let batch = 1; batch <= 8; batch += 1) kept.keep(batch, forumOf(megabyte));
  expect(kept.find(1, 0)).toBeDefined();
  kept.keep(9, forumOf(megabyte));
  expect(kept.find(2, 0)).toBeUndefined();
  for (const batch of [1, 3, 9]) expect(kept.find(batch, 0), String(batch)).toBeDefined();
  kept.keep(9, forumOf(2 * megabyte));
  expect(kept.find(4, 0)).toBeUndefined();
  expect(kept.find(5, 0)).toBeDefined();
  kept.keep(10, forumOf(9 * megabyte));
  expect(kept.find(10, 0)).toBeUndefined();
});
