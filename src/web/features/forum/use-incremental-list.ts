import { startTransition, useEffect, useState } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import { useIsHydrated } from '../../lib/page/page-time.ts';

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
