import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { buildSelection } from '#support/factories';
import { accountOf, demoEmail, signInAs } from './demo.ts';
import { expectReceipt, standing } from './hand-in-steps.ts';
import { expect, test } from './portal.ts';
import { visit } from './screens.ts';

test.use({ holds: 'demo' });

test('40 MB on their way can be called back, and then go again to the receipt', async ({
  portal,
  page,
}, info) => {
  test.setTimeout(180_000);
  const { id } = await accountOf(portal, demoEmail('new'));
  const started_at = portal.clock.now() - 8 * 24 * 60 * 60_000;
  await buildSelection(portal.context, { account_id: id, project_id: 'P001', started_at });
  await signInAs(portal, page, 'new');
  const bytes = randomBytes(40 * 1024 * 1024);
  const file = info.outputPath('recording.mp4');
  writeFileSync(file, bytes);

  await visit(page, '/WeeklySubmission');
  await page.getByLabel('Comments').fill('A recording of what works.');
  await page.getByLabel('File', { exact: true }).setInputFiles(file);
  await expect(page.getByText('40 MB', { exact: true })).toBeVisible();
  // A slow line, so that there is something to see and to call back.
  const network = await page.context().newCDPSession(page);
  await network.send('Network.enable');
  const line = { offline: false, latency: 20, downloadThroughput: -1 };
  await network.send('Network.emulateNetworkConditions', { ...line, uploadThroughput: 2 * 1024 * 1024 });
  await page.getByRole('button', { name: 'Submit' }).click();
  const progress = page.getByRole('progressbar');
  const share = async () => Number(await progress.getAttribute('aria-valuenow'));
  await expect(progress).toHaveAccessibleName('Uploading');
  await expect.poll(share).toBeGreaterThan(2);
  const early = await share();
  await expect.poll(share).toBeGreaterThan(early);
  expect(await share()).toBeLessThan(100);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('The upload was cancelled. Nothing was handed in.')).toBeVisible();
  await expect(progress).toHaveCount(0);
  await expect(page.getByLabel('Comments')).toHaveValue('A recording of what works.');
  await expect(page.getByText('recording.mp4', { exact: true })).toBeVisible();
  await expect(standing(page, 'Week 1')).toContainText('Open, nothing handed in');

  await network.send('Network.emulateNetworkConditions', { ...line, uploadThroughput: -1 });
  await page.getByRole('button', { name: 'Submit' }).click();
  const words = 'Congrats!!! You have submitted your work for the week';
  await expectReceipt(page, words, 'Week 1, version 1', bytes);
});

test('a hand-in that finds no network is kept, and goes by itself when there is one', async ({
  portal,
  page,
  complaints,
}) => {
  await signInAs(portal, page, 'week2');
  await visit(page, '/WeeklySubmission');
  await page.getByLabel('Comments').fill('Written on the train.');
  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByText('The portal sends it again by itself.')).toBeVisible();
  await expect(page.getByRole('progressbar')).toHaveAccessibleName('Waiting to send again');
  await page.context().setOffline(false);
  await expectReceipt(page, 'Congrats!!! You have submitted your work for the week', 'Week 2, version 1');
  expect(complaints.splice(0)).toEqual([expect.stringContaining('ERR_INTERNET_DISCONNECTED')]);
});

test('a busy portal is given the time that it asks for, and gets the same hand-in again', async ({
  portal,
  page,
  complaints,
}) => {
  await signInAs(portal, page, 'week2');
  await visit(page, '/WeeklySubmission');
  await page.getByLabel('Comments').fill('With everybody else.');
  const tries: { at: number; key: string | undefined }[] = [];
  await page.route('**/api/students/uploadWeek/**', async (route) => {
    tries.push({ at: Date.now(), key: route.request().headers()['idempotency-key'] });
    if (tries.length > 1) return route.fallback();
    const body = { message: 'Very many people are handing in just now.', code: 'busy' };
    return route.fulfill({ status: 503, headers: { 'Retry-After': '5' }, json: body });
  });
  await page.getByRole('button', { name: 'Submit' }).click();
  const waiting = page.getByRole('status').filter({ hasText: 'Very many people are handing in just now.' });
  await expect(waiting).toContainText('The portal sends it again by itself.');
  await expectReceipt(page, 'Congrats!!! You have submitted your work for the week', 'Week 2, version 1');
  const [first, second, ...more] = tries;
  expect(more).toEqual([]);
  expect(first?.key).toMatch(/^[0-9a-f]{32}$/);
  expect(second?.key).toBe(first?.key);
  expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThanOrEqual(5_000);
  expect(complaints.splice(0)).toEqual([expect.stringContaining('503')]);
});
