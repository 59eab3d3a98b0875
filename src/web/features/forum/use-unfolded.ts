import { useCallback, useEffect, useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import type { Discussion } from '#contract/forum/calls';
import { questionAddress } from '#contract/forum/question-view';
import { useIsHydrated } from '../../lib/page/page-time.ts';
import { useRefusedForm } from '../../lib/forms/refused-form.ts';

/**
 * Which questions are unfolded: at first the newest, and the one of the address or form. Old links name a
 * question by hash: it is unfolded if loaded, else its own page opens.
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
