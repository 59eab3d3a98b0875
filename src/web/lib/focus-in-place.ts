/** A `ref` for the replacement of a focused element: takes the focus without scrolling. */
export function focusInPlace(element: HTMLElement | null): void {
  element?.focus({ preventScroll: true });
}

/** Focuses an element and scrolls to its start; focus alone may show any part of a tall element. */
export function focusFromTop(element: HTMLElement | null): void {
  element?.focus({ preventScroll: true });
  element?.scrollIntoView({ block: 'start' });
}
