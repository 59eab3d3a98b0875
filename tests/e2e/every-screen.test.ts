import { test as withoutBrowser, type CDPSession, type Page } from '@playwright/test';
import { demoScreens, type PressedScreenName, type ScriptedScreenName } from '#support/demo-screens';
import { signInAs } from './demo.ts';
import { expectWorkInFirstFold } from './first-fold.ts';
import { expectSameWords, watchScreens, type Seen } from './hydrated-screen.ts';
import { expect, test } from './portal.ts';
import { searchOptions, signsOfPressed, waysToScripted, withNarrowControls } from './screen-states.ts';
import { heading, visit } from './screens.ts';
import { searchScreen } from './search-screen.ts';
import { stylesOfTest } from './styles-shown.ts';

test.use({ seed: 'demo' });

type Screen = (typeof demoScreens)[number];

/** `npm test` leaves these out. */
const isReachedByActs = ({ press, scripted }: Screen) => press !== undefined || scripted === true;
const phone = { width: 390, height: 844 };
const desk = { width: 1280, height: 900 };

/**
 * The forum's page carries the newest questions; the rest of them are asked for. A file is previewed in a frame of its own.
 * Who looks at a submission for some seconds is noted.
 */
const isAskedForLater = (read: string) =>
  read.startsWith('/api/discussion/') ||
  /^\/api\/files\/\w+\/preview$/.test(read) ||
  /^\/api\/staff\/submissions\/[\w-]+\/open$/.test(read);

/** What was answered is the screen itself, hydrated as the server sent it: nothing is said, asked for or moved. */
function expectArrived(seen: Seen, { name, path }: Screen): void {
  expect.soft(seen.answer.address, `${name}: where the screen is`).toBe(path);
  expect.soft(seen.answer.status, name).toBe(path === '/nowhere' ? 404 : 200);
  expect.soft(seen.answer.policy, name).toMatch(/script-src 'self' '(?:sha256|nonce)-/);
  expect.soft(seen.answer.policy, name).not.toMatch(/script-src[^;]*'unsafe-/);
  expectSameWords(seen, name);
  expect.soft(seen.printed, name).toEqual([]);
  expect
    .soft(
      seen.reads.filter((read) => !isAskedForLater(read)),
      `${name}: calls that the first render needed`,
    )
    .toEqual([]);
  expect.soft(seen.shifts, `${name}: layout shifts`).toEqual([]);
  expect.soft([...seen.before.localTimes, ...seen.after.localTimes], name).toEqual([]);
}

/** Leads a page that shows a screen as it loads to the screen's state. */
async function reach(page: Page, { name, press, scripted }: Screen): Promise<void> {
  if (scripted) await waysToScripted[name as ScriptedScreenName](page);
  if (press === undefined) return;
  for (const one of press) await page.getByRole(one.role, { name: one.name, exact: true }).first().click();
  await expect(signsOfPressed[name as PressedScreenName](page).first()).toBeVisible();
}

/** What one state leaves behind must not show in the next: drafts, the outbox, mocked answers, a line that is cut. */
async function forget(page: Page, session: CDPSession, origin: string): Promise<void> {
  const clear = () =>
    session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'indexeddb,local_storage' });
  // Once the page is gone, the service worker would send what waits; and going, the page keeps its drafts.
  await clear();
  await page.goto('about:blank');
  await clear();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.context().setOffline(false);
}

/** Consecutive screens of one account, some to a test: enough to share a page, and few enough to share two workers. */
function groupScreens(screens: readonly Screen[]): Screen[][] {
  const groups: Screen[][] = [];
  for (const screen of screens) {
    const group = groups.at(-1);
    const fits = group !== undefined && group[0]?.writes === screen.writes && group.length < 12;
    if (fits) group.push(screen);
    else groups.push([screen]);
  }
  return groups;
}

const accounts = [...new Set(demoScreens.map(({ as }) => as))];
const visited = new Set<string>();

for (const as of accounts) {
  const own = demoScreens.filter((screen) => screen.as === as);
  // Those that write share a portal of their own, and come after one another on it; all of them are reached by acts.
  const arriving = own.filter((screen) => !isReachedByActs(screen));
  const reading = own.filter((screen) => isReachedByActs(screen) && !screen.writes);
  const writing = own.filter(({ writes }) => writes);
  for (const group of [arriving, reading, writing].flatMap(groupScreens)) {
    const names = group.map(({ name }) => name);
    for (const name of names) visited.add(name);
    const tag = group.some(isReachedByActs) ? '@full' : [];
    test.describe(as ?? 'nobody', () => {
      const writes = group.some((screen) => screen.writes);
      test.use({ readsOnly: !writes });
      test.describe.configure({ timeout: 120_000 + group.length * 20_000 });

      test(
        `arrives as the server sent it, with its policy, and without a violation at any width, in light and dark: ${names.join(', ')}`,
        { tag },
        async ({ portal, page, complaints }, info) => {
          const open = await watchScreens(page);
          const session = await page.context().newCDPSession(page);
          const styles = stylesOfTest(info);
          if (group.some(({ name }) => searchOptions[name]?.framesDocument))
            // Imported documents run no scripts, and axe is one.
            await page.context().route('**/documents/**', async (route) => {
              const response = await route.fetch();
              const { 'content-security-policy': _, ...headers } = response.headers();
              await route.fulfill({ response, headers });
            });
          // The font is at hand, as it is for whoever has been here before: text moves when it comes.
          await visit(page, '/login');
          await page.evaluate(() => document.fonts.ready);
          let before: Screen | undefined;
          for (const screen of group) {
            await test.step(screen.name, async () => {
              if (as !== undefined && (before === undefined || writes)) await signInAs(portal, page, as);
              if (before?.path !== screen.path || isReachedByActs(before)) {
                if (before && isReachedByActs(before)) await forget(page, session, portal.url);
                await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'no-preference' });
                if (isReachedByActs(screen) && !screen.guarded) {
                  await page.setViewportSize(desk);
                  await visit(page, screen.path);
                } else {
                  await page.setViewportSize(phone);
                  // What the screen before still sends is none of this one's. Of the same site, so that the font stays at hand.
                  await page.goto('/api/health');
                  expectArrived(await open(screen.path), screen);
                }
              }
              await page.setViewportSize(desk);
              await page.emulateMedia({ reducedMotion: 'reduce' });
              if (screen.guarded) {
                await expect(heading(page, screen.guarded.heading)).toBeVisible();
                const text = page.getByRole('main').getByText(screen.guarded.text, { exact: true });
                await expect(text.first()).toBeVisible();
              }
              await reach(page, screen);
              await expectWorkInFirstFold(page, screen.name);
              await page.setViewportSize(desk);
              await searchScreen(page, session, screen.name, styles, {
                ...searchOptions[screen.name],
                hasNarrowControls: withNarrowControls.includes(screen.name),
              });
              expect.soft(complaints.splice(0), `${screen.name}: complaints`).toEqual([]);
              before = screen;
            });
          }
        },
      );
    });
  }
}

withoutBrowser('every screen of the table is visited', () => {
  expect(visited).toEqual(new Set(demoScreens.map(({ name }) => name)));
});
