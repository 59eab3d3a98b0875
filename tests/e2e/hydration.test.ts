import { setTimeout as sleep } from 'node:timers/promises';
import type { DemoName } from '#contract/demo-accounts';
import { demoScreens } from '#support/demo-screens';
import { signInAs } from './demo.ts';
import { expectSameWords, watchScreens } from './hydrated-screen.ts';
import { pauseRequests } from './pause-requests.ts';
import { expect, test } from './portal.ts';
import { accepts, heading, ready } from './screens.ts';
import { walkInAnotherZone } from './zone-steps.ts';

test.use({ seed: 'demo', readsOnly: true, viewport: { width: 390, height: 844 } });

/** One for each place that writes times; `zones.full.test.ts` visits every screen that has some. */
const withTimes: string[] = ['weekly-week2', 'viva-open', 'submissions', 'student-page'];

test.describe('in another time zone', () => {
  test.use({ timezoneId: 'America/New_York', colorScheme: 'dark' });

  test("the reader's own times come with the page from the second one on, and nothing is added to the first", async ({
    portal,
    page,
  }) => {
    const screens = demoScreens.filter(({ name }) => withTimes.includes(name));
    expect(await walkInAnotherZone(portal, page, screens), 'screens with times').toBe(withTimes.length);
  });
});

test('a font that comes late moves nothing', async ({ portal, page }) => {
  await page.route(/\.woff2$/, async (route) => {
    await sleep(1_000);
    await route.continue();
  });
  await signInAs(portal, page, 'kavitha');
  const open = await watchScreens(page);
  expect((await open('/staff/batches/MERN-2026-09?filter=late')).shifts).toEqual([]);
});

test('a page that differs from what the script makes of it is noticed', async ({
  portal,
  page,
  complaints,
}) => {
  await signInAs(portal, page, 'week2');
  await page.route('/account', async (route) => {
    const response = await route.fetch();
    const html = (await response.text()).replace('Your account</h1>', 'Your other account</h1>');
    await route.fulfill({ response, body: html });
  });
  const open = await watchScreens(page);
  expect((await open('/account')).printed.join()).toContain('Minified React error #418');
  expect(complaints.splice(0)).not.toEqual([]);
});

test('what a form did that was posted without script is said by another screen, also once its script is there', async ({
  portal,
  page,
}) => {
  await signInAs(portal, page, 'week2');
  const open = await watchScreens(page);
  const seen = await open('/WeeklySubmission?notice=extension-requested');
  expect(seen.before.rest).toContain('Your request is sent. Your mentors will answer it.');
  expectSameWords(seen, '/WeeklySubmission');
  expect(seen.printed).toEqual([]);
  await expect(page).toHaveURL('/WeeklySubmission');
});

test('before hydration one reads, follows links, and keeps the focus', async ({ portal, page }) => {
  await signInAs(portal, page, 'week2');
  const paused = await pauseRequests(page, /\/assets\/react-.*\.js/);
  await page.goto('/WeeklySubmission', { waitUntil: 'commit' });
  const dashboard = page.getByRole('link', { name: 'Dashboard', exact: true });
  await dashboard.focus();
  const element = await dashboard.elementHandle();
  const before = await page.locator('main h1').boundingBox();
  paused.resume();
  await ready(page);
  expect(await page.locator('main h1').boundingBox(), 'nothing moves').toEqual(before);
  await expect(dashboard).toBeFocused();
  expect(await element?.evaluate((link) => link.isConnected), 'the same element').toBe(true);
});

test('a link that is followed before hydration works', async ({ portal, page }) => {
  await signInAs(portal, page, 'week2');
  const paused = await pauseRequests(page, /\/assets\/react-.*\.js/);
  await page.goto('/ProjectDashboard1', { waitUntil: 'commit' });
  await page.getByRole('link', { name: 'Dashboard', exact: true }).click();
  await expect(page).toHaveURL('/StudentDashboard');
  await expect(heading(page, 'Student Dashboard')).toBeVisible();
  paused.resume();
  await ready(page);
});

