import { useCallback, useEffect, useState, type RefObject } from 'react';
import type { Discussion } from '#contract/forum/calls';
import { limits } from '#contract/limits';
import { CallError } from '../../../lib/calls/call-error.ts';
import { call } from '../../../lib/calls/client.ts';
import { followDiscussion } from '../../../lib/live/follow-discussion.ts';
import { askUnreadSoon } from '../../../lib/unread-questions.ts';
import type { LoadedDiscussion } from '../loaded-discussion.ts';
import { addChange, newsIn, noNews, withoutRead, type News } from './news.ts';

/** Delays news, in milliseconds: by then the reader's own request has its response. */
const tellMs = 300;

/**
 * Streamed while the screen is open.
 * @param seen the version at which the page was read; without one there is no stream
 * @param only the one question that the screen is about
 * @param shownNow what is on the screen
 * @param readAs the version of each question's last read: older news is on the screen
 * @returns `forgetNews` after a read: of questions in `readAs`, and with the newest page of all others
 */
export function useNews(
  s_id: string,
  {
    seen,
    only,
    shownNow,
    readAs,
  }: {
    seen: number | undefined;
    only: string | null;
    shownNow: RefObject<LoadedDiscussion>;
    readAs: RefObject<ReadonlyMap<string, number>>;
  },
): { news: News; forgetNews: (page?: Discussion | null) => void } {
  const [news, setNews] = useState<News>(noNews);
  // Newer pages are not shown: the stream goes on from the first one.
  const [begun, setBegun] = useState(seen);
  if (begun === undefined && seen !== undefined) setBegun(seen);
  useEffect(() => {
    if (begun === undefined) return;
    const timers = new Set<ReturnType<typeof setTimeout>>();
    async function look(): Promise<void> {
      const query = only === null ? { limit: limits.pageSize } : { question: only };
      const page = await call('readDiscussion', { params: { s_id }, query, isBackground: true });
      const isRead = (id: string, version: number) => version <= (readAs.current.get(id) ?? 0);
      setNews(withoutRead(newsIn(page, shownNow.current), isRead));
    }
    const end = followDiscussion({
      s_id,
      seen: begun,
      onChange(change, version) {
        const timer = setTimeout(() => {
          timers.delete(timer);
          if (version <= (readAs.current.get(change._id) ?? 0)) return;
          setNews((now) => addChange(now, { ...change, version }, shownNow.current));
          askUnreadSoon(s_id);
        }, tellMs);
        timers.add(timer);
      },
      // Users who logged out or left the batch get no stream.
      onLook: () =>
        void look().catch((error) => {
          if (error instanceof CallError && [401, 403, 404].includes(error.status)) end();
        }),
    });
    return () => {
      end();
      for (const timer of timers) clearTimeout(timer);
    };
  }, [s_id, begun, only, shownNow, readAs]);
  const forgetNews = useCallback(
    (page: Discussion | null = null) => {
      const upTo = page === null ? 0 : (page.version ?? Infinity);
      const read = new Map(readAs.current);
      // Older questions on the screen were not read with the newest page.
      const older = new Set(shownNow.current.questions.map(({ _id }) => _id));
      for (const { _id } of page?.questions ?? []) older.delete(_id);
      const readUpTo = (id: string) => Math.max(older.has(id) ? 0 : upTo, read.get(id) ?? 0);
      setNews((now) => withoutRead(now, (id, version) => version <= readUpTo(id)));
    },
    [readAs, shownNow],
  );
  return { news, forgetNews };
}
