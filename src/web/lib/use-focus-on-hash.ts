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

/** After the frame has focused the heading: focuses what the address names, also once it replaces a skeleton. */
export function useFocusOnNamed(): void {
  const { hash, key } = useLocation();
  useEffect(() => {
    const id = hash.slice(1);
    if (id === '') return;
    const focusNamed = () => {
      const named = document.getElementById(id);
      // The screen may have focused a field inside.
      if (named === null || named.contains(document.activeElement)) return;
      named.tabIndex = -1;
      named.focus();
    };
    focusNamed();
    const observer = new MutationObserver(() => {
      if (document.activeElement?.matches('h1, main, body')) focusNamed();
    });
    observer.observe(document.body, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, [hash, key]);
}
