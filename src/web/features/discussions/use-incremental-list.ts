import { startTransition, useEffect, useState } from 'react';
import { useLocation, useNavigationType } from 'react-router';

/** So many fill any first window; the others follow in steps that leave the page answering. */
const step = 6;

/**
 * How many of a long list's rows to draw by now. On the way back to a page all at once, because the scroll position
 * that the reader left needs the page at its full length.
 */
export function useIncrementalList(total: number): number {
  const type = useNavigationType();
  const { key } = useLocation();
  const [count, setCount] = useState(type === 'POP' && key !== 'default' ? Infinity : step);
  useEffect(() => {
    if (count >= total) return;
    // Not in the same breath as what was just drawn: input and painting go first.
    const timer = setTimeout(() => startTransition(() => setCount(count + step)), 16);
    return () => clearTimeout(timer);
  }, [count, total]);
  return count;
}
