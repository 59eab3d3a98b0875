import { once } from 'node:events';
import { existsSync, readdirSync, readlinkSync } from 'node:fs';
import { request, type IncomingMessage } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { eventually } from '#support/eventually';
import { cookieOf } from '#support/open-upload';
import { makeSlowPortal, patient, slots, uploadCounts } from '#support/slow-portal';
import type { StudentFixture } from '#support/student-fixture';
import { begin, idOf, uploadAddress } from '#support/tus';

/** What somebody gains who opens many connections and sends next to nothing: what is seen by time, and on the disk. */

test('every place for submissions, by many accounts: the slow give way to whoever waits, and nothing of theirs stays', async () => {
  const portal = await makeSlowPortal({
    uploadConcurrency: {
      ...slots,
      maxConcurrent: 1,
      pace: { ...patient, yieldRate: 1_000, measureMs: 40, sweepMs: 20 },
    },
  });
  const slow = await portal.openSlowly();
  await eventually(() => expect(portal.staged()).toHaveLength(1));
  expect((await portal.submit()).status).toBe(201);
  expect(await slow.answer).toMatchObject({ status: 503, body: { code: 'busy' } });
  expect(portal.staged(), 'though the connection is open still').toEqual([]);
  expect(await portal.rows()).toHaveLength(1);
});

test('an account’s own slow connections do not keep it from its next submission', async () => {
  const pace = { ...patient, yieldRate: 1_000, measureMs: 40, sweepMs: 20 };
  const portal = await makeSlowPortal({ uploadConcurrency: { ...slots, maxOfAccount: 1, pace } });
  const slow = await portal.openSlowly(portal.student);
  await eventually(() => expect(portal.staged()).toHaveLength(1));
  expect((await portal.submit()).status).toBe(201);
  expect((await slow.answer).status).toBe(503);
});

test('a place for as long as one likes: bytes must come, and come to an end', async () => {
  for (const pace of [
    { ...patient, leastRate: 1_000, leastOverMs: 40, sweepMs: 20 },
    { ...patient, longestMs: 40, sweepMs: 20 },
  ]) {
    const portal = await makeSlowPortal({ uploadConcurrency: { ...slots, pace } });
    const slow = await portal.openSlowly();
    const answer = await slow.answer;
    expect(answer).toMatchObject({ status: 408, body: { code: 'too_slow' } });
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    await eventually(() => expect(portal.staged()).toEqual([]));
    expect(uploadCounts(portal)).toEqual([0, 0]);
  }
});

test('a place by an upload that goes on and on: it counts like a form', async () => {
  const portal = await makeSlowPortal({
    uploadConcurrency: {
      ...slots,
      maxConcurrent: 1,
      pace: { ...patient, yieldRate: 1_000, measureMs: 40, sweepMs: 20 },
    },
  });
  const client = await portal.as(portal.attacker);
  const id = idOf(await begin(client, { length: 1_000_000 }));
  const patching = await openPatch(portal, id);
  await eventually(() => expect(uploadCounts(portal)).toEqual([1, 0]));
  expect((await portal.submit()).status).toBe(201);
  expect((await patching.answer).statusCode).toBe(503);
});

test('the disk, by uploads that were pushed out and whose connections stay open', async () => {
  const portal = await makeSlowPortal({});
  const client = await portal.as(portal.attacker);
  const id = idOf(await begin(client, { length: 1_000_000 }));
  const patching = await openPatch(portal, id);
  const address = uploadAddress(portal, id);
  const isOpen = () => openFiles().some((file) => file.startsWith(address));
  await eventually(() => expect(isOpen()).toBe(true));
  portal.clock.advance(1_000);
  for (let n = 0; n < 10; n++) await begin(client, { length: 1_000_000 });
  expect(existsSync(address)).toBe(false);
  await eventually(() => expect(isOpen(), 'its bytes lie on the disk until it is closed').toBe(false));
  expect((await patching.answer).statusCode).toBeGreaterThanOrEqual(400);
});

/** What this process has open, also of files that have been removed. */
function openFiles(): string[] {
  return readdirSync('/proc/self/fd').flatMap((fd) => {
    try {
      return [readlinkSync(`/proc/self/fd/${fd}`)];
    } catch {
      // It was closed between the two looks.
      return [];
    }
  });
}

/** Sends some bytes of an upload, and then nothing. */
async function openPatch(
  portal: StudentFixture & { port: number; attacker: { id: number } },
  id: string,
): Promise<{ answer: Promise<IncomingMessage> }> {
  const sent = request({
    port: portal.port,
    host: '127.0.0.1',
    method: 'PATCH',
    path: `/api/uploads/${id}`,
    headers: {
      cookie: await cookieOf(portal, portal.attacker),
      'tus-resumable': '1.0.0',
      'upload-offset': '0',
      'content-type': 'application/offset+octet-stream',
      'content-length': '1000000',
    },
  });
  const answer = once(sent, 'response').then(([response]) => (response as IncomingMessage).resume());
  answer.catch(() => {});
  sent.on('error', () => {});
  onTestFinished(() => void sent.destroy());
  sent.write('x'.repeat(1_000));
  return { answer };
}
