import { existsSync, mkdtempSync, renameSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { expect, onTestFinished, test } from 'vitest';
import { minuteMs } from '#contract/durations';
import { makeFolder, makePlace } from '#support/backup-fixture';
import { buildAdministrator } from '#support/factories';
import { makeJournalled, restoreNewest, submitFile } from '#support/journal-fixture';
import { makeStudentFixture, type StudentFixture } from '#support/student-fixture';
import { writeBackup } from '../backups/write-backup.ts';
import { journalCheck, journalMetrics } from './journal-state.ts';
import { makeShipper } from './ship-journal.ts';

const look = ({ context }: Pick<StudentFixture, 'context'>) => journalCheck.run(context);

const metric = ({ context }: StudentFixture, name: string) =>
  journalMetrics(context)
    .find((one) => one.name === name)
    ?.read();

test('without a place, the check and the office say what would be lost with the disk', async () => {
  const fixture = await makeStudentFixture(29);
  const office = await fixture.as(await buildAdministrator(fixture.context));
  const unprotected = async () => (await office.get('/api/staff/office')).body.unprotected;
  await submitFile(fixture, 'first', 'first');
  expect(await look(fixture)).toMatchObject({
    state: 'warn',
    found:
      'BACKUP_TARGET is not set. If this disk fails, all changes are lost with it, 1 submission among them',
  });
  expect(await unprotected()).toEqual({ submissions: 1, since: null });
  fixture.clock.advance(1_000);
  await writeBackup(fixture.context, await makePlace());
  const since = new Date(fixture.clock.now()).toISOString();
  expect(await unprotected()).toEqual({ submissions: 0, since });
  fixture.clock.advance(1_000);
  await submitFile(fixture, 'second', 'second');
  expect(await unprotected()).toEqual({ submissions: 1, since });
  expect(await metric(fixture, 'capstone_journal_behind_seconds')).toBe(0);
});

test('with a place, it says how far behind the copy is, and fails while the place is gone', async () => {
  const target = makeFolder('place');
  const { fixture, shipper } = await makeJournalled(target);
  const isSame = statSync(target).dev === statSync(fixture.context.settings.dataDir).dev;
  const fine = isSame ? 'warn' : 'ok';
  const office = await fixture.as(await buildAdministrator(fixture.context));
  expect((await office.get('/api/staff/office')).body.unprotected).toBe(null);
  await submitFile(fixture, 'first', 'first');
  await shipper.work();
  expect(await look(fixture)).toMatchObject({
    state: fine,
    found: expect.stringMatching(
      isSame
        ? /^Complete up to 0 seconds ago, in .+; grows by .+ a day.+ on the disk of DATA_DIR: /
        : /^Complete up to 0 seconds ago, in .+; grows by .+ a day/,
    ) as string,
  });
  expect(await metric(fixture, 'capstone_journal_bytes_per_day')).toBeGreaterThan(1_000);

  const away = `${target}-away`;
  onTestFinished(() => rmSync(away, { recursive: true, force: true }));
  renameSync(target, away);
  for (const [minutes, state] of [
    [2, 'warn'],
    [4, 'fail'],
    [60, 'fail'],
  ] as const) {
    fixture.clock.advance(minutes * minuteMs);
    await submitFile(fixture, `${minutes}`, `${minutes}`);
    await expect(shipper.work()).rejects.toThrow();
    await shipper.giveWay();
    expect((await look(fixture)).state).toBe(state);
  }
  expect(await metric(fixture, 'capstone_journal_behind_seconds')).toBe(66 * 60);
  rmSync(target, { recursive: true });
  renameSync(away, target);
  await shipper.work();
  expect((await look(fixture)).state).toBe(fine);
  // A quiet portal is not late.
  fixture.clock.advance(10 * minuteMs);
  await shipper.work();
  expect((await look(fixture)).state).toBe(fine);
});

test('a place that another portal has taken over is told until one of them has another', async () => {
  const { fixture, place, shipper } = await makeJournalled();
  const { database, files } = await restoreNewest(place);
  fixture.clock.advance(1_000);
  await makeShipper({ ...fixture.context, database, files }).work();
  await submitFile(fixture, 'late', 'late');
  await expect(shipper.work()).rejects.toThrow('another portal');
  const told = { state: 'fail', found: expect.stringContaining('Another portal has written to') as string };
  expect(await look(fixture)).toMatchObject(told);
  fixture.clock.advance(60 * minuteMs);
  await expect(makeShipper(fixture.context).work()).rejects.toThrow('another portal');
  expect(await look(fixture)).toMatchObject(told);
  expect(await metric(fixture, 'capstone_journal_displaced')).toBe(1);
});

const memory = '/dev/shm';
const hasOtherDisk = existsSync(memory) && statSync(memory).dev !== statSync(tmpdir()).dev;

test.skipIf(!hasOtherDisk)('a place on another disk is as it should be', async () => {
  const target = mkdtempSync(`${memory}/capstone-place-`);
  onTestFinished(() => rmSync(target, { recursive: true, force: true }));
  const { fixture, shipper } = await makeJournalled(target);
  await shipper.work();
  expect(await look(fixture)).toMatchObject({ state: 'ok', todo: null });
});
