import { statSync } from 'node:fs';
import { request, Agent } from 'node:http';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { eventually } from '#support/eventually';
import { LimiterFull } from '#server/platform/concurrency-limiter';
import { cookieOf, formEnd, formType, listen, openUpload, partHead, textPart } from '#support/open-upload';
import { comments, makeStudentFixture, week, type StudentFixture } from '#support/student-fixture';

const megabyte = 1024 * 1024;
const oneMegabyte = { settings: { maxUploadBytes: megabyte } };

async function makeListeningFixture(
  days: number | null,
  options: Parameters<typeof makeStudentFixture>[1] = oneMegabyte,
) {
  const fixture = await makeStudentFixture(days, options);
  return { ...fixture, port: await listen(fixture) };
}

test('a client that goes away in the middle leaves nothing', async () => {
  const fixture = await makeListeningFixture(8);
  const upload = await openUpload(fixture, fixture.student, fixture.url('uploadWeek'), {
    'idempotency-key': 'k',
  });
  await upload.write(textPart('selectedWeek', '1') + partHead('files', 'half.bin'));
  await upload.write(Buffer.alloc(300_000));
  await eventually(() => expect(fixture.staged()).toHaveLength(1));
  upload.abort();
  await eventually(() => expect(fixture.staged()).toEqual([]));
  await eventually(async () =>
    expect(
      await fixture.context.database.reader.selectFrom('idempotency_locks').selectAll().execute(),
    ).toEqual([]),
  );
  expect(await fixture.rows()).toEqual([]);
  expect(fixture.kept()).toEqual([]);
  const again = await fixture.client.form(fixture.url('uploadWeek'), [week('1'), comments('x')], {
    'idempotency-key': 'k',
  });
  expect(again.status).toBe(201);
});

/** Writes until the connection is gone; how many megabytes it took. */
async function streamBytes(upload: Awaited<ReturnType<typeof openUpload>>, max: number): Promise<number> {
  const chunk = Buffer.alloc(megabyte);
  let poured = 0;
  while (poured < max && (await upload.write(chunk))) poured += 1;
  return poured;
}

test('a body of ten declared gigabytes is answered and not read through, whatever it is refused for', async () => {
  const fixture = await makeListeningFixture(8);
  const expectRefused = async (head: string, status: number): Promise<void> => {
    const upload = await openUpload(fixture, fixture.student, fixture.url('uploadWeek'), {
      'content-length': String(10 * 1024 * megabyte),
    });
    await upload.write(head);
    // Past the limit, the slack, and what the kernel's buffers of both sides hold.
    expect(await streamBytes(upload, 40)).toBeLessThan(40);
    expect([head, (await upload.answer).status]).toEqual([head, status]);
    await upload.closed;
  };
  const first = textPart('selectedWeek', '1');
  await Promise.all([
    expectRefused(textPart('selectedWeek', '9') + partHead('files', 'x'), 400),
    expectRefused(textPart('selectedWeek', '2') + partHead('files', 'x'), 403),
    expectRefused(first + partHead('files', 'x'), 413),
    expectRefused(partHead('files', 'x'), 413),
    expectRefused(first + partHead('unknown'), 413),
    expectRefused(first + partHead('comments'), 413),
    expectRefused(first + partHead('other', 'x'), 413),
    expectRefused(first + partHead('files', ''), 413),
  ]);
  expect(fixture.staged()).toEqual([]);
  expect(await fixture.rows()).toEqual([]);
});

test('a body without a declared length is not read on for ever either, also when its sender may not submit', async () => {
  const fixture = await makeListeningFixture(null);
  const expectRefused = async (path: string, status: number): Promise<void> => {
    const upload = await openUpload(fixture, fixture.student, path, { 'transfer-encoding': 'chunked' });
    expect(await streamBytes(upload, 40)).toBeLessThan(40);
    expect((await upload.answer).status).toBe(status);
    await upload.closed;
  };
  await Promise.all([
    expectRefused(fixture.url('uploadWeek'), 409),
    expectRefused('/api/students/uploadWeek/other@example.test', 403),
    expectRefused('/api/auth/logout', 415),
  ]);
});

