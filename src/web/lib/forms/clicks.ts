import { useEffect } from 'react';

/** Milliseconds, as in operating systems. */
const doubleClickMs = 500;
/** CSS pixels: a finger moves a little. */
const samePlacePx = 16;

const clickable = 'a, button, input, select, textarea, summary, label';

/** Not toggles, which show what the second click did. */
const actingButton = 'button:not([aria-pressed], [aria-expanded])';

type Click = { at: number; x: number; y: number; target: Element };

function clickableAt(event: Event): Element | null {
  return event.target instanceof Element ? event.target.closest(clickable) : null;
}

/**
 * Ignores the second click on a button, or on what moved under the finger. Ticks, switches and text fields
 * accept both; typing in between makes it a new click.
 * @returns stops it
 */
export function ignoreDoubleClicks(page: Document): () => void {
  let last: Click | null = null;
  let isSecond = false;
  const onPointerDown = (event: PointerEvent) => {
    const target = clickableAt(event);
    isSecond =
      last !== null &&
      target !== null &&
      event.timeStamp - last.at < doubleClickMs &&
      Math.hypot(event.clientX - last.x, event.clientY - last.y) < samePlacePx &&
      (target !== last.target || target.matches(actingButton));
  };
  const onClick = (event: MouseEvent) => {
    // Clicks by keys and scripts have no position.
    if (event.detail === 0) return;
    if (isSecond) {
      event.preventDefault();
      event.stopImmediatePropagation();
      return;
    }
    const target = clickableAt(event);
    last = target && { at: event.timeStamp, x: event.clientX, y: event.clientY, target };
  };
  const forget = () => (last = null);
  const options = { capture: true };
  page.addEventListener('pointerdown', onPointerDown, options);
  page.addEventListener('click', onClick, options);
  page.addEventListener('keydown', forget, options);
  page.addEventListener('input', forget, options);
  return () => {
    page.removeEventListener('pointerdown', onPointerDown, options);
    page.removeEventListener('click', onClick, options);
    page.removeEventListener('keydown', forget, options);
    page.removeEventListener('input', forget, options);
  };
}

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
