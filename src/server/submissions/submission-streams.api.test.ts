import { request, Agent, type IncomingMessage } from 'node:http';
import { PassThrough } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { comments, makeStudentFixture, week } from '#support/student-fixture';
import { engineName } from '#support/empty-database';
import { cookieOf, formEnd, formType, listen, openUpload, partHead, textPart } from '#support/open-upload';
import {
  acquireSubmissionSlot,
  maxConcurrentSubmissions,
  maxQueuedSubmissions,
} from './submission-limiter.ts';

const megabyte = 1024 * 1024;
const oneMegabyte = { settings: { maxUploadBytes: megabyte } };

async function makeOpenDesk(days: number | null, options = oneMegabyte) {
  const desk = await makeStudentFixture(days, options);
  return { ...desk, port: await listen(desk) };
}

test('a client that goes away in the middle leaves nothing', async () => {
  const desk = await makeOpenDesk(8);
  const upload = await openUpload(desk, desk.student, desk.url('uploadWeek'), { 'idempotency-key': 'k' });
  await upload.write(textPart('selectedWeek', '1') + partHead('files', 'half.bin'));
  await upload.write(Buffer.alloc(300_000));
  await vi.waitFor(() => expect(desk.staged()).toHaveLength(1));
  upload.abort();
  await vi.waitFor(() => expect(desk.staged()).toEqual([]));
  await vi.waitFor(async () =>
    expect(await desk.context.database.reader.selectFrom('idempotency_locks').selectAll().execute()).toEqual(
      [],
    ),
  );
  expect(await desk.rows()).toEqual([]);
  expect(desk.kept()).toEqual([]);
  const again = await desk.client.form(desk.url('uploadWeek'), [week('1'), comments('x')], {
    'idempotency-key': 'k',
  });
  expect(again.status).toBe(201);
});

/** Writes until the connection is gone; how many megabytes it took. */
async function pour(upload: Awaited<ReturnType<typeof openUpload>>, most: number): Promise<number> {
  const chunk = Buffer.alloc(megabyte);
  let poured = 0;
  while (poured < most && (await upload.write(chunk))) poured += 1;
  return poured;
}

