import type { BrowserContext, Page } from '@playwright/test';
import { demoEmail } from '#contract/demo-accounts';
import { seeAsAddress } from '#contract/progress/see-as';
import { signInAs } from './demo.ts';
import { findViolations } from './find-violations.ts';
import { keptAddresses } from './kept-screens.ts';
import { expect, test, type Portal } from './portal.ts';
import { visit } from './screens.ts';

test.use({ seed: 'demo' });

/** All that the browser stores of the portal. */
async function storedOn(page: Page, context: BrowserContext) {
  const stored = await page.evaluate(async () => ({
    local: { ...localStorage },
    session: { ...sessionStorage },
    databases: (await indexedDB.databases()).map(({ name }) => name).toSorted(),
    workers: (await navigator.serviceWorker.getRegistrations()).map(({ scope }) => scope),
  }));
  const cookies = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).toSorted();
  return { ...stored, cookies, cached: (await keptAddresses(page)).toSorted() };
}

/** What says that the student was here. */
async function tracesOf({ context: { database } }: Portal, email: string) {
  const { reader } = database;
  const { id, seen_at, unread_notices } = await reader
    .selectFrom('accounts')
    .where('email', '=', email)
    .select(['id', 'seen_at', 'unread_notices'])
    .executeTakeFirstOrThrow();
  const rowsOf = (table: 'question_views' | 'presences' | 'sessions') =>
    reader.selectFrom(table).where('account_id', '=', id).selectAll().execute();
  return {
    seen_at,
    unread_notices,
    views: await rowsOf('question_views'),
    presences: await rowsOf('presences'),
    sessions: await rowsOf('sessions'),
  };
}

test.describe('with a service worker', () => {
  test.use({ serviceWorkers: 'allow' });

  test('a mentor sees a student’s screens; nothing can be sent, nothing stays on the device or of the student', async ({
    portal,
    page,
    context,
  }) => {
    const email = demoEmail('final');
    const prefix = seeAsAddress(email);
    await signInAs(portal, page, 'mentor');
    await visit(page, `/staff/students/${encodeURIComponent(email)}`);
    // The mentor's own worker has begun, with its files.
    await page.evaluate(() => navigator.serviceWorker.ready);
    await page.reload();
    await page.waitForLoadState('networkidle');
    const before = { device: await storedOn(page, context), student: await tracesOf(portal, email) };

    // By its address: of a tab that a click opens, the driver at times waits for a navigation that has long ended.
    const address = await page.getByRole('link', { name: 'See as this student' }).getAttribute('href');
    const seen = await context.newPage();
    const sent: string[] = [];
    seen.on('request', (request) => {
      if (request.method() !== 'GET' || request.resourceType() === 'script') sent.push(request.url());
    });
    await seen.goto(address ?? '');
    await expect(seen.getByText('You see what')).toBeVisible();
    await expect(seen).toHaveURL(`${portal.url}${prefix}/StudentDashboard`);
    const sections = seen.getByRole('navigation', { name: 'Main' });
    for (const [link, heading] of [
      ['My Grades', 'PROJECT DASHBOARD'],
      ['Forum', 'Discussion Forum'],
      ['Submit', 'Final Project Submission'],
      ['Dashboard', 'Student Dashboard'],
    ] as const) {
      await sections.getByRole('link', { name: link }).click();
      await expect(seen.getByRole('heading', { level: 1, name: heading })).toBeVisible();
      expect(new URL(seen.url()).pathname.startsWith(`${prefix}/`)).toBe(true);
      await expect(seen.locator('form, script')).toHaveCount(0);
      await expect(seen.getByRole('button')).toHaveCount(0);
      await expect(seen.getByRole('textbox', { disabled: false })).toHaveCount(0);
    }
    await sections.getByRole('link', { name: 'Forum' }).click();
    await seen.locator('main a[href*="/discussion/"]').last().hover();
    await seen.keyboard.press('Enter');

    expect(await storedOn(page, context)).toEqual(before.device);
    expect(await tracesOf(portal, email)).toEqual(before.student);
    expect(sent).toEqual([]);
    // The first tab is the mentor's, as before.
    await page.reload();
    await expect(page.getByRole('link', { name: 'See as this student' })).toBeVisible();
    await expect(page.locator('a[href="/account"]')).toBeVisible();
    await seen.getByRole('link', { name: 'Back to the student’s page' }).click();
    await expect(seen.getByRole('link', { name: 'See as this student' })).toBeVisible();
  });
});

test('the screens can be read by everybody', async ({ portal, page }) => {
  const prefix = seeAsAddress(demoEmail('final'));
  await signInAs(portal, page, 'mentor');
  // The search itself needs scripts.
  await page.route(`**${prefix}/**`, async (route) => {
    const response = await route.fetch();
    const headers = { ...response.headers() };
    delete headers['content-security-policy'];
    await route.fulfill({ response, headers });
  });
  for (const screen of [
    '/StudentDashboard',
    '/ProjectDashboard1?tab=grades',
    '/discussion/MERN-2026-11',
    '/FinalProjectSubmission',
  ]) {
    await page.goto(prefix + screen);
    await expect(page.getByText('You see what')).toBeVisible();
    expect(await findViolations(page), screen).toEqual([]);
  }
});
