import type { Page } from '@playwright/test';
import { signedInScreens } from '#contract/screens';
import { demoEmail, demoPassword } from '#contract/demo-accounts';
import { signInAs } from './demo.ts';
import { findViolations } from './find-violations.ts';
import { cacheNames, untilKept } from './kept-screens.ts';
import { startOutageProxy, type OutageProxy } from './outage-proxy.ts';
import { expect, test, watchPage } from './portal.ts';
import { heading, logIn, ready, visit } from './screens.ts';

/** The portal with its service worker, and a line that can be cut. */
const offline = test.extend<{ line: OutageProxy }>({
  line: async ({ portal }, use) => {
    const line = await startOutageProxy(portal.url);
    await use(line);
    await line.stop();
  },
  baseURL: ({ line }, use) => use(line.url),
});
offline.use({ seed: 'demo', serviceWorkers: 'allow' });

async function cut(page: Page, line: OutageProxy): Promise<void> {
  line.begin('cut');
  await page.context().setOffline(true);
}

async function mend(page: Page, line: OutageProxy): Promise<void> {
  line.end();
  await page.context().setOffline(false);
}

const isOpen = (page: Page) =>
  expect
    .poll(() => page.evaluate(() => location.href), { message: 'no page of the browser' })
    .toMatch(/^http:/);

offline(
  'every screen of the own project opens without a line, with its age',
  async ({ portal, line, page, complaints }) => {
    await signInAs(portal, page, 'final');
    await visit(page, '/StudentDashboard');
    await untilKept(page);
    await cut(page, line);

    const { project_id: own } = await portal.context.database.reader
      .selectFrom('selections')
      .innerJoin('accounts', 'accounts.id', 'selections.account_id')
      .where('accounts.email', '=', demoEmail('final'))
      .select('project_id')
      .executeTakeFirstOrThrow();
    const { id: newest } = await portal.context.database.reader
      .selectFrom('questions')
      .innerJoin('batches', 'batches.id', 'questions.batch_id')
      .where('batches.name', '=', 'MERN-2026-11')
      .orderBy('questions.id', 'desc')
      .select('questions.id')
      .executeTakeFirstOrThrow();
    const addresses = signedInScreens
      .filter(({ route }) => !route.startsWith('staff'))
      .map(({ pattern, route }) =>
        pattern.replace(':id', route === 'question' ? `${newest}` : own).replace(':batch', 'MERN-2026-11'),
      );
    expect(addresses.length).toBeGreaterThan(8);
    for (const address of addresses) {
      await page.goto(address);
      await ready(page);
      await isOpen(page);
      await expect(page.getByRole('alert'), address).toHaveCount(0);
      await expect(page.getByRole('heading', { level: 1 }), address).not.toHaveText('Loading…');
      if (address === '/account') continue;
      await expect(page.getByText(/^Seen at \d\d:\d\d, without a line\./), address).toBeVisible();
    }
    await visit(page, `/projectOverview/${own}`);
    await expect(page.locator('iframe').contentFrame().getByRole('heading', { level: 1 })).toBeVisible();

    // A link is pressed, not typed.
    await page.getByRole('link', { name: 'Dashboard', exact: true }).click();
    await expect(heading(page, 'Student Dashboard')).toBeVisible();
    expect(await findViolations(page)).toEqual([]);
    await page.getByRole('link', { name: 'Terms and conditions' }).click();
    await expect(heading(page, 'This page needs a line')).toBeVisible();
    await isOpen(page);
    expect(await findViolations(page)).toEqual([]);
    await page.goBack();
    await expect(heading(page, 'Student Dashboard')).toBeVisible();
    await page.goForward();
    await expect(heading(page, 'This page needs a line')).toBeVisible();
    await mend(page, line);
    await expect(heading(page, 'Terms and conditions')).toBeVisible();

    // A screen that shows what was kept is loaded again by itself.
    await visit(page, '/references');
    await cut(page, line);
    await page.getByRole('link', { name: 'Dashboard', exact: true }).click();
    await expect(page.getByText(/^Seen at/)).toBeVisible();
    await mend(page, line);
    await expect(page.getByText(/^Seen at/)).toHaveCount(0);
    complaints.length = 0;
  },
);

