/** A `ref` for what takes the place of an element that had the focus: it has the focus then, and the screen stays where it is. */
export function focusInPlace(element: HTMLElement | null): void {
  element?.focus({ preventScroll: true });
}
