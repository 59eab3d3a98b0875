import { useEffect } from 'react';

/**
 * Clicks before hydration, on buttons that need the script: the page marks them (`scripts-after-paint.tsx`), and they are
 * clicked once it is hydrated. The mark holds a toggle's state: one that has changed since is left alone.
 */
const mark = 'data-pressed-early';

/** Ends the marking; called when hydration begins, since React replays later clicks itself. */
export function forgetEarlyClicks(): void {
  dispatchEvent(new Event('hydrating'));
}

/** Clicks the marked buttons once the page is hydrated. */
export function useEarlyClicks(): void {
  useEffect(() => {
    const click = () => {
      for (const button of document.querySelectorAll<HTMLElement>(`[${mark}]`)) {
        const shown = button.getAttribute(mark);
        button.removeAttribute(mark);
        if (shown === (button.getAttribute('aria-pressed') ?? '')) button.click();
      }
    };
    // After the effect, which must end before React hydrates the part that is clicked.
    const timer = setTimeout(click);
    return () => clearTimeout(timer);
  }, []);
}
