import { useEffect } from 'react';

/**
 * Clicks before hydration, marked by `scripts-after-paint.tsx` and replayed after it. The mark holds a
 * toggle's state; a toggle that changed since is skipped.
 */
const mark = 'data-pressed-early';

/** Stops marking when hydration starts: React replays later clicks itself. */
export function forgetEarlyClicks(): void {
  dispatchEvent(new Event('hydrating'));
}

export function useEarlyClicks(): void {
  useEffect(() => {
    const click = () => {
      for (const button of document.querySelectorAll<HTMLElement>(`[${mark}]`)) {
        const shown = button.getAttribute(mark);
        button.removeAttribute(mark);
        if (shown === (button.getAttribute('aria-pressed') ?? '')) button.click();
      }
    };
    // The effect must end before React hydrates the clicked part.
    const timer = setTimeout(click);
    return () => clearTimeout(timer);
  }, []);
}
