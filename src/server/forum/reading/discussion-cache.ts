import { LRUCache } from 'lru-cache';
import type { SharedQuestion } from './presenter.ts';
import type { RecentPost } from '../unread/queries.ts';

/** The most text that is cached, in characters. */
const maxSize = 8 * 1024 * 1024;

/** A batch's newest questions, written for any reader. */
export type CachedDiscussion = {
  /** The discussion's version at which the rows were read. */
  version: number;
  readAt: number;
  /** The instant from which the authors' presence has to be looked up again. */
  staleAt: number;
  questions: readonly SharedQuestion[];
  /** Whether the page has ended for its bytes, before older questions. */
  more: boolean;
  /** Of its questions, by their ids, the posts that can be unread. */
  recentPosts: ReadonlyMap<number, readonly RecentPost[]>;
};

type DiscussionCache = {
  get(batchId: number, now: number): CachedDiscussion | undefined;
  set(batchId: number, discussion: CachedDiscussion): void;
};

/** In characters; more than none, for only discussions with questions are cached. */
function sizeOf(discussion: CachedDiscussion): number {
  return discussion.questions.reduce(
    (size, { json, end, named = { json: '', end: '' } }) =>
      size + json.length + end.length + named.json.length + named.end.length,
    0,
  );
}

/** An LRU cache of discussions by batch. Its version is to be compared before use. */
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
