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
