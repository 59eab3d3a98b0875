/** A `ref` for what takes the place of an element that had the focus: it has the focus then, and the screen stays where it is. */
export function focusInPlace(element: HTMLElement | null): void {
  element?.focus({ preventScroll: true });
}

/** Focuses what a click has brought and shows its beginning: of an element taller than the window, focus alone may show any part. */
export function focusFromTop(element: HTMLElement | null): void {
  element?.focus({ preventScroll: true });
  element?.scrollIntoView({ block: 'start' });
}
