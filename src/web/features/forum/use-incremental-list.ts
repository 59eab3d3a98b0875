import { startTransition, useEffect, useState } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import { useIsHydrated } from '../../lib/page/page-time.ts';

/** So many items fill any first window, as many as a page carries; the others follow in steps, between which the page stays responsive. */
const step = 10;

/**
 * Incremental rendering: how many items of a long list to render by now. On the way back to a screen all at once, because
 * restoring the scroll position needs it at its full length; a page that the server rendered begins with what that did.
 */
export function useIncrementalList(total: number): number {
  const type = useNavigationType();
  const { key } = useLocation();
  const isHydrated = useIsHydrated();
  const isReturn = isHydrated && type === 'POP' && key !== 'default';
  const [count, setCount] = useState(isReturn ? Infinity : step);
  useEffect(() => {
    if (count >= total) return;
    // A frame later, so that input and painting go first.
    const timer = setTimeout(() => startTransition(() => setCount(count + step)), 16);
    return () => clearTimeout(timer);
  }, [count, total]);
  return count;
}
