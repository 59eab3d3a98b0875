import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { expect, onTestFinished, test, vi } from 'vitest';
import { eventually } from '#support/eventually';
import { hourMs } from '#contract/durations';
import { dayMs, makeStudentFixture } from '#support/student-fixture';
import { begin, head, idOf, patch, uploadAddress, uploadsOnDisk } from '#support/tus';
import { removeExpiredUploadsJob, startSweeping, sweepUploadBytes } from './upload-rows.ts';

test('an upload expires after a day; the next job removes it', async () => {
  const fixture = await makeStudentFixture(8);
  const old = idOf(await begin(fixture.client));
  fixture.clock.advance(1);
  const young = idOf(await begin(fixture.client));
  fixture.clock.advance(dayMs - 2);
  expect((await head(fixture.client, old)).status).toBe(200);
  fixture.clock.advance(1);
  expect((await head(fixture.client, old)).status).toBe(404);
  expect((await patch(fixture.client, old, 'hello')).status).toBe(404);
  await removeExpiredUploadsJob.run(fixture.context, null, new AbortController().signal);
  expect(uploadsOnDisk(fixture)).toEqual([young]);
  expect((await head(fixture.client, young)).status).toBe(200);
});

test('bytes whose upload is gone leave after an hour', async () => {
  const fixture = await makeStudentFixture(8);
  const id = idOf(await begin(fixture.client));
  const [fresh, stale] = ['a'.repeat(32), 'b'.repeat(32)] as const;
  for (const name of [fresh, stale]) writeFileSync(uploadAddress(fixture, name), 'left');
  const hoursAgo = Date.now() / 1000 - 2 * 3600;
  for (const name of [stale, id]) utimesSync(uploadAddress(fixture, name), hoursAgo, hoursAgo);
  await sweepUploadBytes(fixture.context);
  expect(uploadsOnDisk(fixture).toSorted()).toEqual([id, fresh].toSorted());
});

test('a machine sweeps its folder at its start and about every hour', async () => {
  const fixture = await makeStudentFixture(8);
  const hoursAgo = Date.now() / 1000 - 2 * 3600;
  mkdirSync(uploadAddress(fixture, ''), { recursive: true });
  const leave = (): void => {
    const file = uploadAddress(fixture, 'a'.repeat(32));
    writeFileSync(file, 'left');
    utimesSync(file, hoursAgo, hoursAgo);
  };
  leave();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const sweeping = startSweeping(fixture.context);
  onTestFinished(() => sweeping.stop());
  await eventually(() => expect(uploadsOnDisk(fixture)).toEqual([]));
  leave();
  vi.advanceTimersByTime(1.2 * hourMs);
  await eventually(() => expect(uploadsOnDisk(fixture)).toEqual([]));
});
