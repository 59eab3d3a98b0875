import { useEffect } from 'react';
import { useLocation } from 'react-router';

/** A link to a place of the screen (`#id`) scrolls there by itself; the focus follows it, to what `selector` finds there. */
export function useFocusOnHash(id: string, selector: string): void {
  const location = useLocation();
  useEffect(() => {
    // Each navigation counts, also one to where one is already.
    const { hash } = location;
    if (hash === `#${id}`) document.querySelector<HTMLElement>(`${hash} ${selector}`)?.focus();
  }, [location, id, selector]);
}
