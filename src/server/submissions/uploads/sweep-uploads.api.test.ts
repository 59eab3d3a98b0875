import { utimesSync, writeFileSync } from 'node:fs';
import { expect, onTestFinished, test, vi } from 'vitest';
import { dayMs, makeStudentFixture } from '#support/student-fixture';
import { begin, head, idOf, patch, uploadsOnDisk } from '#support/tus';
import { startSweeping, sweepUploads } from './sweep-uploads.ts';
import { uploadAddress } from './upload-rows.ts';

test('an upload expires after a day; the next sweep removes it', async () => {
  const fixture = await makeStudentFixture(8);
  const old = idOf(await begin(fixture.client));
  fixture.clock.advance(1);
  const young = idOf(await begin(fixture.client));
  fixture.clock.advance(dayMs - 2);
  expect((await head(fixture.client, old)).status).toBe(200);
  fixture.clock.advance(1);
  expect((await head(fixture.client, old)).status).toBe(404);
  expect((await patch(fixture.client, old, 'hello')).status).toBe(404);
  await sweepUploads(fixture.context);
  expect(uploadsOnDisk(fixture)).toEqual([young]);
  expect((await head(fixture.client, young)).status).toBe(200);
});

test('bytes whose upload is gone leave after an hour', async () => {
  const fixture = await makeStudentFixture(8);
  const id = idOf(await begin(fixture.client));
  const [fresh, stale] = ['a'.repeat(32), 'b'.repeat(32)] as const;
  for (const name of [fresh, stale]) writeFileSync(uploadAddress(fixture.context.settings, name), 'left');
  const hoursAgo = Date.now() / 1000 - 2 * 3600;
  for (const name of [stale, id])
    utimesSync(uploadAddress(fixture.context.settings, name), hoursAgo, hoursAgo);
  await sweepUploads(fixture.context);
  expect(uploadsOnDisk(fixture).toSorted()).toEqual([id, fresh].toSorted());
});

test('a server sweeps at its start and every hour', async () => {
  const fixture = await makeStudentFixture(8);
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  await begin(fixture.client);
  fixture.clock.advance(dayMs);
  const sweeping = startSweeping(fixture.context);
  onTestFinished(() => sweeping.stop());
  await vi.waitFor(() => expect(uploadsOnDisk(fixture)).toEqual([]));
  await begin(fixture.client);
  fixture.clock.advance(dayMs);
  vi.advanceTimersByTime(60 * 60_000);
  await vi.waitFor(() => expect(uploadsOnDisk(fixture)).toEqual([]));
});
