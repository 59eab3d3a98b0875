import { test as withoutBrowser, type CDPSession, type Page } from '@playwright/test';
import { demoScreens, type PressedScreenName, type ScriptedScreenName } from '#support/demo-screens';
import { searchOptions, signsOfPressed, waysToScripted, withNarrowControls } from './accessibility-states.ts';
import { signInAs } from './demo.ts';
import { findViolations, findVisualViolations } from './find-violations.ts';
import { expect, test, type Portal } from './portal.ts';
import { showIn, visit } from './screens.ts';

test.use({ seed: 'demo' });

type Screen = (typeof demoScreens)[number];

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
async function zoomTo200Percent(page: Page, session: CDPSession): Promise<void> {
  await page.setViewportSize({ width: 640, height: 450 });
  const metrics = { width: 640, height: 450, deviceScaleFactor: 2, mobile: false };
  await session.send('Emulation.setDeviceMetricsOverride', metrics);
  await expect.poll(() => page.evaluate(() => [innerWidth, devicePixelRatio])).toEqual([640, 2]);
}

const isReachedByActs = ({ press, scripted }: Screen) => press !== undefined || scripted === true;

/** Leads a page that shows a screen as it loads to the screen's state. */
async function reach(page: Page, { name, press, scripted }: Screen): Promise<void> {
  if (scripted) await waysToScripted[name as ScriptedScreenName](page);
  if (press === undefined) return;
  for (const one of press) await page.getByRole(one.role, { name: one.name, exact: true }).first().click();
  await expect(signsOfPressed[name as PressedScreenName](page).first()).toBeVisible();
}

/** What one state leaves behind must not show in the next: drafts, the outbox, mocked answers, a line that is cut. */
async function forget(page: Page, session: CDPSession, { url }: Portal): Promise<void> {
  await page.goto('about:blank');
  await session.send('Storage.clearDataForOrigin', { origin: url, storageTypes: 'indexeddb,local_storage' });
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.context().setOffline(false);
}

/** Searches a screen's state: all of it in a wide window, and what size, zoom and colours change in the others. */
async function search(page: Page, session: CDPSession, { name }: Screen): Promise<void> {
  const options = searchOptions[name];
  expect.soft(await findViolations(page, options), `${name}: full width, light`).toEqual([]);

  await showIn(page, 'dark');
  await expect(page.locator('html')).toHaveCSS('background-color', /rgb\((\d|[1-5]\d),/);
  await zoomTo200Percent(page, session);
  await expectRoom(page, `${name}: 200 %, dark`);
  expect.soft(await findVisualViolations(page, options), `${name}: 200 %, dark`).toEqual([]);

  await session.send('Emulation.clearDeviceMetricsOverride');
  await page.setViewportSize({ width: 320, height: 640 });
  await showIn(page, 'light');
  await expectRoom(page, `${name}: 320 px, light`);
  // The colours are those of the wide window, but for controls that it does not show.
  const found = withNarrowControls.includes(name)
    ? await findViolations(page, options)
    : await findVisualViolations(page, options, ['target-size']);
  expect.soft(found, `${name}: 320 px, light`).toEqual([]);
}

/** Consecutive screens of one account, a few to a test: enough to share a page, and few enough to share two workers. */
function groupScreens(screens: readonly Screen[]): Screen[][] {
  const groups: Screen[][] = [];
  for (const screen of screens) {
    const group = groups.at(-1);
    const [first] = group ?? [];
    const fits = first && first.as === screen.as && !first.writes && !screen.writes;
    if (group && fits && group.length < 5) group.push(screen);
    else groups.push([screen]);
  }
  return groups;
}

const accounts = [...new Set(demoScreens.map(({ as }) => as))];
const searched = new Set<string>();

for (const as of accounts) {
  for (const group of groupScreens(demoScreens.filter((screen) => screen.as === as))) {
    const names = group.map(({ name }) => name);
    for (const name of names) searched.add(name);
    test.describe(as ?? 'nobody', () => {
      test.use({ readsOnly: !group.some(({ writes }) => writes) });

      test(`no accessibility violation in light and dark, at full width, at 200 % and at 320 px: ${names.join(', ')}`, async ({
        portal,
        page,
      }) => {
        await page.emulateMedia({ reducedMotion: 'reduce' });
        // What a state leaves in the outbox goes from no other one.
        if (!group.some(({ writes }) => writes))
          await page
            .context()
            .route('**/api/students/upload*/**', (route) => route.abort('internetdisconnected'));
        // Imported documents run no scripts, and axe is one.
        await page.context().route('**/documents/**', async (route) => {
          const response = await route.fetch();
          const { 'content-security-policy': _, ...headers } = response.headers();
          await route.fulfill({ response, headers });
        });
        if (as !== undefined) await signInAs(portal, page, as);
        const session = await page.context().newCDPSession(page);
        let before: Screen | undefined;
        for (const screen of group) {
          await test.step(screen.name, async () => {
            await page.setViewportSize({ width: 1280, height: 900 });
            await showIn(page, 'light');
            if (before?.path !== screen.path || isReachedByActs(before)) {
              if (before && isReachedByActs(before)) await forget(page, session, portal);
              await visit(page, screen.path);
            }
            await reach(page, screen);
            await search(page, session, screen);
            before = screen;
          });
        }
      });
    });
  }
}

withoutBrowser('every screen of the table is searched', () => {
  expect(searched).toEqual(new Set(demoScreens.map(({ name }) => name)));
});
