import type { Page, TestInfo } from '@playwright/test';
import { seedDemo } from '#cli/demo/seed-demo';
import type { AppContext } from '#server/platform/context';
import { beginSession } from '#server/accounts/sessions';
import { buildSelection } from '#support/factories';
import { startPortalProcess, type PortalProcess } from '#support/portal-process';
import { demoEmail } from '#contract/demo-accounts';
import { accountOf, signInAs } from './demo.ts';
import { expectReceipt, fillInRecording, megabyte, sha256 } from './submission-steps.ts';
import { startNetworkProxy, type NetworkProxy } from './network-proxy.ts';
import { expect, test, type Portal } from './portal.ts';
import { ready } from './screens.ts';

test.use({ seed: 'demo' });

const words = 'Congrats!!! You have submitted your work for the week';

/** Gives the student without a project one that began eight days ago. */
async function chooseProject(context: AppContext): Promise<number> {
  const { id } = await accountOf({ context }, demoEmail('new'));
  const started_at = context.clock.now() - 8 * 24 * 60 * 60_000;
  await buildSelection(context, { account_id: id, project_id: 'P001', started_at });
  return id;
}

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

async function pickFile(portal: Portal, page: Page, info: TestInfo, megabytes: number): Promise<Buffer> {
  await chooseProject(portal.context);
  await signInAs(portal, page, 'new');
  return fillInRecording(page, info, megabytes);
}

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
    await expect(page.getByText('Nothing is handed in before you see the receipt.')).toBeVisible();
    for (const share of [8, 24, 40]) {
      await until(share);
      network.cut();
      await page.context().setOffline(true);
      await expect(page.getByText('You are offline. What you type is kept on this device.')).toBeVisible();
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
    await page.reload();
    await ready(page);
    await expect(page.getByLabel('Comments')).toHaveValue('');
    await expect(page.getByRole('button', { name: 'Remove the file' })).toHaveCount(0);
  },
);

test('a paused upload stays paused, also through a reload, until its student resumes it', async ({
  portal,
  page,
}, info) => {
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
  await page.reload();
  await ready(page);
  await expect(page.getByRole('progressbar')).toHaveAccessibleName('Paused');
  expect(await versionsOf(portal)).toEqual([]);
  await limit();
  await page.getByRole('button', { name: 'Submit' }).click();
  await expectReceipt(page, words, 'Week 1, version 1', bytes);
});

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
