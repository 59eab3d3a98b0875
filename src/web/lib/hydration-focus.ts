import { useEffect } from 'react';
import { serverRenderedId } from '#contract/screens';

/** The focused element in the server-rendered HTML before hydration: a selector, and its index among the matches. */
let focused: { selector: string; index: number } | null = null;

function rememberFocus(): void {
  const { activeElement } = document;
  const rendered = activeElement?.closest(`#${serverRenderedId}`);
  if (activeElement == null || rendered == null) return;
  const href = activeElement.getAttribute('href');
  const selector = href === null ? `#${CSS.escape(activeElement.id)}` : `a[href="${CSS.escape(href)}"]`;
  focused = { selector, index: [...rendered.querySelectorAll(selector)].indexOf(activeElement) };
}

if (typeof document !== 'undefined') {
  rememberFocus();
  document.addEventListener('focusin', rememberFocus);
}

/** Whether the client-rendered screen has replaced the server-rendered HTML. */
export function isHydrated(): boolean {
  return typeof document !== 'undefined' && document.getElementById(serverRenderedId) === null;
}

/** Restores the focus after hydration: the link that was focused in the server-rendered HTML is focused again. */
export function useHydrationFocus(): void {
  useEffect(() => {
    document.removeEventListener('focusin', rememberFocus);
    if (focused !== null && document.activeElement === document.body) {
      const found = document.querySelectorAll<HTMLElement>(focused.selector);
      found[focused.index]?.focus({ preventScroll: true });
    }
    focused = null;
  }, []);
}
