import { demoEmail } from '#contract/demo-accounts';
import { seedDemo } from '#server/demo/seed-demo';
import { beginSession } from '#server/accounts/sessions/sessions';
import { startPortalProcess, type PortalProcess } from '#support/portal-process';
import { startNetworkProxy, type NetworkProxy } from './network-proxy.ts';
import { waits } from './outage-steps.ts';
import { expect, test } from './portal.ts';
import { chooseProject, pickFile, shareOf, versionsOf, words } from './resumable-steps.ts';
import { ready, visit } from './screens.ts';
import { expectReceipt, fillInRecording, megabyte, sha256 } from './submission-steps.ts';

test.use({ seed: 'demo' });

/** A portal that can be killed, the cookie of a student who is signed in, and a network between them that can be cut. */
const killable = test.extend<{ apart: PortalProcess<string>; network: NetworkProxy }>({
  apart: async ({}, use) => {
    const apart = await startPortalProcess(async (context) => {
      await seedDemo(context);
      const id = await chooseProject(context);
      return context.database.transaction((writer) => beginSession(writer, id, context.clock.now()));
    });
    await use(apart);
    await apart.stop();
  },
  network: async ({ apart }, use) => {
    const network = await startNetworkProxy(apart.url);
    await use(network);
    await network.stop();
  },
  baseURL: ({ network }, use) => use(network.url),
});

killable(
  'an upload of 20 MB through three interruptions, a reload and a killed server ends in one version',
  async ({ apart, network, page, complaints }, info) => {
    test.setTimeout(180_000);
    const { url } = network;
    const value = apart.prepared;
    await page.context().addCookies([{ name: 'capstone', value, url, sameSite: 'Lax', httpOnly: true }]);
    const bytes = await fillInRecording(page, info, 20);
    const offsets: number[] = [];
    page.on('request', (request) => {
      if (request.method() === 'PATCH') offsets.push(Number(request.headers()['upload-offset']));
    });
    const until = (share: number) =>
      expect.poll(() => shareOf(page), { timeout: 60_000, intervals: [50] }).toBeGreaterThan(share);
    network.limit(4 * megabyte);
    await page.getByRole('button', { name: 'Submit' }).click();
    await expect(page.getByText('Your work is not submitted until you see the receipt.')).toBeVisible();
    for (const share of [8, 24, 40]) {
      await until(share);
      network.cut();
      await page.context().setOffline(true);
      await expect(page.getByText('Offline.', { exact: true })).toBeVisible();
      await waits(page);
      await expect(page.getByRole('progressbar')).toHaveAccessibleName('Waiting to send again');
      // Hardly anything moves until the page has shown what it does.
      network.limit(megabyte / 4);
      network.restore();
      await page.context().setOffline(false);
      await expect(page.getByRole('progressbar')).toHaveAccessibleName('Uploading');
      network.limit(4 * megabyte);
    }
    await until(55);
    await page.reload();
    await ready(page);
    // It goes on by itself, from where it stood.
    await expect.poll(() => shareOf(page), { timeout: 60_000 }).toBeGreaterThan(30);
    await expect(page.getByLabel('Comments')).toHaveValue('A recording of what works.');
    await until(75);
    await apart.crash();
    network.limit(Infinity);
    const number = await expectReceipt(page, words, 'Week 1, version 1', bytes);
    // Each request went on from where the one before had come to.
    expect(offsets).toEqual(offsets.toSorted((a, b) => a - b));
    // 8 MB a request, and one more for each of the five interruptions; a few are in vain.
    expect(offsets.length).toBeLessThan(15);
    complaints.length = 0;

    const read = (path: string) => page.request.get(path);
    const receipts = await (await read(`/api/students/submissions/${demoEmail('new')}`)).json();
    expect(receipts).toMatchObject([{ number, version: 1 }]);
    expect(sha256(await (await read(`/api/files/${receipts[0].file.id}`)).body())).toBe(sha256(bytes));
    // The address keeps the receipt over a reload; its form, opened anew, is empty.
    await page.reload();
    await expectReceipt(page, words, 'Week 1, version 1', bytes);
    await visit(page, '/WeeklySubmission?week=1');
    await expect(page.getByLabel('Comments')).toHaveValue('');
    await expect(page.getByRole('button', { name: 'Remove the file' })).toHaveCount(0);
  },
);

test('where resumable uploads are refused the file is sent with the form', async ({
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

test('an upload that the server has lost is sent again automatically', async ({ portal, page }, info) => {
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
