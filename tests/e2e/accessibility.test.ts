import type { Page } from '@playwright/test';
import { stateGroups } from './accessibility-states.ts';
import { signInAs } from './demo.ts';
import { findViolations, findVisualViolations } from './find-violations.ts';
import { expect, test } from './portal.ts';
import { showIn, visit } from './screens.ts';

test.use({ seed: 'demo' });

/** Nothing overflows the window, and no control is smaller than 24 px but for links within a sentence. */
async function expectRoom(page: Page, what: string): Promise<void> {
  const { overflow, wide, small } = await page.evaluate(() => {
    const all = [...document.querySelectorAll('body *')];
    const isSmall = (element: Element) => {
      const { width, height } = element.getBoundingClientRect();
      const isInSentence = getComputedStyle(element).display === 'inline';
      return element.checkVisibility() && width > 1 && !isInSentence && Math.min(width, height) < 24;
    };
    return {
      overflow: document.scrollingElement!.scrollWidth - innerWidth,
      wide: all
        .filter((element) => element.getBoundingClientRect().right > innerWidth + 1)
        .slice(0, 3)
        .map((element) => element.outerHTML.slice(0, 120)),
      small: all
        .filter(
          (element) => element.matches('a, button, input, select, textarea, summary') && isSmall(element),
        )
        .map((element) => element.outerHTML.slice(0, 120)),
    };
  });
  expect
    .soft({ overflow, wide: overflow > 0 ? wide : [], small }, what)
    .toEqual({ overflow: 0, wide: [], small: [] });
}

/** A window of 1280 px at 200 %: 640 px on a screen with twice the pixels. */
async function zoomTo200Percent(page: Page): Promise<void> {
  await page.setViewportSize({ width: 640, height: 450 });
  const session = await page.context().newCDPSession(page);
  const metrics = { width: 640, height: 450, deviceScaleFactor: 2, mobile: false };
  await session.send('Emulation.setDeviceMetricsOverride', metrics);
  await expect.poll(() => page.evaluate(() => [innerWidth, devicePixelRatio])).toEqual([640, 2]);
}

for (const [who, { as, states }] of Object.entries(stateGroups)) {
  for (const { address, state, reach, writes, hasNarrowControls, ...search } of states) {
    const screen = state === undefined ? address : `${address}, ${state}`;
    test.describe(who, () => {
      test.use({ readsOnly: !writes });

      test(`${screen}: no accessibility violation in light and dark, at full width, at 200 % and at 320 px`, async ({
        portal,
        page,
      }) => {
        await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
        await page.setViewportSize({ width: 1280, height: 900 });
        if (as !== null) await signInAs(portal, page, as);
        await visit(page, address);
        await reach?.(page);
        expect.soft(await findViolations(page, search), 'full width, light').toEqual([]);

        await showIn(page, 'dark');
        await expect(page.locator('html')).toHaveCSS('background-color', /rgb\((\d|[1-5]\d),/);
        await zoomTo200Percent(page);
        await expectRoom(page, '200 %, dark');
        expect.soft(await findVisualViolations(page, search), '200 %, dark').toEqual([]);

        await page.setViewportSize({ width: 320, height: 640 });
        await showIn(page, 'light');
        await expectRoom(page, '320 px, light');
        const find = hasNarrowControls ? findViolations : findVisualViolations;
        expect.soft(await find(page, search), '320 px, light').toEqual([]);
      });
    });
  }
}
