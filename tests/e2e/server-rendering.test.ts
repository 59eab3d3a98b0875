import type { Page } from '@playwright/test';
import { pauseRequests } from './pause-requests.ts';
import type { DemoName } from '#contract/demo-accounts';
import { signInAs } from './demo.ts';
import { expect, test } from './portal.ts';
import { heading, ready } from './screens.ts';

test.use({ seed: 'demo', readsOnly: true, viewport: { width: 390, height: 844 } });

const screens: [as: DemoName, addresses: string[]][] = [
  ['new', ['/StudentDashboard', '/projectDetails/P001', '/projectOverview/P001', '/references', '/viva']],
  ['week2', ['/StudentDashboard', '/ProjectDashboard1', '/references', '/WeeklySubmission', '/account']],
  ['final', ['/ProjectDashboard1?tab=grades', '/FinalProjectSubmission', '/viva']],
  ['past', ['/StudentDashboard', '/viva', '/discussion/MERN-2024-03']],
  ['mentor', ['/staff', '/discussion/MERN-2026-11', '/StudentDashboard']],
];

/** What the screen says to its reader; of a clock that goes on, only that it is there. */
const words = (page: Page) =>
  page.evaluate(() => {
    const main = document.querySelector('main');
    // What the browser has not rendered yet for being out of view has no text.
    for (const element of main?.querySelectorAll<HTMLElement>('*') ?? [])
      element.style.setProperty('content-visibility', 'visible');
    return (main?.innerText ?? '').replaceAll(/\d+/g, '0').replaceAll(/\s+/g, ' ').trim();
  });

for (const [as, addresses] of screens) {
  test(`the server-rendered page has the text of the hydrated screen: ${as}`, async ({
    portal,
    page,
    browser,
  }) => {
    const withoutScript = await browser.newContext({ baseURL: portal.url, javaScriptEnabled: false });
    const rendered = await withoutScript.newPage();
    await signInAs(portal, rendered, as);
    await signInAs(portal, page, as);
    for (const address of addresses) {
      await test.step(address, async () => {
        await rendered.goto(address);
        await page.goto(address);
        await ready(page);
        const [before, after] = await Promise.all([words(rendered), words(page)]);
        expect(before.length, 'something is there').toBeGreaterThan(40);
        // The server renders the first rows of a long list; the script adds the rest.
        expect.soft(after.startsWith(before.slice(0, 600)), `${before}\n—\n${after}`).toBe(true);
      });
    }
    await withoutScript.close();
  });
}

test('before hydration one reads and follows links, and types nothing that would be lost', async ({
  portal,
  page,
}) => {
  await signInAs(portal, page, 'week2');
  const paused = await pauseRequests(page, /\/assets\/react-.*\.js/);
  await page.goto('/WeeklySubmission', { waitUntil: 'commit' });
  await expect(page.locator('#server-rendered h1')).toHaveText('Weekly Submission');
  for (const control of await page.locator('main :is(button, input, textarea, select)').all()) {
    expect(await control.evaluate((element) => element.matches('[inert]'))).toBe(true);
  }
  expect(await page.locator('input[type="file"]').count()).toBe(0);

  const dashboard = page.locator('#server-rendered').getByRole('link', { name: 'Dashboard', exact: true });
  await dashboard.focus();
  const before = await page.locator('main h1').boundingBox();
  paused.resume();
  await ready(page);
  expect(await page.locator('main h1').boundingBox(), 'nothing moves').toEqual(before);
  await expect(page.getByRole('link', { name: 'Dashboard', exact: true })).toBeFocused();
  await expect(page.locator('input[type="file"]')).toBeVisible();
});

test('a link that is followed before hydration works', async ({ portal, page }) => {
  await signInAs(portal, page, 'week2');
  const paused = await pauseRequests(page, /\/assets\/react-.*\.js/);
  await page.goto('/ProjectDashboard1', { waitUntil: 'commit' });
  await page.locator('#server-rendered').getByRole('link', { name: 'Dashboard', exact: true }).click();
  paused.resume();
  await ready(page);
  await expect(heading(page, 'Student Dashboard')).toBeVisible();
});

test('concurrent requests each get the page of their own user', async ({ portal, page }) => {
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
  let rendered = 0;
  for (const { reader, view } of pages) {
    const isRendered = !view.includes('aria-busy="true"');
    rendered += Number(isRendered);
    expect(view.includes(`Welcome, <!-- -->${reader.name}`), reader.name).toBe(isRendered);
    for (const other of readers) if (other.name !== reader.name) expect(view).not.toContain(other.name);
  }
  expect(rendered, 'under load some pages are rendered and the others are skeletons').toBeGreaterThan(0);
});
