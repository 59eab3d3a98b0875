import { demoEmail } from '#contract/demo-accounts';
import { signInAs } from './demo.ts';
import { button, doublePresses } from './double-presses.ts';
import { pauseRequests } from './pause-requests.ts';
import { expect, test } from './portal.ts';
import { boxOf, pressTwice } from './press-twice.ts';
import { pressEachTwice } from './promise-steps.ts';
import { ownQuestion, unfold, visit } from './screens.ts';

test.use({ seed: 'demo', viewport: { width: 390, height: 844 } });

test('a double press does one thing on a form, and no button moves while its answer is awaited', ({
  page,
  portal,
}) =>
  pressEachTwice(
    portal,
    page,
    doublePresses.filter(({ isInEveryRun }) => isInEveryRun),
  ));

test('a form that is refused again is sent once by a double press', async ({ page }) => {
  await visit(page, '/login');
  let sent = 0;
  await page.route(/\/auth\/login$/, async (route) => {
    sent += 1;
    await route.fulfill({ status: 401, json: { message: 'No.', code: 'refused' } });
  });
  const login = page.locator('form').getByRole('button', { name: 'Login' });
  await page.getByLabel('Email').fill(demoEmail('week2'));
  await page.getByLabel('Password', { exact: true }).fill('wrong');
  await login.click();
  await expect(page.getByRole('alert')).toBeVisible();
  // What is typed makes the next press one of its own.
  await page.getByLabel('Password', { exact: true }).fill('wrong too');
  await pressTwice(page, login, 300, async () => {
    await expect.poll(() => sent).toBe(2);
    await expect(login).not.toHaveAttribute('aria-disabled');
  });
  // Whatever the second half had sent has gone out by then.
  await page.evaluate(async () => void (await fetch('/api/health')));
  expect(sent).toBe(2);
  await expect(page.getByRole('alert')).toBeVisible();
});

test('a button that acts by its script alone is heard before that has come', async ({ page, portal }) => {
  await signInAs(portal, page, 'final');
  const scripts = await pauseRequests(page, /\/assets\/.*\.js/);
  await page.goto('/ProjectDashboard1', { waitUntil: 'domcontentloaded' });
  await page.getByRole('tab', { name: 'My Grades' }).click();
  await expect(page).toHaveURL('/ProjectDashboard1?tab=grades#tabs');
  const status = page.getByRole('button', { name: 'View Status Week 1' });
  await status.dblclick();
  await expect(status).toHaveAttribute('data-pressed-early');
  await expect(status).toHaveCSS('cursor', 'progress');
  scripts.resume();
  await expect(page.getByRole('button', { name: 'Hide Status Week 1' })).toBeVisible();
  expect(await page.locator('[data-pressed-early]').count()).toBe(0);
});

test('a receipt that is picked and checked before the script has come is checked then', async ({ page }) => {
  const scripts = await pauseRequests(page, /\/assets\/.*\.js/);
  await page.goto('/verify', { waitUntil: 'domcontentloaded' });
  await page
    .getByLabel('Receipt or other signed file')
    .setInputFiles({ name: 'receipt.json', mimeType: 'application/json', buffer: Buffer.from('no receipt') });
  await button(page, 'Check').click();
  scripts.resume();
  await expect(page.getByRole('alert')).toBeVisible();
  await expect(page.getByText('receipt.json')).toBeVisible();
});

test.describe('on a phone or in a narrow window', () => {
  for (const hasTouch of [true, false])
    test(`Edit and Delete lie over nothing ${hasTouch ? 'for a finger' : 'under a pointer'}`, async ({
      browser,
      portal,
    }) => {
      const context = await browser.newContext({
        baseURL: portal.url,
        viewport: { width: 390, height: 844 },
        hasTouch,
      });
      const page = await context.newPage();
      await signInAs(portal, page, 'week2');
      await visit(page, '/discussion/MERN-2026-11');
      const card = ownQuestion(page);
      // It stays unread.
      await page.route('**/view', (route) => route.abort());
      await unfold(card);
      if (!hasTouch) await card.hover();
      const edit = card.getByRole('button', { name: 'Edit', exact: true });
      await expect(edit.locator('../..')).toHaveCSS('opacity', '1');
      const boxes = await Promise.all(
        [
          card.getByRole('heading'),
          card.locator('time').first(),
          card.getByText('2 new'),
          card.getByText(/ views?$/),
          edit,
          card.getByRole('button', { name: 'Delete' }),
          card.getByRole('button', { name: 'More for this question' }),
        ].map(boxOf),
      );
      for (const [n, a] of boxes.entries())
        for (const b of boxes.slice(n + 1)) {
          const isApart =
            a!.x + a!.width <= b!.x ||
            b!.x + b!.width <= a!.x ||
            a!.y + a!.height <= b!.y ||
            b!.y + b!.height <= a!.y;
          expect(isApart, `${JSON.stringify(a)} and ${JSON.stringify(b)}`).toBe(true);
        }
      await context.close();
    });
});
