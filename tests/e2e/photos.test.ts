import { studentMessages } from '#contract/student-messages';
import { cut, mend, offline } from './offline-steps.ts';
import { expectPackedPhotos, pickPhotos } from './photo-steps.ts';
import { expect } from './portal.ts';
import { expectReceipt } from './submission-steps.ts';

offline.use({ viewport: { width: 390, height: 844 } });

offline(
  'twelve photos survive a closed tab, are packed offline, and arrive upright without their location',
  async ({ portal, page: first, line }, info) => {
    const page = await pickPhotos(portal, first, info, { width: 3200, height: 160, grain: 0 });
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    await cut(page, line);
    await page.getByRole('button', { name: 'Remove IMG_12.jpg' }).click();
    await expect(page.getByText(/^11 files will be sent as week-2\.zip/)).toBeVisible();
    await page.getByLabel('File', { exact: true }).setInputFiles(info.outputPath('IMG_12.jpg'));
    await expect(page.getByText(/^12 files will be sent as week-2\.zip/)).toBeVisible();
    await page.getByRole('button', { name: 'Submit' }).click();
    await expect(page.getByRole('progressbar')).toHaveAccessibleName('Waiting to send again');
    await mend(page, line);
    await expectReceipt(page, studentMessages.weekSubmitted, 'Week 2, version 1');
    // So narrow a picture stays whole.
    await expectPackedPhotos(page, 3200);
  },
);