test('a body of ten declared gigabytes is answered and not read through, whatever it is refused for', async () => {
  const desk = await makeOpenDesk(8);
  const expectRefused = async (head: string, status: number): Promise<void> => {
    const upload = await openUpload(desk, desk.student, desk.url('uploadWeek'), {
      'content-length': String(10 * 1024 * megabyte),
    });
    await upload.write(head);
    // Past the limit, the slack, and what the kernel's buffers of both sides hold.
    expect(await pour(upload, 40)).toBeLessThan(40);
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
  expect(desk.staged()).toEqual([]);
  expect(await desk.rows()).toEqual([]);
});

test('a body without a declared length is not read on for ever either, also when its sender may not hand in', async () => {
  const desk = await makeOpenDesk(null);
  const expectRefused = async (path: string, status: number): Promise<void> => {
    const upload = await openUpload(desk, desk.student, path, { 'transfer-encoding': 'chunked' });
    expect(await pour(upload, 40)).toBeLessThan(40);
    expect((await upload.answer).status).toBe(status);
    await upload.closed;
  };
  await Promise.all([
    expectRefused(desk.url('uploadWeek'), 409),
    expectRefused('/api/students/uploadWeek/other@example.test', 403),
    expectRefused('/api/auth/logout', 415),
  ]);
});

test('who sends everything before looking for the answer gets it, and the connection goes on', async () => {
  const desk = await makeOpenDesk(8);
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const send = (cookie: string, head: string) =>
    new Promise<{ status: number | undefined; port: number | undefined }>((resolve, reject) => {
      const body = Buffer.concat([Buffer.from(head), Buffer.alloc(6 * megabyte)]);
      const sent = request(
        {
          agent,
          port: desk.port,
          method: 'POST',
          path: desk.url('uploadWeek'),
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
  const cookie = await cookieOf(desk, desk.student);
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

const somebody = () => new PassThrough() as unknown as IncomingMessage;

/** Takes places until the test ends. */
async function fill(count: number): Promise<(() => void)[]> {
  const leave = await Promise.all(Array.from({ length: count }, () => acquireSubmissionSlot(somebody())));
  onTestFinished(() => leave.forEach((free) => free()));
  return leave;
}

/** Fills the line for a place, until the test ends. */
function fillLine(count: number): IncomingMessage[] {
  const waiting = Array.from({ length: count }, somebody);
  for (const request of waiting) {
    acquireSubmissionSlot(request).then(
      (leave) => leave(),
      () => {},
    );
  }
  onTestFinished(() => waiting.forEach((request) => request.destroy()));
  return waiting;
}

test('when all places are taken one waits for the next, and goes through', async () => {
  const desk = await makeStudentFixture(8);
  const [leave] = await fill(maxConcurrentSubmissions);
  const answer = desk.client.form(desk.url('uploadWeek'), [week('1'), comments('x')]);
  await sleep(100);
  expect(await desk.rows()).toEqual([]);
  leave?.();
  leave?.();
  expect((await answer).status).toBe(201);
});

test('when the line is full too the answer is 503 with a time to come back, until somebody in it goes away', async () => {
  const desk = await makeStudentFixture(8);
  const form = () => desk.client.form(desk.url('uploadWeek'), [week('1'), comments('x')]);
  const [leave] = await fill(maxConcurrentSubmissions);
  const [first] = fillLine(maxQueuedSubmissions);
  const refused = await form();
  expect(refused).toMatchObject({ status: 503, body: { code: 'busy' } });
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  first?.destroy();
  await sleep(10);
  const answer = form();
  // It waits in the place of the one who left.
  expect(await Promise.race([answer, sleep(200)])).toBeUndefined();
  leave?.();
  expect((await answer).status).toBe(201);
});

test('a line that does not move answers 503 after a while', async () => {
  await fill(maxConcurrentSubmissions);
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const waiting = acquireSubmissionSlot(somebody());
  vi.advanceTimersByTime(20_000);
  await expect(waiting).rejects.toMatchObject({ status: 503, retryAfter: expect.any(Number) });
});

test('every end of a hand-in gives its place back', async () => {
  const desk = await makeOpenDesk(8);
  await fill(maxConcurrentSubmissions - 1);
  const form = (n: string) => desk.client.form(desk.url('uploadWeek'), [week(n), comments('x')]);
  for (const status of [201, 201]) expect((await form('1')).status).toBe(status);
  for (const status of [400, 400]) expect((await form('7')).status).toBe(status);
  const upload = await openUpload(desk, desk.student, desk.url('uploadWeek'));
  await upload.write(partHead('files', 'half.bin'));
  await upload.write('half of it, and then nothing more for a long while');
  await vi.waitFor(() => expect(desk.staged()).toHaveLength(1));
  const waiting = form('1');
  await sleep(100);
  expect(await desk.rows()).toHaveLength(2);
  upload.abort();
  expect((await waiting).status).toBe(201);
});

test('a slow upload arrives whole', async () => {
  const desk = await makeOpenDesk(8);
  const upload = await openUpload(desk, desk.student, desk.url('uploadWeek'));
  await upload.write(textPart('selectedWeek', '1') + partHead('files', 'slow.txt'));
  for (const letter of 'slowly') {
    await upload.write(letter);
    await sleep(20);
  }
  upload.end(formEnd);
  expect(await upload.answer).toMatchObject({ status: 201, body: { receipt: { file: { bytes: 6 } } } });
});

test.runIf(engineName === 'sqlite')(
  'memory stays flat while 200 MB arrive',
  async () => {
    const desk = await makeOpenDesk(8, { settings: { maxUploadBytes: 256 * megabyte } });
    const upload = await openUpload(desk, desk.student, desk.url('uploadWeek'));
    await upload.write(textPart('selectedWeek', '1') + partHead('files', 'large.bin'));
    const before = process.memoryUsage().rss;
    let most = before;
    const chunk = Buffer.alloc(megabyte, 'x');
    for (let sent = 0; sent < 200; sent++) {
      await upload.write(chunk);
      most = Math.max(most, process.memoryUsage().rss);
    }
    upload.end(formEnd);
    expect(await upload.answer).toMatchObject({
      status: 201,
      body: { receipt: { file: { bytes: 200 * megabyte } } },
    });
    // What the collector leaves lying about, far below what has arrived.
    expect((most - before) / megabyte).toBeLessThan(100);
  },
  90_000,
);
