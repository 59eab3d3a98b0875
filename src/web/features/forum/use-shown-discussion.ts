import { startTransition, useCallback, useEffect, useRef, useState } from 'react';
import { minuteMs } from '#contract/durations';
import type { Discussion } from '#contract/forum/calls';
import { limits } from '#contract/limits';
import { call } from '../../lib/calls/client.ts';
import {
  addOlderPage,
  fromNewestPage,
  mayGoOn,
  mergeAnswer,
  mergePage,
  removeQuestion,
  type LoadedDiscussion,
} from './loaded-discussion.ts';
import { useNews } from './news/use-news.ts';
import { isOutdated, noteRead, type ReadVersions } from './read-versions.ts';

/** A tab shown again after this long refreshes the discussion. */
const staleMs = minuteMs;

export type UpdateDiscussion = (change: (now: LoadedDiscussion) => LoadedDiscussion) => void;

/**
 * What is read of a discussion, and news of others; without what waits in the outbox.
 * @param pageSize how many questions the newest page requested; the rest loads near its end
 * @param only the one question that the screen is about
 * @returns `update`, `noteOwnChange` and `readAfterChanges` are stable
 */
export function useShownDiscussion({
  s_id,
  newestPage,
  pageSize,
  only,
}: {
  s_id: string;
  newestPage: Discussion;
  pageSize: number;
  only: string | null;
}) {
  const [discussion, setDiscussion] = useState(() => fromNewestPage(newestPage, pageSize));
  const [isPart, setPart] = useState(mayGoOn(newestPage, pageSize) && pageSize < limits.pageSize);
  const update: UpdateDiscussion = setDiscussion;
  /** The shown state, for callbacks from outside of React. */
  const shownNow = useRef(discussion);
  useEffect(() => {
    shownNow.current = discussion;
  }, [discussion]);
  const readAs = useRef<ReadVersions>(new Map());
  const { news, forgetNews } = useNews(s_id, { seen: newestPage.version, only, shownNow, readAs });

  /** Counts own changes: a read that began before one may not show it. */
  const changes = useRef(0);
  const readAfterChanges = useCallback(async (read: () => Promise<Discussion>): Promise<Discussion> => {
    for (;;) {
      const before = changes.current;
      const answer = await read();
      if (changes.current === before) return answer;
    }
  }, []);

  /** @returns whether the answer is to be shown: nothing newer is on the screen */
  const noteOwnChange = useCallback(
    (answer: Discussion | null | undefined): boolean => {
      changes.current += 1;
      if (isOutdated(readAs.current, answer)) return false;
      noteRead(readAs.current, answer);
      forgetNews();
      return true;
    },
    [forgetNews],
  );

  const readAt = useRef(0);
  const refresh = useCallback(async () => {
    readAt.current = Date.now();
    const page = await readAfterChanges(() =>
      // The service worker caches this address for the screen.
      call('readDiscussion', { params: { s_id }, query: { limit: limits.pageSize } }),
    );
    noteRead(readAs.current, page);
    // Not urgent: a transition keeps typing responsive.
    startTransition(() => {
      setDiscussion((now) => mergePage(now, page));
      forgetNews(page);
      setPart(false);
    });
  }, [s_id, forgetNews, readAfterChanges]);
  useEffect(() => {
    readAt.current = Date.now();
    const onVisibilityChange = () => {
      if (!document.hidden && Date.now() - readAt.current >= staleMs) void refresh().catch(() => undefined);
    };
    document.addEventListener('visibilitychange', onVisibilityChange);
    return () => document.removeEventListener('visibilitychange', onVisibilityChange);
  }, [refresh]);

  /** Shows others' changes. @throws CallError */
  async function showNews(): Promise<void> {
    const { counts, changed, removed, versions } = news;
    const read = async (query: { limit: number } | { question: string }) => {
      const answer = await readAfterChanges(() => call('readDiscussion', { params: { s_id }, query }));
      noteRead(readAs.current, answer);
      return answer;
    };
    const page = only === null ? await read({ limit: limits.pageSize }) : null;
    const inPage = new Set(page?.questions.map(({ _id }) => _id));
    const known = new Set(shownNow.current.questions.map(({ _id }) => _id));
    const others = new Set([...counts.keys(), ...changed].filter((id) => known.has(id) && !inPage.has(id)));
    const answers: Discussion[] = [];
    for (const id of others) answers.push(await read({ question: id }));
    // Not one whose deletion was undone before the read.
    const gone = [...removed].filter((id) => (readAs.current.get(id) ?? 0) <= (versions.get(id) ?? 0));
    setDiscussion((now) => {
      let shown: LoadedDiscussion = page === null ? now : mergePage(now, page);
      for (const answer of answers) shown = mergeAnswer(shown, answer);
      for (const id of gone) shown = removeQuestion(shown, id);
      return shown;
    });
    forgetNews(page);
  }

  /** @throws CallError */
  async function showOlder(): Promise<void> {
    if (isPart) return refresh();
    const before = discussion.questions[0]?._id;
    const page = await call('readDiscussion', { params: { s_id }, query: { before } });
    setDiscussion((now) => addOlderPage(now, page));
  }

  return { discussion, isPart, news, update, noteOwnChange, readAfterChanges, showNews, showOlder };
}
export type ShownDiscussion = ReturnType<typeof useShownDiscussion>;
