import type { Page } from '@playwright/test';
import { expect, test } from './portal.ts';
import { pickFile, shareOf, versionsOf, words } from './resumable-steps.ts';
import { ready } from './screens.ts';
import { expectReceipt, megabyte } from './submission-steps.ts';

test.use({ seed: 'demo' });

/** Sets how much the page may send, in megabytes a second; without a number as much as it can. */
async function limiterOf(page: Page) {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  return (megabytes = -1 / megabyte) =>
    session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 20,
      downloadThroughput: -1,
      uploadThroughput: megabytes * megabyte,
    });
}

test(
  'a paused upload stays paused, also through a reload, until its student resumes it',
  { tag: '@full' },
  async ({ portal, page }, info) => {
    const bytes = await pickFile(portal, page, info, 12);
    const limit = await limiterOf(page);
    await limit(2);
    await page.getByRole('button', { name: 'Submit' }).click();
    await expect.poll(() => shareOf(page), { timeout: 60_000, intervals: [50] }).toBeGreaterThan(20);
    await page.getByRole('button', { name: 'Pause' }).click();
    await expect(page.getByRole('progressbar')).toHaveAccessibleName('Paused');
    // By the keyboard: at once and at the same place it would be the second half of a double press.
    await page.getByRole('button', { name: 'Resume' }).press('Enter');
    await expect(page.getByRole('progressbar')).toHaveAccessibleName('Uploading');
    await page.getByRole('button', { name: 'Pause' }).click();
    // Then the device has noted it.
    await expect(page.getByRole('progressbar')).toHaveAccessibleName('Paused');
    await page.reload();
    await ready(page);
    await expect(page.getByRole('progressbar')).toHaveAccessibleName('Paused');
    expect(await versionsOf(portal)).toEqual([]);
    await limit();
    await page.getByRole('button', { name: 'Submit' }).click();
    await expectReceipt(page, words, 'Week 1, version 1', bytes);
  },
);
