import type { Page } from '@playwright/test';
import { hold } from './hold.ts';
import { signInAs, type DemoName } from './demo.ts';
import { expect, test } from './portal.ts';
import { heading, ready } from './screens.ts';

test.use({ holds: 'demo', viewport: { width: 390, height: 844 } });

const screens: [as: DemoName, addresses: string[]][] = [
  ['new', ['/StudentDashboard', '/projectDetails/P001', '/projectOverview/P001', '/references', '/viva']],
  ['week2', ['/StudentDashboard', '/ProjectDashboard1', '/references', '/WeeklySubmission', '/account']],
  ['final', ['/ProjectDashboard1?tab=grades', '/FinalProjectSubmission', '/viva']],
  ['past', ['/StudentDashboard', '/viva', '/discussion/MERN-2024-03']],
  ['mentor', ['/staff', '/discussion/MERN-2026-11', '/StudentDashboard']],
];

/** What the screen says to its reader; of a clock that goes on, only that it is there. */
const words = (page: Page) =>
  page.evaluate(() =>
    (document.querySelector('main')?.innerText ?? '').replaceAll(/\d+/g, '0').replaceAll(/\s+/g, ' ').trim(),
  );

for (const [as, addresses] of screens) {
  test(`what comes ahead of the script says what the screen says: ${as}`, async ({
    portal,
    page,
    browser,
  }) => {
    const still = await browser.newContext({ baseURL: portal.url, javaScriptEnabled: false });
    const ahead = await still.newPage();
    await signInAs(portal, ahead, as);
    await signInAs(portal, page, as);
    for (const address of addresses) {
      await test.step(address, async () => {
        await ahead.goto(address);
        await page.goto(address);
        await ready(page);
        const [drawn, shown] = await Promise.all([words(ahead), words(page)]);
        expect(drawn.length, 'something is there').toBeGreaterThan(40);
        // A long list's first rows come ahead; the rest follows.
        expect.soft(shown.startsWith(drawn.slice(0, 600)), `${drawn}\n—\n${shown}`).toBe(true);
      });
    }
    await still.close();
  });
}

test('until the script is there one reads and follows links, and types nothing that would be lost', async ({
  portal,
  page,
}) => {
  await signInAs(portal, page, 'week2');
  const held = await hold(page, /\/assets\/react-.*\.js/);
  await page.goto('/WeeklySubmission', { waitUntil: 'commit' });
  await expect(page.locator('#server-rendered h1')).toHaveText('Weekly Submission');
  for (const control of await page.locator('main :is(button, input, textarea, select)').all()) {
    expect(await control.evaluate((element) => element.matches('[inert]'))).toBe(true);
  }
  expect(await page.locator('input[type="file"]').count()).toBe(0);

  const dashboard = page.locator('#server-rendered').getByRole('link', { name: 'Dashboard', exact: true });
  await dashboard.focus();
  const before = await page.locator('main h1').boundingBox();
  held.letGo();
  await ready(page);
  expect(await page.locator('main h1').boundingBox(), 'nothing moves').toEqual(before);
  await expect(page.getByRole('link', { name: 'Dashboard', exact: true })).toBeFocused();
  await expect(page.locator('input[type="file"]')).toBeVisible();
});

test('a link that is followed before the script is there leads on', async ({ portal, page }) => {
  await signInAs(portal, page, 'week2');
  const held = await hold(page, /\/assets\/react-.*\.js/);
  await page.goto('/ProjectDashboard1', { waitUntil: 'commit' });
  await page.locator('#server-rendered').getByRole('link', { name: 'Dashboard', exact: true }).click();
  held.letGo();
  await ready(page);
  await expect(heading(page, 'Student Dashboard')).toBeVisible();
});

test('readers who come at once each get their own', async ({ portal, page }) => {
  const names: DemoName[] = ['new', 'low', 'week2', 'final', 'other', 'past'];
  const readers: { cookie: string; name: string }[] = [];
  for (const as of names) {
    await signInAs(portal, page, as);
    const [{ name, value } = { name: '', value: '' }] = await page.context().cookies();
    const { student } = (await (await page.request.get('/api/auth/session')).json()) as {
      student: { s_name: string };
    };
    readers.push({ cookie: `${name}=${value}`, name: student.s_name });
  }
  const pages = await Promise.all(
    Array.from({ length: 5 }, () => readers)
      .flat()
      .map(async (reader) => {
        const answer = await fetch(`${portal.url}/StudentDashboard`, { headers: { cookie: reader.cookie } });
        const view =
          /<div id="server-rendered">(.*)<\/div><script id="initial-data"/s.exec(await answer.text())?.[1] ??
          '';
        return { reader, view };
      }),
  );
  let drawn = 0;
  for (const { reader, view } of pages) {
    const isDrawn = !view.includes('aria-busy="true"');
    drawn += Number(isDrawn);
    expect(view.includes(`Welcome, <!-- -->${reader.name}`), reader.name).toBe(isDrawn);
    for (const other of readers) if (other.name !== reader.name) expect(view).not.toContain(other.name);
  }
  expect(drawn, 'a crowd is drawn for in part, and the others see the outline').toBeGreaterThan(0);
});
