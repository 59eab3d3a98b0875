import type { RefObject } from 'react';

/** Scrolls what is focused above the message. */
function uncoverFocus(message: HTMLElement): void {
  const focused = document.activeElement;
  const { top = 0, bottom = 0 } = focused?.getBoundingClientRect() ?? {};
  const isCovered = top < innerHeight && bottom > message.getBoundingClientRect().top;
  if (isCovered && !message.contains(focused)) focused?.scrollIntoView({ block: 'nearest' });
}

type Places = readonly (HTMLElement | null)[];

/** @returns whether one of the places is left and takes the focus */
function focusFirst(places: Places): boolean {
  return places.some((place) => {
    if (place?.tagName === 'SECTION') place.tabIndex = -1;
    place?.focus({ preventScroll: true });
    return place !== null && place === document.activeElement;
  });
}

/** Keeps the focus in sight, or gives it back: the clicked button may be gone with its form. */
export function settleFocus(region: RefObject<HTMLElement | null>, places: RefObject<Places>): void {
  const message = region.current;
  if (message === null) return;
  if (document.activeElement !== document.body) uncoverFocus(message);
  else if (!focusFirst(places.current)) message.focus();
}
