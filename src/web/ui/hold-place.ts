/** Not every browser focuses a clicked button. Null after a key. */
let pressed: Element | null = null;
let isWatching = false;

export function watchPresses(): void {
  if (isWatching) return;
  isWatching = true;
  const options = { capture: true, passive: true };
  const onPointerDown = ({ target }: PointerEvent) => (pressed = target instanceof Element ? target : null);
  document.addEventListener('pointerdown', onPointerDown, options);
  document.addEventListener('keydown', () => (pressed = null), options);
}

/** A centred dialog grows by half at either end. */
function holdInDialog(dialog: HTMLElement, growth: number): void {
  const [, before = '0'] = dialog.style.translate.split(' ');
  dialog.style.translate = `0 ${Number.parseFloat(before) - growth / 2}px`;
}

/** The page is longer because of these. */
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

/** A panel beside others: it may be as high as the window, and the page is not scrolled in its place. */
const keepsScroll = (panel: Element): boolean => getComputedStyle(panel).overscrollBehaviorY === 'contain';

/** Null for the page itself. */
function scrollerOf(room: Element): Element | null {
  for (
    let element = room.parentElement;
    element && element !== document.body;
    element = element.parentElement
  )
    if (
      /auto|scroll/.test(getComputedStyle(element).overflowY) &&
      (element.scrollHeight > element.clientHeight || keepsScroll(element))
    )
      return element;
  return null;
}

const panelGap = 12;

function isSticky(held: Element, panel: Element): boolean {
  for (let element: Element | null = held; element && element !== panel; element = element.parentElement)
    if (getComputedStyle(element).position === 'sticky') return true;
  return false;
}

/** Scrolls a grown panel as far as it can. @returns by how much the page still has to scroll */
function holdInPanel(
  panel: Element,
  room: Element,
  { held, growth }: { held: Element; growth: number },
): number {
  const stays = isSticky(held, panel);
  const before = panel.scrollTop;
  if (!stays) panel.scrollBy({ top: growth, behavior: 'instant' });
  const rest = stays ? 0 : growth - (panel.scrollTop - before);
  // A sticky button does not move, and covers what appears, whose beginning stays in sight.
  const { top, bottom } = room.getBoundingClientRect();
  const covered = bottom - held.getBoundingClientRect().top;
  const most = stays ? top - panel.getBoundingClientRect().top : Infinity;
  if (covered > 0) panel.scrollBy({ top: Math.min(covered + panelGap, most), behavior: 'instant' });
  return rest;
}

/** At the window's lower edge: it grows upwards. */
function isPinned(held: Element): boolean {
  for (let element: Element | null = held; element; element = element.parentElement) {
    const { position, bottom } = getComputedStyle(element);
    if (position !== 'sticky' || bottom === 'auto') continue;
    return element.getBoundingClientRect().bottom >= innerHeight - Number.parseFloat(bottom) - 1;
  }
  return false;
}

/**
 * Keeps a clicked element below a room under the finger when the room grows: scrolls by as much, and
 * lengthens a page that is too short.
 * @param growth in CSS pixels
 */
export function holdPlace(room: Element, growth: number): void {
  const held = pressed?.isConnected === true ? pressed : document.activeElement;
  if (held === null || held === document.body) return;
  const isBelow = room.compareDocumentPosition(held) === Node.DOCUMENT_POSITION_FOLLOWING;
  const isOutOfSight = room.getBoundingClientRect().top > innerHeight;
  // The user shall see the field that is wrong.
  const isLedAway = document.activeElement?.matches('[aria-invalid="true"]') === true;
  if (!isBelow || isOutOfSight || isLedAway) return;
  const dialog = room.closest('dialog');
  if (held.closest('dialog') !== dialog) return;
  if (dialog !== null) return holdInDialog(dialog, growth);
  const panel = scrollerOf(room);
  if (panel === null && isPinned(held)) return;
  const rest = panel === null ? growth : holdInPanel(panel, room, { held, growth });
  if (rest > 0 && (panel === null || !keepsScroll(panel))) holdInPage(room, rest);
}

export function giveBackPlace(room: Element): void {
  room.closest('dialog')?.style.removeProperty('translate');
  if (lengthened.delete(room) && lengthened.size === 0) document.documentElement.style.minHeight = '';
}