test('who sends everything before looking for the answer gets it, and the connection goes on', async () => {
  const fixture = await makeListeningFixture(8);
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const send = (cookie: string, head: string) =>
    new Promise<{ status: number | undefined; port: number | undefined }>((resolve, reject) => {
      const body = Buffer.concat([Buffer.from(head), Buffer.alloc(6 * megabyte)]);
      const sent = request(
        {
          agent,
          port: fixture.port,
          method: 'POST',
          path: fixture.url('uploadWeek'),
          headers: { 'content-type': formType, 'content-length': body.length, cookie },
        },
        (response) => {
          response.resume();
          response.once('end', () => {
            const answer = { status: response.statusCode, port: sent.socket?.localPort };
            // The rest of the body goes out after the answer came in.
            if (sent.writableFinished) resolve(answer);
            else sent.once('finish', () => resolve(answer));
          });
        },
      );
      sent.once('error', reject);
      sent.end(body);
    });
  const cookie = await cookieOf(fixture, fixture.student);
  const answers = [
    await send('', ''),
    await send(cookie, textPart('selectedWeek', '9') + partHead('files', 'x')),
    await send(cookie, textPart('selectedWeek', '1') + partHead('files', 'x')),
    await send('', ''),
  ];
  agent.destroy();
  expect(answers.map(({ status }) => status)).toEqual([401, 400, 413, 401]);
  expect(new Set(answers.map(({ port }) => port)).size).toBe(1);
});

const oneSlot = { uploadConcurrency: { maxConcurrent: 1, maxQueued: 1, maxWaitMs: 20_000 } };
const submit = (fixture: StudentFixture, n = '1') =>
  fixture.client.form(fixture.url('uploadWeek'), [week(n), comments('x')]);

/** Takes a slot, as another request would. */
const takeSlot = ({ context }: StudentFixture) => context.uploadLimiter.acquire(new PassThrough());
const expectQueued = ({ context }: StudentFixture, count: number) =>
  eventually(() => expect(context.uploadLimiter.queued()).toBe(count));

test('when all slots are taken a submission waits for the next one, and goes through', async () => {
  const fixture = await makeStudentFixture(8, oneSlot);
  const release = await takeSlot(fixture);
  const answer = submit(fixture);
  await expectQueued(fixture, 1);
  expect(await fixture.rows()).toEqual([]);
  release();
  expect((await answer).status).toBe(201);
});

test('when the queue is full too the answer is 503 with Retry-After, until somebody in it goes away', async () => {
  const fixture = await makeStudentFixture(8, oneSlot);
  const release = await takeSlot(fixture);
  const queued = new PassThrough();
  const waiting = fixture.context.uploadLimiter.acquire(queued);
  waiting.catch(() => {});
  const refused = await submit(fixture);
  expect(refused).toMatchObject({ status: 503, body: { code: 'busy' } });
  expect(refused.body.message).toMatch(/^Very many people are submitting right now/);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  queued.destroy();
  await expect(waiting).rejects.toBeInstanceOf(LimiterFull);
  const answer = submit(fixture);
  // It waits in place of the one who is gone.
  await expectQueued(fixture, 1);
  release();
  expect((await answer).status).toBe(201);
});

test('a queue that does not move answers 503 with Retry-After', async () => {
  const fixture = await makeStudentFixture(8, {
    uploadConcurrency: { ...oneSlot.uploadConcurrency, maxWaitMs: 20 },
  });
  await takeSlot(fixture);
  const refused = await submit(fixture);
  expect(refused).toMatchObject({ status: 503, body: { code: 'busy' } });
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
});

test('every end of a submission releases its slot', async () => {
  const fixture = await makeListeningFixture(8, { ...oneMegabyte, ...oneSlot });
  for (const status of [201, 201]) expect((await submit(fixture)).status).toBe(status);
  for (const status of [400, 400]) expect((await submit(fixture, '7')).status).toBe(status);
  const upload = await openUpload(fixture, fixture.student, fixture.url('uploadWeek'));
  await upload.write(partHead('files', 'half.bin'));
  await upload.write('half of it, and then nothing more for a long while');
  await eventually(() => expect(fixture.staged()).toHaveLength(1));
  const waiting = submit(fixture);
  await expectQueued(fixture, 1);
  expect(await fixture.rows()).toHaveLength(2);
  upload.abort();
  expect((await waiting).status).toBe(201);
});

test('a slow upload arrives whole', async () => {
  const fixture = await makeListeningFixture(8);
  const upload = await openUpload(fixture, fixture.student, fixture.url('uploadWeek'));
  await upload.write(textPart('selectedWeek', '1') + partHead('files', 'slow.txt'));
  const stagedBytes = () =>
    fixture.staged().map((name) => statSync(path.join(fixture.dataDir, 'files', 'staging', name)).size);
  for (const [n, letter] of [...'slowly'].entries()) {
    await upload.write(letter);
    await eventually(() => expect(stagedBytes()).toEqual([n + 1]));
  }
  upload.end(formEnd);
  expect(await upload.answer).toMatchObject({ status: 201, body: { receipt: { file: { bytes: 6 } } } });
});
