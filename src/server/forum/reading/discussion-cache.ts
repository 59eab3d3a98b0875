import { LRUCache } from 'lru-cache';
import type { SharedQuestion } from './presenter.ts';
import type { RecentPost } from '../unread/queries.ts';

/** In characters. */
const maxSize = 8 * 1024 * 1024;

export type CachedDiscussion = {
  version: number;
  readAt: number;
  /** From then on the authors' presence is read again. */
  staleAt: number;
  questions: readonly SharedQuestion[];
  /** Whether the page's bytes were full before its oldest question. */
  more: boolean;
  /** By question id: the posts that can be unread. */
  recentPosts: ReadonlyMap<number, readonly RecentPost[]>;
};

type DiscussionCache = {
  get(batchId: number, now: number): CachedDiscussion | undefined;
  set(batchId: number, discussion: CachedDiscussion): void;
};

/** In characters. */
function sizeOf(discussion: CachedDiscussion): number {
  return discussion.questions.reduce(
    (size, { json, end, named = { json: '', end: '' } }) =>
      size + json.length + end.length + named.json.length + named.end.length,
    0,
  );
}

/** An LRU cache by batch; callers compare the version before use. */
export function makeDiscussionCache(): DiscussionCache {
  const cache = new LRUCache<number, CachedDiscussion>({ maxSize, sizeCalculation: sizeOf });
  return {
    get(batchId, now) {
      const discussion = cache.get(batchId);
      if (discussion === undefined || now < discussion.readAt || now >= discussion.staleAt) return undefined;
      return discussion;
    },
    set(batchId, discussion) {
      cache.set(batchId, discussion);
    },
  };
}
