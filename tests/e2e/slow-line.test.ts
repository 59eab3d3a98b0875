import type { Page } from '@playwright/test';
import { demoEmail, demoPassword } from './demo.ts';
import { expectReceipt, textFile } from './hand-in-steps.ts';
import { messages } from '#contract/messages';
import { hold } from './hold.ts';
import { expect, test } from './portal.ts';
import { heading, visit } from './screens.ts';

test.use({ holds: 'demo', viewport: { width: 390, height: 844 } });

/** Lighthouse's "slow 4G", and a processor four times slower. */
async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: (1.6 * 1024 * 1024) / 8,
    uploadThroughput: (750 * 1024) / 8,
  });
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
}

const line = (page: Page) => page.locator('[class*="line"][aria-hidden="true"]').first();

test('on a slow line and a slow phone every act shows at once that it was heard', async ({ page }) => {
  test.setTimeout(180_000);
  await slowDown(page);
  await visit(page, '/login');
  await page.getByLabel('Email', { exact: true }).fill(demoEmail('week2'));
  await page.getByLabel('Password', { exact: true }).fill(demoPassword);

  let held = await hold(page, /\/api\/auth\/login/);
  const login = page.locator('form').getByRole('button', { name: 'Login' });
  await login.click();
  await expect(login, 'the login says that it is at work').toHaveAttribute('aria-disabled', 'true');
  held.letGo();
  await expect(heading(page, 'Student Dashboard')).toBeVisible();

  held = await hold(page, /\/api\/(projects|students)\//);
  await page
    .getByRole('link', { name: /^Read more about/ })
    .first()
    .click();
  await expect(line(page).or(page.locator('main [aria-hidden="true"]').first()).first()).toBeVisible();
  held.letGo();
  await expect(page.getByRole('button', { name: 'Back' })).toBeVisible();

  await page.getByRole('link', { name: 'Dashboard', exact: true }).click();
  await page.getByRole('link', { name: 'Hand in week 2' }).click();
  await page.getByLabel('Comments').fill('From a slow line');
  await page.locator('input[type="file"]').setInputFiles(textFile('work.txt', 'my work '.repeat(2_000)));
  held = await hold(page, /\/api\/(students\/uploadWeek|uploads)/);
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(
    page.getByRole('progressbar'),
    'the bar stands before the first byte is answered',
  ).toBeVisible();
  held.letGo();
  await expectReceipt(page, messages.weekSubmitted, 'Week 2, version 1');

  await visit(page, '/discussion/MERN-2026-11');
  held = await hold(page, /\/api\/discussion\/.*\/question$/);
  await page.getByLabel('Ask the batch').fill('Does anybody else have such a slow line?');
  const post = page.getByRole('button', { name: 'Post Query' });
  await post.click();
  await expect(post, 'the button says that it is at work').toHaveAttribute('aria-disabled', 'true');
  held.letGo();
  await expect(page.getByText('Does anybody else have such a slow line?').first()).toBeVisible();
});
