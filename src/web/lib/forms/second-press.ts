/** Two presses at one place within this time, in milliseconds, are one double press; systems have 500 too. */
const doublePressMs = 500;
/** How far apart they may be, in CSS pixels: a finger rolls. */
const samePlacePx = 16;

/** What a press does something to. */
const pressable = 'a, button, input, select, textarea, summary, label';

/** Of buttons those that do something; what is switched on and off shows what a second press has done. */
const actingButton = 'button:not([aria-pressed], [aria-expanded])';

type Press = { at: number; x: number; y: number; target: Element };

function pressableAt(event: Event): Element | null {
  return event.target instanceof Element ? event.target.closest(pressable) : null;
}

/**
 * A double press does one thing. Its second half is ignored where it hits a button again, whose form has been answered
 * meanwhile, or something else, that has come under the finger since. Ticks, switches and text fields take both halves: a
 * second press there undoes, or selects a word. What is typed in between ends it.
 * @returns what ends the watching
 */
export function ignoreSecondPresses(page: Document): () => void {
  let last: Press | null = null;
  let isSecond = false;
  const onPointerDown = (event: PointerEvent) => {
    const target = pressableAt(event);
    isSecond =
      last !== null &&
      target !== null &&
      event.timeStamp - last.at < doublePressMs &&
      Math.hypot(event.clientX - last.x, event.clientY - last.y) < samePlacePx &&
      (target !== last.target || target.matches(actingButton));
  };
  const onClick = (event: MouseEvent) => {
    // Keys and scripts press without a place.
    if (event.detail === 0) return;
    if (isSecond) {
      event.preventDefault();
      event.stopImmediatePropagation();
      return;
    }
    const target = pressableAt(event);
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
