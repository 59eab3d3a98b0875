import { useEffect } from 'react';

/**
 * Presses on buttons that act by the script alone, before it has come: the page marks such a button, which shows it
 * (`scripts-after-paint.tsx`, `base.css`), and it is pressed once the page is hydrated. The mark of a toggle says what it showed:
 * one that has changed since, by what waits on the device, says already what was wanted.
 */
const mark = 'data-pressed-early';

/** Ends the marking: from here on React hears each press. To be called when hydration begins. */
export function endEarlyPresses(): void {
  dispatchEvent(new Event('hydrating'));
}

/** Presses the marked buttons once the page is hydrated. */
export function useEarlyPresses(): void {
  useEffect(() => {
    const press = () => {
      for (const button of document.querySelectorAll<HTMLElement>(`[${mark}]`)) {
        const shown = button.getAttribute(mark);
        button.removeAttribute(mark);
        if (shown === (button.getAttribute('aria-pressed') ?? '')) button.click();
      }
    };
    // Not within the effect: parts of the page that are not hydrated yet are for a press, and cannot be until it ends.
    const timer = setTimeout(press);
    return () => clearTimeout(timer);
  }, []);
}
