import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import type { Page, TestInfo } from '@playwright/test';
import { buildSelection } from '#support/factories';
import { accountOf, demoEmail, signInAs } from './demo.ts';
import { expectReceipt } from './hand-in-steps.ts';
import { expect, test, type Portal } from './portal.ts';
import { ready, visit } from './screens.ts';

test.use({ holds: 'demo' });

const megabyte = 1024 * 1024;
const words = 'Congrats!!! You have submitted your work for the week';

async function pickFile(portal: Portal, page: Page, info: TestInfo, megabytes: number): Promise<Buffer> {
  const { id } = await accountOf(portal, demoEmail('new'));
  const started_at = portal.clock.now() - 8 * 24 * 60 * 60_000;
  await buildSelection(portal.context, { account_id: id, project_id: 'P001', started_at });
  await signInAs(portal, page, 'new');
  const bytes = randomBytes(megabytes * megabyte);
  const file = info.outputPath('recording.mp4');
  writeFileSync(file, bytes);
  await visit(page, '/WeeklySubmission');
  await page.getByLabel('Comments').fill('A recording of what works.');
  await page.getByLabel('File', { exact: true }).setInputFiles(file);
  await expect(page.getByText('Saved on this device')).toBeVisible();
  return bytes;
}

/** A line that a test slows down and cuts. */
async function lineOf(page: Page) {
  const network = await page.context().newCDPSession(page);
  await network.send('Network.enable');
  const conditions = { latency: 20, downloadThroughput: -1 };
  return (offline: boolean, megabytes = 4) =>
    network.send('Network.emulateNetworkConditions', {
      ...conditions,
      offline,
      uploadThroughput: megabytes === 0 ? -1 : megabytes * megabyte,
    });
}

const shareOf = async (page: Page) =>
  Number((await page.getByRole('progressbar').getAttribute('aria-valuenow')) ?? -1);

async function versionsOf({ context }: Portal) {
  const email = demoEmail('new');
  return context.database.reader
    .selectFrom('submissions')
    .innerJoin('accounts', 'accounts.id', 'submissions.account_id')
    .where('accounts.email', '=', email)
    .select(['submissions.version', 'submissions.upload_id'])
    .execute();
}

test('60 MB through three cuts, a reload and a restart of the server end in one version', async ({
  portal,
  page,
  complaints,
}, info) => {
  test.setTimeout(300_000);
  const bytes = await pickFile(portal, page, info, 60);
  const line = await lineOf(page);
  await line(false);
  let sent = 0;
  page.on('request', (request) => {
    if (request.method() === 'PATCH') sent += 1;
  });
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByText('Nothing is handed in before you see the receipt.')).toBeVisible();
  for (const share of [8, 24, 40]) {
    await expect.poll(() => shareOf(page), { timeout: 60_000 }).toBeGreaterThan(share);
    await line(true);
    await expect(page.getByText('You are offline. What you type is kept on this device.')).toBeVisible();
    await expect(page.getByRole('progressbar')).toHaveAccessibleName('Waiting to send again');
    await line(false);
    await expect(page.getByRole('progressbar')).toHaveAccessibleName('Uploading');
  }
  await expect.poll(() => shareOf(page), { timeout: 60_000 }).toBeGreaterThan(55);
  await page.reload();
  await ready(page);
  // It goes on by itself, from where it stood.
  await expect.poll(() => shareOf(page), { timeout: 60_000 }).toBeGreaterThan(30);
  await expect(page.getByLabel('Comments')).toHaveValue('A recording of what works.');
  await expect.poll(() => shareOf(page), { timeout: 60_000 }).toBeGreaterThan(75);
  await portal.restart();
  await expectReceipt(page, words, 'Week 1, version 1', bytes);
  const versions = await versionsOf(portal);
  expect(versions).toEqual([{ version: 1, upload_id: expect.stringMatching(/^[0-9a-f]{32}$/) }]);
  // 8 MB a request: whoever began anew would need far more.
  expect(sent).toBeLessThan(20);
  complaints.length = 0;

  await page.reload();
  await ready(page);
  await expect(page.getByLabel('Comments')).toHaveValue('');
  await expect(page.getByRole('button', { name: 'Remove the file' })).toHaveCount(0);
});

test('an upload waits where it was paused, also through a reload, until its student goes on', async ({
  portal,
  page,
}, info) => {
  test.setTimeout(180_000);
  const bytes = await pickFile(portal, page, info, 24);
  const line = await lineOf(page);
  await line(false);
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect.poll(() => shareOf(page), { timeout: 60_000 }).toBeGreaterThan(40);
  await page.getByRole('button', { name: 'Pause' }).click();
  await expect(page.getByRole('progressbar')).toHaveAccessibleName('Paused');
  await page.getByRole('button', { name: 'Resume' }).click();
  await expect(page.getByRole('progressbar')).toHaveAccessibleName('Uploading');
  await page.getByRole('button', { name: 'Pause' }).click();
  await page.reload();
  await ready(page);
  await expect(page.getByText('This is not handed in yet. Submit goes on where it stopped.')).toBeVisible();
  expect(await versionsOf(portal)).toEqual([]);
  await line(false, 0);
  await page.getByRole('button', { name: 'Submit' }).click();
  await expectReceipt(page, words, 'Week 1, version 1', bytes);
});

test('where resumable uploads are refused the file goes with the form', async ({
  portal,
  page,
  complaints,
}, info) => {
  const bytes = await pickFile(portal, page, info, 2);
  await page.route('**/api/uploads**', (route) => route.fulfill({ status: 405, body: 'Not allowed here' }));
  await page.getByRole('button', { name: 'Submit' }).click();
  await expectReceipt(page, words, 'Week 1, version 1', bytes);
  expect(await versionsOf(portal)).toEqual([{ version: 1, upload_id: null }]);
  complaints.length = 0;
});

test('an upload that the server has no longer is sent again by itself', async ({ portal, page }, info) => {
  const bytes = await pickFile(portal, page, info, 2);
  let isFirst = true;
  await page.route('**/api/students/uploadWeek/**', async (route) => {
    if (isFirst) {
      isFirst = false;
      await portal.context.database.transaction((writer) => writer.deleteFrom('uploads').execute());
    }
    await route.fallback();
  });
  await page.getByRole('button', { name: 'Submit' }).click();
  await expectReceipt(page, words, 'Week 1, version 1', bytes);
});
