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

/** What scrolls a room within the page; null for the page itself. */
function scrollerOf(room: Element): Element | null {
  for (
    let element = room.parentElement;
    element && element !== document.body;
    element = element.parentElement
  )
    if (
      element.scrollHeight > element.clientHeight &&
      /auto|scroll/.test(getComputedStyle(element).overflowY)
    )
      return element;
  return null;
}

const panelGap = 12;

/** Scrolls a panel in which a room has grown as far as it can. @returns by how much the page has to scroll then */
function holdInPanel(
  panel: Element,
  room: Element,
  { held, growth }: { held: Element; growth: number },
): number {
  const before = panel.scrollTop;
  panel.scrollBy({ top: growth, behavior: 'instant' });
  const rest = growth - (panel.scrollTop - before);
  // A button that sticks to the end of its panel does not move, and covers what comes.
  const covered = room.getBoundingClientRect().bottom - held.getBoundingClientRect().top;
  if (covered > 0) panel.scrollBy({ top: covered + panelGap, behavior: 'instant' });
  return rest;
}

/**
 * Keeps what is pressed below a room under the finger when the room has grown: what scrolls it does so by as much, and
 * the page grows at its end where it is too short for that.
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
  if (dialog !== null) return holdInDialog(dialog, growth);
  const panel = scrollerOf(room);
  const rest = panel === null ? growth : holdInPanel(panel, room, { held, growth });
  if (rest > 0) holdInPage(room, rest);
}

/** To be called when a room is given back: what was done for it is undone. */
export function giveBackPlace(room: Element): void {
  room.closest('dialog')?.style.removeProperty('translate');
  if (lengthened.delete(room) && lengthened.size === 0) document.documentElement.style.minHeight = '';
}