offline('what is kept leaves with the account', async ({ portal, line, page, complaints }) => {
  const personal = async () => (await cacheNames(page)).filter((name) => name.startsWith('personal'));
  await signInAs(portal, page, 'week2');
  await visit(page, '/StudentDashboard');
  await untilKept(page);
  expect(await personal()).toEqual([`personal of ${demoEmail('week2')}`]);

  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(heading(page, 'Build Your Career With ICTAK')).toBeVisible();
  expect(await personal()).toEqual([]);
  await cut(page, line);
  await page.goto('/StudentDashboard');
  await expect(page.getByRole('alert')).toBeVisible();
  await expect(page.locator('body')).not.toContainText('Meera');
  await mend(page, line);

  // A session that ends without a logout, and another account after it.
  await signInAs(portal, page, 'week2');
  await visit(page, '/StudentDashboard');
  await expect.poll(personal).toEqual([`personal of ${demoEmail('week2')}`]);
  await page.context().clearCookies();
  await page.goto('/ProjectDashboard1');
  await expect(heading(page, 'Login')).toBeVisible();
  await expect.poll(personal).toEqual([]);
  await logIn(page, demoEmail('final'), demoPassword);
  await expect(heading(page, 'PROJECT DASHBOARD')).toBeVisible();
  await expect.poll(personal).toEqual([`personal of ${demoEmail('final')}`]);
  complaints.length = 0;
});

offline(
  'a form that the page posts by itself goes through the worker, and without a line its text comes back',
  async ({ portal, line, page, complaints }) => {
    /** As before its script, which would send it itself. */
    const post = async (text: string) => {
      await page.getByLabel('Ask the batch').fill(text);
      await page.getByLabel('Ask the batch').evaluate((box: HTMLTextAreaElement) => box.form?.submit());
    };
    await signInAs(portal, page, 'week2');
    await visit(page, '/discussion/MERN-2026-11');
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    await post('Does the line hold?');
    await expect(page).toHaveURL(/#question-/);
    await expect(page.getByRole('article').first()).toContainText('Does the line hold?');

    await ready(page);
    await cut(page, line);
    await post('<b>And now?</b>');
    await expect(heading(page, 'Nothing was sent')).toBeVisible();
    await expect(page.getByLabel('Your question')).toHaveValue('<b>And now?</b>');
    expect(await findViolations(page)).toEqual([]);
    await mend(page, line);
    await page.getByRole('button', { name: 'Send again' }).click();
    await expect(page).toHaveURL(/#question-/);
    const rows = await portal.context.database.reader
      .selectFrom('questions')
      .where('text', 'in', ['Does the line hold?', '<b>And now?</b>'])
      .select('text')
      .execute();
    expect(rows.map(({ text }) => text)).toEqual(['Does the line hold?', '<b>And now?</b>']);
    complaints.length = 0;
  },
);

offline(
  'over plain http, where browsers allow no service worker, all else works and nothing complains',
  async ({ portal, playwright, launchOptions }) => {
    const args = [...(launchOptions.args ?? []), '--host-resolver-rules=MAP portal.test 127.0.0.1'];
    const browser = await playwright.chromium.launch({ ...launchOptions, args });
    try {
      const page = await browser.newPage();
      const complaints = watchPage(page);
      await page.goto(`http://portal.test:${new URL(portal.url).port}/login?next=/references`);
      await ready(page);
      expect(await page.evaluate(() => 'serviceWorker' in navigator || 'caches' in window)).toBe(false);
      await logIn(page, demoEmail('week2'), demoPassword);
      await expect(heading(page, 'Reference Materials')).toBeVisible();
      await page.reload();
      await ready(page);
      await page.getByRole('link', { name: 'Dashboard', exact: true }).click();
      await expect(heading(page, 'Student Dashboard')).toBeVisible();
      // What the browser itself says of a header that it heeds behind https only.
      const ofThePortal = complaints.filter(
        (line) => !line.includes('Cross-Origin-Opener-Policy header has been ignored'),
      );
      expect(ofThePortal).toEqual([]);
    } finally {
      await browser.close();
    }
  },
);
