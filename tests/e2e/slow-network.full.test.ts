import type { Page } from '@playwright/test';
import { demoEmail, demoPassword } from '#contract/demo-accounts';
import { expectReceipt, textFile } from './submission-steps.ts';
import { studentMessages } from '#contract/student-messages';
import { pauseRequests } from './pause-requests.ts';
import { expect, test } from './portal.ts';
import { heading, visit } from './screens.ts';

test.use({ seed: 'demo', viewport: { width: 390, height: 844 } });

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

const progressLine = (page: Page) => page.locator('[class*="line"][aria-hidden="true"]').first();

test('on a slow network and a slow phone every action gives feedback at once', async ({ page }) => {
  test.setTimeout(180_000);
  await slowDown(page);
  await visit(page, '/login');
  await page.getByLabel('Email', { exact: true }).fill(demoEmail('week2'));
  await page.getByLabel('Password', { exact: true }).fill(demoPassword);

  let paused = await pauseRequests(page, /\/api\/auth\/login/);
  const login = page.locator('form').getByRole('button', { name: 'Login' });
  await login.click();
  await expect(login, 'the login shows that it is pending').toHaveAttribute('aria-disabled', 'true');
  paused.resume();
  await expect(heading(page, 'Student Dashboard')).toBeVisible();

  const about = page.getByRole('link', { name: 'About this project' });
  // It comes with what the dashboard itself asks for.
  await expect(about).toBeVisible();
  paused = await pauseRequests(page, /\/api\/(projects|students)\//);
  await about.click();
  await expect(
    progressLine(page).or(page.locator('main [aria-hidden="true"]').first()).first(),
  ).toBeVisible();
  paused.resume();
  await expect(page.getByRole('button', { name: 'Back' })).toBeVisible();

  await page.getByRole('link', { name: 'Dashboard', exact: true }).click();
  await page.getByRole('link', { name: 'Submit week 2' }).click();
  await page.getByLabel('Comments').fill('From a slow network');
  await page.locator('input[type="file"]').setInputFiles(textFile('work.txt', 'my work '.repeat(2_000)));
  paused = await pauseRequests(page, /\/api\/(students\/uploadWeek|uploads)/);
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(
    page.getByRole('progressbar'),
    'the progress bar shows before the first response',
  ).toBeVisible();
  paused.resume();
  await expectReceipt(page, studentMessages.weekSubmitted, 'Week 2, version 1');

  await visit(page, '/discussion/MERN-2026-11');
  paused = await pauseRequests(page, /\/api\/discussion\/.*\/question$/);
  await page.getByLabel('Ask the batch').fill('Does anybody else have such a slow network?');
  const post = page.getByRole('button', { name: 'Post Query' });
  await post.click();
  await expect(page.getByText('Sending…'), 'it stands in its place at once').toBeVisible();
  paused.resume();
  await expect(page.getByText('Sending…')).toHaveCount(0);
  await expect(page.getByText('Does anybody else have such a slow network?').first()).toBeVisible();
});
