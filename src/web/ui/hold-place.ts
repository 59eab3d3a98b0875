/** What a pointer pressed last, until a key is pressed: not every browser gives a pressed button the focus. */
let pressed: Element | null = null;
let isWatching = false;

/** Follows presses from now on. */
export function watchPresses(): void {
  if (isWatching) return;
  isWatching = true;
  const options = { capture: true, passive: true };
  const onPointerDown = ({ target }: PointerEvent) => (pressed = target instanceof Element ? target : null);
  document.addEventListener('pointerdown', onPointerDown, options);
  document.addEventListener('keydown', () => (pressed = null), options);
}

/** A dialog is in the middle of the window: what it grows by it grows by half at either end. */
function holdInDialog(dialog: HTMLElement, growth: number): void {
  const [, before = '0'] = dialog.style.translate.split(' ');
  dialog.style.translate = `0 ${Number.parseFloat(before) - growth / 2}px`;
}

/** Rooms for whose sake the page is longer than what it shows. */
const lengthened = new Set<Element>();

function holdInPage(room: Element, growth: number): void {
  const page = document.documentElement;
  const end = scrollY + innerHeight + growth;
  if (page.scrollHeight < end) {
    lengthened.add(room);
    page.style.minHeight = `${end}px`;
  }
  scrollBy({ top: growth, behavior: 'instant' });
}

/**
 * Keeps what is pressed below a room under the finger when the room has grown: the page scrolls by as much, and grows at its
 * end where it is too short for that.
 * @param growth in CSS pixels
 */
export function holdPlace(room: Element, growth: number): void {
  const held = pressed?.isConnected === true ? pressed : document.activeElement;
  if (held === null || held === document.body) return;
  const isBelow = room.compareDocumentPosition(held) === Node.DOCUMENT_POSITION_FOLLOWING;
  const isOutOfSight = room.getBoundingClientRect().top > innerHeight;
  // Whoever is led to a field that is wrong shall see that field.
  const isLedAway = document.activeElement?.matches('[aria-invalid="true"]') === true;
  if (!isBelow || isOutOfSight || isLedAway) return;
  const dialog = room.closest('dialog');
  if (held.closest('dialog') !== dialog) return;
  if (dialog === null) holdInPage(room, growth);
  else holdInDialog(dialog, growth);
}

/** To be called when a room is given back: what was done for it is undone. */
export function giveBackPlace(room: Element): void {
  room.closest('dialog')?.style.removeProperty('translate');
  if (lengthened.delete(room) && lengthened.size === 0) document.documentElement.style.minHeight = '';
}
