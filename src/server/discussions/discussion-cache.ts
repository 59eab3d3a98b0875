import type { SharedQuestion } from './presenter.ts';

/** The most text that is kept in memory, in characters. */
const mostKept = 8 * 1024 * 1024;

/** A batch's newest questions, written for any reader. */
export type CachedDiscussion = {
  /** The forum's version at which the rows were read. */
  version: number;
  readAt: number;
  /** The instant from which the authors' presence has to be looked up again. */
  staleAt: number;
  questions: readonly SharedQuestion[];
};

export type DiscussionCache = {
  get(batchId: number, now: number): CachedDiscussion | undefined;
  set(batchId: number, forum: CachedDiscussion): void;
};

function sizeOf(forum: CachedDiscussion): number {
  return forum.questions.reduce((size, { json }) => size + json.length, 0);
}

/** Keeps forums by batch, least recently used ones leaving first. Whoever uses one compares its version first. */
export function makeDiscussionCache(): DiscussionCache {
  const kept = new Map<number, CachedDiscussion>();
  let size = 0;

  function drop(batchId: number): void {
    const forum = kept.get(batchId);
    if (forum !== undefined && kept.delete(batchId)) size -= sizeOf(forum);
  }

  return {
    get(batchId, now) {
      const forum = kept.get(batchId);
      if (forum === undefined || now < forum.readAt || now >= forum.staleAt) return undefined;
      kept.delete(batchId);
      kept.set(batchId, forum);
      return forum;
    },
    set(batchId, forum) {
      drop(batchId);
      kept.set(batchId, forum);
      size += sizeOf(forum);
      for (const oldest of kept.keys()) {
        if (size <= mostKept) break;
        drop(oldest);
      }
    },
  };
}
