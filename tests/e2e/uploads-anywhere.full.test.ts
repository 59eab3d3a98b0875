import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { demoEmail } from '#contract/demo-accounts';
import { seedDemo } from '#server/demo/seed-demo';
import { beginSession } from '#server/accounts/sessions/sessions';
import type { AppContext } from '#server/platform/context';
import { closeContext, openContext } from '#server/platform/open-context';
import { readSettings } from '#server/platform/settings/settings';
import { buildSelection } from '#support/factories';
import { startPostgres } from '#support/postgres';
import { startS3 } from '#support/s3';
import { spawnPortal } from '#support/spawn-portal';
import { startBalancer } from '#support/balancer';
import { accountOf } from './demo.ts';
import { expect, test } from './portal.ts';
import { expectReceipt, fillInRecording, sha256 } from './submission-steps.ts';

const dayMs = 24 * 60 * 60_000;
/** 20 are three parts; `UPLOAD_MEGABYTES=60` is what a recording has, and takes longer than a run of all tests should. */
const fileMegabytes = Number(process.env['UPLOAD_MEGABYTES'] ?? 20);

/** Three processes on one PostgreSQL and one bucket, a disk of its own each, behind a balancer without stickiness. */
async function startMachines(prepare: (context: AppContext) => Promise<string>) {
  const root = mkdtempSync(path.join(tmpdir(), 'capstone-machines-'));
  const [postgres, s3] = await Promise.all([startPostgres(), startS3()]);
  const databaseUrl = postgres.urlOf('postgres');
  const folderOf = (name: string): string => path.join(root, name);
  const settings = { ...readSettings({}), dataDir: folderOf('first'), databaseUrl, storage: s3.address };
  const context = await openContext(settings, { info() {}, warn() {}, error: console.error });
  const session = await prepare(context);
  const machines = ['one', 'two', 'three'].map((name) =>
    spawnPortal({ DATA_DIR: folderOf(name), DATABASE_URL: databaseUrl, STORAGE_URL: s3.url }),
  );
  const urls = await Promise.all(machines.map(({ listening }) => listening));
  const balancer = await startBalancer(urls.map((url) => Number(new URL(url).port)));
  return {
    url: `http://127.0.0.1:${balancer.port}`,
    session,
    context,
    s3,
    machines,
    balancer,
    async stop() {
      await balancer.stop();
      await Promise.all(machines.map((machine) => machine.kill()));
      await closeContext(context);
      await s3.stop();
      await postgres.stop();
      rmSync(root, { recursive: true, force: true });
    },
  };
}

const anywhere = test.extend<{ several: Awaited<ReturnType<typeof startMachines>> }>({
  several: async ({}, use) => {
    const several = await startMachines(async (context) => {
      await seedDemo(context);
      const { id } = await accountOf({ context }, demoEmail('new'));
      const started_at = context.clock.now() - 8 * dayMs;
      await buildSelection(context, { account_id: id, project_id: 'P001', started_at });
      return context.database.transaction((writer) => beginSession(writer, id, context.clock.now()));
    });
    await use(several);
    await several.stop();
  },
  baseURL: ({ several }, use) => use(several.url),
});

anywhere(
  `an upload of ${fileMegabytes} MB whose parts go to three machines in turn, one of them killed, ends in one version`,
  async ({ several, page, complaints }, info) => {
    anywhere.setTimeout(240_000);
    const { url, session: value, context, s3, machines } = several;
    await page.context().addCookies([{ name: 'capstone', value, url, sameSite: 'Lax', httpOnly: true }]);
    const bytes = await fillInRecording(page, info, fileMegabytes);
    let parts = 0;
    const killed = new Promise<void>((resolve) =>
      page.on('requestfinished', (request) => {
        if (request.method() !== 'PATCH' || ++parts !== Math.floor(fileMegabytes / 20)) return;
        void machines[1]?.kill().then(resolve);
      }),
    );
    await page.getByRole('button', { name: 'Submit' }).click();
    await killed;
    const words = 'Congrats!!! You have submitted your work for the week';
    const number = await expectReceipt(page, words, 'Week 1, version 1', bytes);
    complaints.length = 0;

    const versions = await context.database.reader
      .selectFrom('submissions')
      .innerJoin('accounts', 'accounts.id', 'submissions.account_id')
      .where('accounts.email', '=', demoEmail('new'))
      .select(['submissions.number', 'submissions.version', 'submissions.upload_id', 'submissions.file_id'])
      .execute();
    expect(versions).toMatchObject([
      { number, version: 1, upload_id: expect.stringMatching(/^[0-9a-f]{32}$/) },
    ]);
    const read = await page.request.get(`/api/files/${versions[0]?.file_id}`);
    expect(sha256(await read.body())).toBe(sha256(bytes));
    expect(s3.answered.filter((kind) => kind === 'CopyObject')).toHaveLength(1);
    expect(s3.unfinished()).toEqual([]);
  },
);
