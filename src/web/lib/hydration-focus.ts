import { useEffect } from 'react';
import { serverRenderedId } from '#contract/screens';

/** What has the focus in the drawing which stands until the screen is there: the how-manieth of those that a selector finds. */
let focused: { selector: string; index: number } | null = null;

function look(): void {
  const { activeElement } = document;
  const view = activeElement?.closest(`#${serverRenderedId}`);
  if (activeElement == null || view == null) return;
  const href = activeElement.getAttribute('href');
  const selector = href === null ? `#${CSS.escape(activeElement.id)}` : `a[href="${CSS.escape(href)}"]`;
  focused = { selector, index: [...view.querySelectorAll(selector)].indexOf(activeElement) };
}

if (typeof document !== 'undefined') {
  look();
  document.addEventListener('focusin', look);
}

/** Whether a screen has taken the place of the drawing. */
export function isHydrated(): boolean {
  return typeof document !== 'undefined' && document.getElementById(serverRenderedId) === null;
}

/** Whoever went through the drawing's links with the keys goes on from there: the screen's own link takes the focus over. */
export function useHydrationFocus(): void {
  useEffect(() => {
    document.removeEventListener('focusin', look);
    if (focused !== null && document.activeElement === document.body) {
      const found = document.querySelectorAll<HTMLElement>(focused.selector);
      found[focused.index]?.focus({ preventScroll: true });
    }
    focused = null;
  }, []);
}
