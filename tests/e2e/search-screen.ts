import type { CDPSession, Page } from '@playwright/test';
import { findCovered, setTextSize } from './find-covered.ts';
import { findViolations, findVisualViolations, type SearchOptions } from './find-violations.ts';
import { expect } from './portal.ts';
import { showIn } from './screens.ts';
import { readClasses, type stylesOfTest } from './styles-shown.ts';

/**
 * Nothing overflows the window, no control is smaller than 24 px but for links within a sentence, and none that the keyboard
 * reaches stays hidden.
 */
async function expectRoom(page: Page, what: string): Promise<void> {
  const found = await page.evaluate(() => {
    const all = [...document.querySelectorAll('body *')];
    const isSmall = (element: Element) => {
      const { width, height } = element.getBoundingClientRect();
      const isInSentence = getComputedStyle(element).display === 'inline';
      return element.checkVisibility() && width > 1 && !isInSentence && Math.min(width, height) < 24;
    };
    const isClipped = (element: Element | null): boolean =>
      element !== null &&
      (getComputedStyle(element).clipPath === 'inset(50%)' || isClipped(element.parentElement));
    const staysHidden = (element: Element) => {
      if (!(element instanceof HTMLElement) || !element.checkVisibility() || !isClipped(element))
        return false;
      const before = document.activeElement;
      // A button that a mouse has pressed does not show its focus.
      element.blur();
      element.focus({ preventScroll: true, focusVisible: true });
      const isHidden = document.activeElement === element && isClipped(element);
      element.blur();
      if (before instanceof HTMLElement) before.focus({ preventScroll: true });
      return isHidden;
    };
    const overflow = document.scrollingElement!.scrollWidth - innerWidth;
    const begin = (element: Element) => element.outerHTML.slice(0, 120);
    const controls = all.filter((element) => element.matches('a, button, input, select, textarea, summary'));
    return {
      overflow,
      wide: all
        .filter((element) => overflow > 0 && element.getBoundingClientRect().right > innerWidth + 1)
        .slice(0, 3)
        .map(begin),
      small: controls.filter(isSmall).map(begin),
      hidden: controls.filter(staysHidden).map(begin),
    };
  });
  expect.soft(found, what).toEqual({ overflow: 0, wide: [], small: [], hidden: [] });
}

/** A window of 1280 px at 200 %: 640 px on a screen with twice the pixels. */
async function zoomTo200Percent(page: Page, session: CDPSession): Promise<void> {
  await page.setViewportSize({ width: 640, height: 450 });
  const metrics = { width: 640, height: 450, deviceScaleFactor: 2, mobile: false };
  await session.send('Emulation.setDeviceMetricsOverride', metrics);
  await expect.poll(() => page.evaluate(() => [innerWidth, devicePixelRatio])).toEqual([640, 2]);
}

/** By the browser's own setting, on a phone: nothing scrolls sideways, and no text is covered. */
async function expectRoomForLargeText(page: Page, session: CDPSession, name: string): Promise<void> {
  await page.setViewportSize({ width: 390, height: 844 });
  await setTextSize(session, 32);
  const overflow = await page.evaluate(() => document.scrollingElement!.scrollWidth - innerWidth);
  const found = { overflow, covered: await findCovered(page) };
  expect.soft(found, `${name}: 390 px with text of 32 px`).toEqual({ overflow: 0, covered: [] });
  await setTextSize(session, 16);
  await page.setViewportSize({ width: 320, height: 640 });
}

/**
 * Searches a screen's state: all of it in a wide window, its room in a narrow one and with large text; dark, at 200 % and the narrow window's
 * targets where it shows a class that no state before has shown.
 */
export async function searchScreen(
  page: Page,
  session: CDPSession,
  name: string,
  styles: ReturnType<typeof stylesOfTest>,
  { hasNarrowControls = false, ...options }: SearchOptions & { hasNarrowControls?: boolean } = {},
): Promise<void> {
  // Nothing lies below the bar, whichever way led here.
  await page.evaluate(() => scrollTo(0, 0));
  expect.soft(await findViolations(page, options), `${name}: full width, light`).toEqual([]);
  const classes = await readClasses(page);

  await page.setViewportSize({ width: 320, height: 640 });
  await expectRoom(page, `${name}: 320 px, light`);
  expect.soft(await findCovered(page), `${name}: covered at 320 px`).toEqual([]);
  await expectRoomForLargeText(page, session, name);
  classes.push(...(await readClasses(page)));
  const isNew = styles.hasNew(classes);
  // The colours are those of the wide window, but for controls that it does not show.
  if (hasNarrowControls || isNew)
    expect
      .soft(
        hasNarrowControls
          ? await findViolations(page, options)
          : await findVisualViolations(page, options, ['target-size']),
        `${name}: 320 px, light`,
      )
      .toEqual([]);
  if (!isNew) return;

  await showIn(page, 'dark');
  await expect(page.locator('html')).toHaveCSS('background-color', /rgb\((\d|[1-5]\d),/);
  await zoomTo200Percent(page, session);
  await expectRoom(page, `${name}: 200 %, dark`);
  expect.soft(await findVisualViolations(page, options), `${name}: 200 %, dark`).toEqual([]);
  styles.add([...classes, ...(await readClasses(page))]);
  await session.send('Emulation.clearDeviceMetricsOverride');
  await showIn(page, 'light');
}
