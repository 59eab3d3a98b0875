import { LRUCache } from 'lru-cache';
import type { SharedQuestion } from './presenter.ts';
import type { RecentPost } from '../unread/queries.ts';

/** In characters. */
const maxSize = 8 * 1024 * 1024;

export type CachedDiscussion = {
  version: number;
  readAt: number;
  /** From then on presence is read again. */
  staleAt: number;
  questions: readonly SharedQuestion[];
  /** The bytes were full before the oldest question. */
  more: boolean;
  /** Posts that can be unread, by question. */
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

/** LRU by batch; callers compare the version. */
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
