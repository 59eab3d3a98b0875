import { useEffect } from 'react';

/** Set by `scripts-after-paint.tsx`. It holds a toggle's state; a toggle that changed since is skipped. */
const mark = 'data-pressed-early';

/** After hydration starts React replays clicks itself. */
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
