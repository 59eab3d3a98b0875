import { startTransition, useCallback, useEffect, useState } from 'react';
import { useLocation, useNavigate, useNavigationType, useSearchParams } from 'react-router';
import type { Discussion } from '#contract/forum/calls';
import { questionAddress } from '#contract/forum/question-view';
import { useRefusedForm } from '../../lib/forms/refused-form.ts';
import { useIsHydrated } from '../../lib/page/page-time.ts';

/**
 * Unfolded at first: the newest, and the one of the address or form. Old links name a question by hash: it is
 * unfolded if loaded, else its own page opens.
 * @param batch null without a list
 */
export function useUnfolded(newestPage: Discussion, batch: string | null) {
  const [search] = useSearchParams();
  const values = useRefusedForm()?.values;
  const [unfolded, setUnfolded] = useState<ReadonlySet<string | undefined | null>>(
    () =>
      new Set([
        newestPage.questions.at(-1)?._id,
        search.get('edit'),
        values?.['editId'],
        values?.['questionId'],
      ]),
  );
  const fold = useCallback(
    (id: string, isUnfolded: boolean) =>
      setUnfolded((now) =>
        isUnfolded ? new Set([...now, id]) : new Set([...now].filter((one) => one !== id)),
      ),
    [],
  );
  const { hash, key } = useLocation();
  const isHydrated = useIsHydrated();
  const named = isHydrated && batch !== null ? /^#question-(\d+)$/.exec(hash)?.[1] : undefined;
  const visit = named === undefined ? null : `${key} ${named}`;
  const [unfoldedAt, setUnfoldedAt] = useState<string | null>(null);
  if (named !== undefined && visit !== unfoldedAt) {
    setUnfoldedAt(visit);
    fold(named, true);
  }
  const navigate = useNavigate();
  useEffect(() => {
    if (batch === null || named === undefined || document.getElementById(`question-${named}`) !== null)
      return;
    void navigate(questionAddress(batch, named), { replace: true });
  }, [batch, named, navigate]);
  return { isUnfolded: (id: string) => unfolded.has(id), fold };
}

/** Enough items for any first window; the others follow in steps, to keep the page responsive. */
const step = 10;

/**
 * Incremental rendering: how many items to render now. On Back all at once, because restoring the scroll
 * position needs the full length; after server rendering as many as the server rendered.
 */
export function useIncrementalList(total: number): number {
  const type = useNavigationType();
  const { key } = useLocation();
  const isHydrated = useIsHydrated();
  const isReturn = isHydrated && type === 'POP' && key !== 'default';
  const [count, setCount] = useState(isReturn ? Infinity : step);
  useEffect(() => {
    if (count >= total) return;
    // A frame later: input and painting first.
    const timer = setTimeout(() => startTransition(() => setCount(count + step)), 16);
    return () => clearTimeout(timer);
  }, [count, total]);
  return count;
}
