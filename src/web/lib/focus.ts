import { useEffect } from 'react';
import { useLocation } from 'react-router';

/** A `ref` for what replaces a focused element. */
export function focusInPlace(element: HTMLElement | null): void {
  element?.focus({ preventScroll: true });
}

/** Focus alone may show any part of a tall element. */
export function focusFromTop(element: HTMLElement | null): void {
  element?.focus({ preventScroll: true });
  element?.scrollIntoView({ block: 'start' });
}

/** After a link to `#id`, focuses what `selector` finds there; the browser only scrolls. */
export function useFocusOnHash(id: string, selector: string): void {
  const location = useLocation();
  useEffect(() => {
    // Also a navigation to the open address.
    const { hash } = location;
    if (hash === `#${id}`) document.querySelector<HTMLElement>(`${hash} ${selector}`)?.focus();
  }, [location, id, selector]);
}
