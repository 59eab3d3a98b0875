import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import type { Page, TestInfo } from '@playwright/test';
import { seedDemo } from '#cli/demo/seed-demo';
import type { AppContext } from '#server/platform/context';
import { beginSession } from '#server/accounts/sessions';
import { buildSelection } from '#support/factories';
import { startPortalProcess, type PortalProcess } from '#support/portal-process';
import { accountOf, demoEmail, signInAs } from './demo.ts';
import { expectReceipt, sha256 } from './hand-in-steps.ts';
import { expect, test, type Portal } from './portal.ts';
import { ready, visit } from './screens.ts';

test.use({ holds: 'demo' });

const megabyte = 1024 * 1024;
const words = 'Congrats!!! You have submitted your work for the week';

/** Gives the student without a project one that began eight days ago. */
async function chooseProject(context: AppContext): Promise<number> {
  const { id } = await accountOf({ context }, demoEmail('new'));
  const started_at = context.clock.now() - 8 * 24 * 60 * 60_000;
  await buildSelection(context, { account_id: id, project_id: 'P001', started_at });
  return id;
}

/** A portal that can be killed, and the cookie of a student who is signed in. */
const killable = test.extend<{ apart: PortalProcess<string> }>({
  apart: async ({}, use) => {
    const apart = await startPortalProcess(async (context) => {
      await seedDemo(context);
      const id = await chooseProject(context);
      return context.database.transaction((writer) => beginSession(writer, id, context.clock.now()));
    });
    await use(apart);
    await apart.stop();
  },
  baseURL: ({ apart }, use) => use(apart.url),
});

async function pickFile(portal: Portal, page: Page, info: TestInfo, megabytes: number): Promise<Buffer> {
  await chooseProject(portal.context);
  await signInAs(portal, page, 'new');
  return fillIn(page, info, megabytes);
}

async function fillIn(page: Page, info: TestInfo, megabytes: number): Promise<Buffer> {
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

killable(
  '60 MB through three cuts, a reload and a killed server end in one version',
  async ({ apart, page, complaints }, info) => {
    test.setTimeout(300_000);
    const { url, prepared: value } = apart;
    await page.context().addCookies([{ name: 'capstone', value, url, sameSite: 'Lax', httpOnly: true }]);
    const bytes = await fillIn(page, info, 60);
    const line = await lineOf(page);
    await line(false, 6);
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
      await line(false, 6);
      await expect(page.getByRole('progressbar')).toHaveAccessibleName('Uploading');
    }
    await expect.poll(() => shareOf(page), { timeout: 60_000 }).toBeGreaterThan(55);
    await page.reload();
    await ready(page);
    // It goes on by itself, from where it stood.
    await expect.poll(() => shareOf(page), { timeout: 60_000 }).toBeGreaterThan(30);
    await expect(page.getByLabel('Comments')).toHaveValue('A recording of what works.');
    await expect.poll(() => shareOf(page), { timeout: 60_000 }).toBeGreaterThan(75);
    await apart.crash();
    const number = await expectReceipt(page, words, 'Week 1, version 1', bytes);
    // 8 MB a request: whoever began anew would need far more.
    expect(sent).toBeLessThan(20);
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
