import { startTransition, useEffect, useState } from 'react';
import { useLocation, useNavigationType } from 'react-router';

/** So many items fill any first window; the others follow in steps, between which the page stays responsive. */
const step = 6;

/**
 * Incremental rendering: how many items of a long list to render by now. On the way back to a page all at once, because
 * restoring the scroll position needs the page at its full length.
 */
export function useIncrementalList(total: number): number {
  const type = useNavigationType();
  const { key } = useLocation();
  const [count, setCount] = useState(type === 'POP' && key !== 'default' ? Infinity : step);
  useEffect(() => {
    if (count >= total) return;
    // A frame later, so that input and painting go first.
    const timer = setTimeout(() => startTransition(() => setCount(count + step)), 16);
    return () => clearTimeout(timer);
  }, [count, total]);
  return count;
}
