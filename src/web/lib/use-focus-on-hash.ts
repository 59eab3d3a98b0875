import { useEffect } from 'react';
import { useLocation } from 'react-router';

/** Moves the focus after a link to `#id`, to the element that `selector` finds there; the browser only scrolls. */
export function useFocusOnHash(id: string, selector: string): void {
  const location = useLocation();
  useEffect(() => {
    // Each navigation counts, also one to the current address.
    const { hash } = location;
    if (hash === `#${id}`) document.querySelector<HTMLElement>(`${hash} ${selector}`)?.focus();
  }, [location, id, selector]);
}
