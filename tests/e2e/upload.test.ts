import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { buildSelection } from '#support/factories';
import { demoEmail } from '#contract/demo-accounts';
import { accountOf, signInAs } from './demo.ts';
import { expectReceipt, standing } from './submission-steps.ts';
import { expect, test } from './portal.ts';
import { visit } from './screens.ts';

test.use({ seed: 'demo' });

test('an upload of 12 MB under way can be cancelled, and then goes again to the receipt', async ({
  portal,
  page,
}, info) => {
  const { id } = await accountOf(portal, demoEmail('new'));
  const started_at = portal.clock.now() - 8 * 24 * 60 * 60_000;
  await buildSelection(portal.context, { account_id: id, project_id: 'P001', started_at });
  await signInAs(portal, page, 'new');
  const bytes = randomBytes(12 * 1024 * 1024);
  const file = info.outputPath('recording.mp4');
  writeFileSync(file, bytes);

  await visit(page, '/WeeklySubmission');
  await page.getByLabel('Comments').fill('A recording of what works.');
  await page.getByLabel('File', { exact: true }).setInputFiles(file);
  await expect(page.getByText('12 MB', { exact: true })).toBeVisible();
  // A slow network, so that there is something to see and to cancel.
  const network = await page.context().newCDPSession(page);
  await network.send('Network.enable');
  const conditions = { offline: false, latency: 20, downloadThroughput: -1 };
  await network.send('Network.emulateNetworkConditions', {
    ...conditions,
    uploadThroughput: 512 * 1024,
  });
  await page.getByRole('button', { name: 'Submit' }).click();
  const progress = page.getByRole('progressbar');
  const share = async () => Number(await progress.getAttribute('aria-valuenow'));
  await expect(progress).toHaveAccessibleName('Uploading');
  await expect.poll(share).toBeGreaterThan(2);
  const early = await share();
  await expect.poll(share).toBeGreaterThan(early);
  expect(await share()).toBeLessThan(100);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('The upload was cancelled. Nothing was submitted.')).toBeVisible();
  await expect(progress).toHaveCount(0);
  await expect(page.getByLabel('Comments')).toHaveValue('A recording of what works.');
  await expect(page.getByText('recording.mp4', { exact: true })).toBeVisible();
  await expect(standing(page, 'Week 1')).toContainText('Open, not submitted');

  await network.send('Network.emulateNetworkConditions', { ...conditions, uploadThroughput: -1 });
  await page.getByRole('button', { name: 'Submit' }).click();
  const words = 'Congrats!!! You have submitted your work for the week';
  await expectReceipt(page, words, 'Week 1, version 1', bytes);
});

test('a submission without a network is kept, and sent automatically when there is one', async ({
  portal,
  page,
}) => {
  await signInAs(portal, page, 'week2');
  await visit(page, '/WeeklySubmission');
  await page.getByLabel('Comments').fill('Written on the train.');
  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(
    page.getByText(
      /^Your (work|mark|post|request|change) is saved on this device and will be sent automatically/,
    ),
  ).toBeVisible();
  await expect(page.getByRole('progressbar')).toHaveAccessibleName('Waiting to send again');
  await page.context().setOffline(false);
  await expectReceipt(page, 'Congrats!!! You have submitted your work for the week', 'Week 2, version 1');
});
