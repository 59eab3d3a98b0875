import type { CDPSession, Page } from '@playwright/test';

/** The browser's own setting for the size of text, in pixels; 16 is the usual one. */
export async function setTextSize(session: CDPSession, standard: number): Promise<void> {
  await session.send('Page.setFontSizes', { fontSizes: { standard, fixed: Math.round(standard * 0.8125) } });
}

type Box = { left: number; right: number; top: number; bottom: number };

/** Runs in the page: texts that a control or another text covers. Bars that stay in place cover what scrolls below them. */
function coveredTexts(): string[] {
  const styleOf = (element: Element) => getComputedStyle(element);
  const withParents = (element: Element): Element[] => {
    const { parentElement } = element;
    return parentElement === null ? [element] : [element, ...withParents(parentElement)];
  };
  const isAside = (element: Element) =>
    withParents(element).some((one) => {
      const { position, clipPath } = styleOf(one);
      return position === 'fixed' || position === 'sticky' || clipPath === 'inset(50%)';
    });
  const isSeen = (element: Element) =>
    element.checkVisibility({
      contentVisibilityAuto: true,
      opacityProperty: true,
      visibilityProperty: true,
    }) && !isAside(element);
  const meet = (a: Box, b: Box): Box => ({
    left: Math.max(a.left, b.left),
    right: Math.min(a.right, b.right),
    top: Math.max(a.top, b.top),
    bottom: Math.min(a.bottom, b.bottom),
  });
  const isOver = (a: Box, b: Box) => {
    const { left, right, top, bottom } = meet(a, b);
    return right - left > 2 && bottom - top > Math.min(a.bottom - a.top, b.bottom - b.top) * 0.4;
  };
  const windowOf = (element: Element): Box =>
    withParents(element)
      .filter((one) => one !== document.body && one !== document.documentElement)
      .filter((one) => styleOf(one).overflow !== 'visible')
      .reduce<Box>((box, one) => meet(box, one.getBoundingClientRect()), {
        left: -Infinity,
        right: Infinity,
        top: -Infinity,
        bottom: Infinity,
      });
  const controls = 'a, button, input, select, textarea, summary';
  const texts: { text: string; element: Element; box: Box }[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode as Text;
    const element = node.parentElement as Element;
    const text = node.data.trim();
    if (text === '' || element.closest('script, style, noscript, select, textarea, svg') || !isSeen(element))
      continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const shown = windowOf(element);
    for (const rect of range.getClientRects()) {
      const box = meet(rect, shown);
      if (box.right - box.left > 1 && box.bottom - box.top > 1) texts.push({ text, element, box });
    }
  }
  // A field's own button lies over it.
  const isDrawn = (element: Element) => {
    const { backgroundColor, borderTopWidth, display } = styleOf(element);
    const isEmpty = backgroundColor === 'rgba(0, 0, 0, 0)' && borderTopWidth === '0px';
    return display !== 'inline' && !isEmpty && isSeen(element);
  };
  const drawn = [...document.querySelectorAll(controls)].filter(isDrawn).map((element) => ({
    element,
    box: meet(element.getBoundingClientRect(), windowOf(element)),
  }));
  const isApart = (control: Element, { element }: { element: Element }) =>
    !control.contains(element) &&
    !element.contains(control) &&
    !(element.closest(controls) && styleOf(element.closest(controls) as Element).position === 'absolute');
  const byControls = drawn.flatMap(({ element, box }) =>
    texts
      .filter((text) => isApart(element, text) && isOver(box, text.box))
      .map(({ text }) => `${element.outerHTML.slice(0, 90)} over "${text.slice(0, 30)}"`),
  );
  const byTexts = texts.flatMap((one, index) =>
    texts
      .slice(index + 1)
      .filter((other) => other.element !== one.element && isOver(one.box, other.box))
      .map((other) => `"${one.text.slice(0, 30)}" over "${other.text.slice(0, 30)}"`),
  );
  return [...new Set([...byControls, ...byTexts])].slice(0, 5);
}

export const findCovered = (page: Page): Promise<string[]> => page.evaluate(coveredTexts);
