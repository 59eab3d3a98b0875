import { readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { hourMs } from '#contract/durations';
import { buildStudent } from '#support/factories';
import { runDue } from '#support/run-due';
import { makeTestApp, type TestApp } from '#support/test-app';
import { jobQueue } from '../../platform/jobs/job-queue.ts';
import { hashToken } from '../random-token.ts';
import { hashCalendarsJob } from './calendar-links.ts';
import { endCalendarsAgain, endCalendarsAgainJob, recordEndedLinkJob } from './ended-calendars.ts';

const secretOf = async ({ context }: TestApp, account_id: number) =>
  (
    await context.database.reader
      .selectFrom('calendars')
      .where('account_id', '=', account_id)
      .select('secret')
      .executeTakeFirst()
  )?.secret;

/** As a backup had it; the version before knows no hash. */
async function restore({ context, clock }: TestApp, account_id: number, secret: string): Promise<void> {
  const row = { account_id, secret, schedule: '[]', changed_at: clock.now() };
  await context.database.transaction((writer) => writer.insertInto('calendars').values(row).execute());
}

async function work({ context }: TestApp): Promise<void> {
  const queue = jobQueue(context, [hashCalendarsJob, recordEndedLinkJob, endCalendarsAgainJob]);
  while ((await runDue(queue)) > 0);
}
const statusOf = async (app: TestApp, secret: string) =>
  (await app.nobody.get(`/api/calendar/${secret}`)).status;

test('a removed link that a restored backup brings back ends again, and one in use goes on', async () => {
  const app = await makeTestApp();
  const [one, two] = [await buildStudent(app.context), await buildStudent(app.context)];
  const [first, second] = [await app.as(one), await app.as(two)];
  for (const client of [first, second]) await client.put('/api/account/calendar');
  const removed = String(await secretOf(app, one.id));
  const used = String(await secretOf(app, two.id));
  await first.delete('/api/account/calendar');
  await work(app);
  const folder = path.join(app.dataDir, 'ended-links');
  expect(readdirSync(folder), 'the hash alone').toEqual([`${hashToken(removed)}.json`]);

  // By hand: the next run of the job finds it.
  await restore(app, one.id, removed);
  app.clock.advance(hourMs);
  await work(app);
  expect([await statusOf(app, removed), await statusOf(app, used)]).toEqual([404, 200]);

  // By the command, from newer backups: nothing lies beside the database of a new machine.
  rmSync(folder, { recursive: true });
  await restore(app, one.id, removed);
  expect(await endCalendarsAgain(app.context, [])).toBe(0);
  expect(await endCalendarsAgain(app.context, [new Set([removed, used]), new Set([used])])).toBe(1);
  expect([await statusOf(app, removed), await statusOf(app, used)]).toEqual([404, 200]);
  expect(await endCalendarsAgain(app.context, [new Set([used])]), 'once').toBe(0);
});

test('a link that the version before made works and gets its hash, by its use and by a job', async () => {
  const app = await makeTestApp();
  const [one, two] = [await buildStudent(app.context), await buildStudent(app.context)];
  await restore(app, one.id, 'x'.repeat(43));
  expect(await statusOf(app, 'x'.repeat(43))).toBe(200);
  await restore(app, two.id, 'y'.repeat(43));
  await work(app);
  const { reader } = app.context.database;
  const rows = await reader.selectFrom('calendars').select(['secret', 'secret_hash']).execute();
  expect(rows).toHaveLength(2);
  for (const { secret, secret_hash } of rows) {
    expect(secret_hash).toBe(hashToken(secret));
    expect(await statusOf(app, secret)).toBe(200);
    expect(await statusOf(app, String(secret_hash)), 'the hash opens nothing').toBe(404);
  }
  // Ended by its hash also where the version before made it.
  await restore(app, (await buildStudent(app.context)).id, 'z'.repeat(43));
  expect(await statusOf(app, 'z'.repeat(43))).toBe(200);
});
