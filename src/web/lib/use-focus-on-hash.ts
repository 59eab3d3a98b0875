import { useEffect } from 'react';
import { useLocation } from 'react-router';

/** After a link to `#id`, focuses what `selector` finds there; the browser only scrolls. */
export function useFocusOnHash(id: string, selector: string): void {
  const location = useLocation();
  useEffect(() => {
    // Also a navigation to the open address.
    const { hash } = location;
    if (hash === `#${id}`) document.querySelector<HTMLElement>(`${hash} ${selector}`)?.focus();
  }, [location, id, selector]);
}
