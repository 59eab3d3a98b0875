import { setTimeout as sleep } from 'node:timers/promises';
import type { DemoName } from '#contract/demo-accounts';
import { demoScreens } from '#support/demo-screens';
import { signInAs } from './demo.ts';
import { expectSameWords, watchScreens } from './hydrated-screen.ts';
import { pauseRequests } from './pause-requests.ts';
import { expect, test } from './portal.ts';
import { accepts, heading, ready } from './screens.ts';

test.use({ seed: 'demo', readsOnly: true, viewport: { width: 390, height: 844 } });

const screens = demoScreens.filter(({ press, scripted }) => press === undefined && scripted !== true);
const firstOf = (as?: DemoName) => screens.filter((screen) => screen.as === as);
const publicScreens = firstOf();
const signedInScreens = screens.filter((screen): screen is typeof screen & { as: DemoName } => !!screen.as);

/** The forum's page carries the newest questions; the rest of them are asked for. */
const isRestOfForum = (read: string) => read.startsWith('/api/discussion/');
/** The browser reports each refused call, of which the demo's screens make none. */
const nothing: string[] = [];

const screensOfTest = 20;
const inParts = <Item>(items: readonly Item[], size: number): Item[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, part) =>
    items.slice(part * size, (part + 1) * size),
  );

test.describe("in the academy's time zone", () => {
  test.use({ timezoneId: 'Asia/Kolkata', colorScheme: 'light' });

  // A few screens to a test: what a busy machine does to one is tried again with few others.
  for (const some of inParts([...publicScreens, ...signedInScreens], screensOfTest)) {
    const names = some.map(({ name }) => name).join(', ');

    test(`screens are hydrated as the server sent them, nothing is said, asked for or moved: ${names}`, async ({
      portal,
      page,
    }) => {
      const open = await watchScreens(page);
      for (const { name, path, as } of some) {
        await test.step(name, async () => {
          // What the screen before still sends goes as its own reader. Of the same site, so that the font stays at hand.
          await page.goto('/api/health');
          if (as) await signInAs(portal, page, as);
          const seen = await open(path);
          expectSameWords(seen, name);
          expect.soft(seen.printed, name).toEqual(nothing);
          expect
            .soft(
              seen.reads.filter((read) => !isRestOfForum(read)),
              name,
            )
            .toEqual([]);
          expect.soft(seen.shift, name).toBe(0);
          expect.soft([...seen.before.localTimes, ...seen.after.localTimes], name).toEqual([]);
        });
      }
    });
  }
});

test.describe('in another time zone', () => {
  test.use({ timezoneId: 'America/New_York', colorScheme: 'dark' });

  test("the reader's own times come with the page from the second one on, and nothing is added to the first", async ({
    portal,
    page,
  }) => {
    const open = await watchScreens(page);
    const zoneCookie = async () =>
      (await page.context().cookies()).find(({ name }) => name === 'zone')?.value;
    const hasTimes = async (path: string) => (await (await page.request.get(path)).text()).includes('<time');
    const routes = new Set<string>();
    let added = 0;
    for (const { name, path, as } of signedInScreens) {
      const [route = ''] = path.split('?', 1);
      if (routes.has(route)) continue;
      await signInAs(portal, page, as);
      if (!(await hasTimes(path))) continue;
      routes.add(route);
      await test.step(name, async () => {
        await page.context().clearCookies({ name: 'zone' });
        const first = await open(path);
        expectSameWords(first, name);
        expect.soft(first.printed, name).toEqual(nothing);
        expect.soft(first.before.localTimes, name).toEqual([]);
        expect.soft(first.shift, name).toBe(0);
        await expect.poll(zoneCookie).toBe('America%2FNew_York');
        const second = await open(path);
        expectSameWords(second, name);
        expect.soft(second.printed, name).toEqual(nothing);
        expect
          .soft(second.before.localTimes, name)
          .toEqual(second.after.localTimes.slice(0, second.before.localTimes.length));
        expect.soft(second.shift, name).toBe(0);
        if (second.after.localTimes.length > 0) added += 1;
      });
    }
    expect(added, 'screens with times').toBeGreaterThan(5);
  });
});

test('a font that comes late moves nothing', async ({ portal, page }) => {
  await page.route(/\.woff2$/, async (route) => {
    await sleep(1_000);
    await route.continue();
  });
  await signInAs(portal, page, 'kavitha');
  const open = await watchScreens(page);
  expect((await open('/staff/batches/MERN-2026-09?filter=late')).shift).toBe(0);
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

  test('stays, wins over an older draft, and is a draft itself', async ({ portal, page }) => {
    await signInAs(portal, page, 'final');
    await page.goto('/WeeklySubmission');
    await ready(page);
    await page.getByLabel('Links').fill('https://older.example');
    await page.getByLabel('Comments').fill('Kept from yesterday.');
    await expect(page.getByText('Saved on this device')).toBeVisible();

    const paused = await pauseRequests(page, /\/assets\/react-.*\.js/);
    await page.goto('/WeeklySubmission', { waitUntil: 'commit' });
    await page.getByLabel('Links').fill('https://early.example');
    await page.getByLabel('Week').selectOption('2');
    await page.getByLabel('File').setInputFiles(file);
    paused.resume();
    await ready(page);
    const expectAll = async () => {
      await expect(page.getByLabel('Links')).toHaveValue('https://early.example');
      await expect(page.getByLabel('Comments')).toHaveValue('Kept from yesterday.');
      await expect(page.getByLabel('Week')).toHaveValue('2');
      await expect(page.getByText('early.txt')).toBeVisible();
    };
    await expectAll();
    await expect(page.getByText('Saved on this device')).toBeVisible();
    await page.reload();
    await ready(page);
    await expectAll();
  });

  test('stays in the forum, and a choice among the hand-ins is followed', async ({ portal, page }) => {
    await signInAs(portal, page, 'mentor');
    for (const label of ['Ask the batch', 'Add a comment']) {
      const paused = await pauseRequests(page, /\/assets\/react-.*\.js/);
      await page.goto('/discussion/MERN-2026-11', { waitUntil: 'commit' });
      const field = page.getByLabel(label).first();
      await field.fill('Typed early.');
      paused.resume();
      await ready(page);
      await expect(page.getByText('Saved on this device').first()).toBeVisible();
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