test('a screen that one came to inside the browser is reloaded as well', async ({ portal, page }) => {
  await signInAs(portal, page, 'mentor');
  await page.goto('/staff');
  await ready(page);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Forum' }).click();
  await expect(heading(page, 'Discussion Forum')).toBeVisible();
  // React reports a difference as an error, which fails the test.
  await page.reload();
  await ready(page);
  await expect(page.getByRole('article').nth(7)).toBeAttached();
});

test.describe('what is typed before hydration', () => {
  const file = { name: 'early.txt', mimeType: 'text/plain', buffer: Buffer.from('early') };

  test('stays, joins an older draft, and is a draft itself', async ({ portal, page }) => {
    await signInAs(portal, page, 'final');
    await page.goto('/WeeklySubmission');
    await ready(page);
    await page.getByLabel('Links').fill('https://older.example');
    await page.getByLabel('Comments').fill('Kept from yesterday.');
    await expect(page.getByText('Saved on this device', { exact: true })).toBeVisible();

    const paused = await pauseRequests(page, /\/assets\/react-.*\.js/);
    await page.goto('/WeeklySubmission', { waitUntil: 'commit' });
    await page.getByLabel('Links').fill('https://early.example');
    await page.getByLabel('Week').selectOption('2');
    await page.getByLabel('File').setInputFiles(file);
    paused.resume();
    await ready(page);
    const expectAll = async () => {
      await expect(page.getByLabel('Links')).toHaveValue('https://older.example\n\nhttps://early.example');
      await expect(page.getByLabel('Comments')).toHaveValue('Kept from yesterday.');
      await expect(page.getByLabel('Week')).toHaveValue('2');
      await expect(page.getByText('early.txt')).toBeVisible();
    };
    await expectAll();
    await expect(page.getByText('Saved on this device', { exact: true })).toBeVisible();
    await page.reload();
    await ready(page);
    await expectAll();
  });

  test('stays in the forum, and a choice among the submissions is followed', async ({ portal, page }) => {
    await signInAs(portal, page, 'mentor');
    for (const label of ['Ask the batch', 'Add a comment']) {
      const paused = await pauseRequests(page, /\/assets\/react-.*\.js/);
      await page.goto('/discussion/MERN-2026-11', { waitUntil: 'commit' });
      const field = page.getByLabel(label).first();
      await field.fill('Typed early.');
      paused.resume();
      await ready(page);
      const saved = page.getByText('Saved on this device', { exact: true }).filter({ visible: true });
      await expect(saved).toBeVisible();
      await page.reload();
      await ready(page);
      await expect(field).toHaveValue('Typed early.');
    }
    const paused = await pauseRequests(page, /\/assets\/react-.*\.js/);
    await page.goto('/staff', { waitUntil: 'commit' });
    await page.getByLabel('Task', { exact: true }).selectOption('week-2');
    paused.resume();
    await expect(page).toHaveURL(/task=week-2/);
    await expect(page.getByLabel('Task', { exact: true })).toHaveValue('week-2');
  });

  test('a tick counts', async ({ portal, page }) => {
    await signInAs(portal, page, 'new');
    const paused = await pauseRequests(page, /\/assets\/react-.*\.js/);
    await page.goto('/projectDetails/P001', { waitUntil: 'commit' });
    await page.getByLabel(accepts).check();
    paused.resume();
    await ready(page);
    await expect(page.getByLabel(accepts)).toBeChecked();
    await expect(page.getByRole('button', { name: 'Proceed' })).toBeEnabled();
  });
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
        return { reader, html: await answer.text() };
      }),
  );
  for (const { reader, html } of pages) {
    expect(html, reader.name).toContain(`Welcome, ${reader.name}`);
    for (const other of readers) if (other.name !== reader.name) expect(html).not.toContain(other.name);
  }
});
