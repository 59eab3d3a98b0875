import { studentMessages } from '#contract/student-messages';
import { expectPackedPhotos, pickPhotos } from './photo-steps.ts';
import { expect, test } from './portal.ts';
import { shareOf } from './resumable-steps.ts';
import { expectReceipt } from './submission-steps.ts';
import { visit } from './screens.ts';

test.use({ seed: 'demo', viewport: { width: 390, height: 844 } });

test('twelve photos of 4 MB on a slow line: the tab closed while they are packed and sent', async ({
  portal,
  page: first,
}, info) => {
  test.setTimeout(300_000);
  const photos = { width: 4000, height: 3000, grain: 30 };
  const packing = await pickPhotos(portal, first, info, photos);
  const slow = async (page: typeof first) => {
    const network = await page.context().newCDPSession(page);
    await network.send('Network.enable');
    await network.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 150,
      downloadThroughput: -1,
      uploadThroughput: 512 * 1024,
    });
  };
  await slow(packing);
  await expect(packing.getByText(/^12 files will be sent as week-2\.zip/)).toBeVisible({ timeout: 120_000 });
  await packing.getByRole('button', { name: 'Submit' }).click();
  await expect.poll(() => shareOf(packing), { timeout: 60_000 }).toBeGreaterThan(10);
  const page = await packing.context().newPage();
  await slow(page);
  await packing.close();
  await visit(page, '/WeeklySubmission');
  await expect(page.getByRole('progressbar')).toHaveAccessibleName('Uploading');
  await expect(page.getByText('IMG_12.jpg', { exact: true })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Receipt', exact: true })).toBeVisible({ timeout: 200_000 });
  await expectReceipt(page, studentMessages.weekSubmitted, 'Week 2, version 1');
  await expectPackedPhotos(page, 3000);
});
