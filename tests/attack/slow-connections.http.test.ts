import { once } from 'node:events';
import { existsSync, readdirSync, readlinkSync } from 'node:fs';
import { request, type ClientRequest, type IncomingMessage } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { eventually } from '#support/eventually';
import { buildSelection, buildStudent } from '#support/factories';
import { cookieOf, listen, openUpload, partHead, textPart } from '#support/open-upload';
import { comments, dayMs, makeStudentFixture, week, type StudentFixture } from '#support/student-fixture';
import { begin, idOf, uploadAddress } from '#support/tus';
import { bodyLimits } from '#server/platform/http/slow-bodies';
import { uploadConcurrency } from '#server/platform/open-context';

/** What somebody gains who opens many connections and sends next to nothing. */

type Options = NonNullable<Parameters<typeof makeStudentFixture>[1]>;
const patient = { longestMs: 60_000, leastRate: 0, leastOverMs: 60_000, yieldRate: 0, measureMs: 60_000 };
const slots = { maxConcurrent: 4, maxOfAccount: 2, maxQueued: 10, maxQueuedOfAccount: 2, maxWaitMs: 20_000 };

/** A portal that listens, an attacker among its students, and somebody who wants to hand in. */
async function makePortal(options: Options) {
  const fixture = await makeStudentFixture(8, options);
  const port = await listen(fixture);
  const attacker = await buildStudent(fixture.context, { batch_id: fixture.student.batch_id });
  const started_at = fixture.clock.now() - 8 * dayMs;
  await buildSelection(fixture.context, { account_id: attacker.id, started_at });
  const portal = { ...fixture, port };
  /** Sends the beginning of a file, and then nothing. */
  const openSlowly = async (account: { id: number; email: string } = attacker) => {
    const upload = await openUpload(portal, account, `/api/students/uploadWeek/${account.email}`);
    await upload.write(`${textPart('selectedWeek', '1')}${partHead('files', 'slow.bin')}x`);
    return upload;
  };
  const handIn = () => fixture.client.form(fixture.url('uploadWeek'), [week('1'), comments('x')]);
  return { ...portal, attacker, openSlowly, handIn };
}

const counts = ({ context: { uploadLimiter } }: StudentFixture) => [
  uploadLimiter.running(),
  uploadLimiter.queued(),
];

test('every place for hand-ins: one account has its share, its next ones wait, and more are refused', async () => {
  const portal = await makePortal({ uploadConcurrency: slots });
  for (let n = 0; n < 4; n++) await portal.openSlowly();
  await eventually(() => expect(counts(portal)).toEqual([2, 2]));
  const refused = await portal.openSlowly();
  expect(await refused.answer).toMatchObject({ status: 429, body: { code: 'too_many' } });
  expect(Number((await refused.answer).headers['retry-after'])).toBeGreaterThan(0);
  expect((await portal.handIn()).status).toBe(201);
});

test('the processor’s time, by hand-ins that are refused and come again at once', async () => {
  const portal = await makePortal({ uploadConcurrency: slots });
  for (let n = 0; n < 4; n++) await portal.openSlowly();
  await eventually(() => expect(counts(portal)).toEqual([2, 2]));
  const startedAt = performance.now();
  const refuse = async () => {
    const { answer } = await portal.openSlowly();
    expect(await answer).toMatchObject({ status: 429 });
    return performance.now() - startedAt;
  };
  const waited = await Promise.all(Array.from({ length: 40 }, refuse));
  // Sixteen of an account are refused at once, and as many a second after that.
  expect(waited.filter((ms) => ms < 1_000).length).toBeLessThanOrEqual(32);
});

test('every place for hand-ins, by many accounts: the slow give way to whoever waits, and nothing of theirs stays', async () => {
  const portal = await makePortal({
    uploadConcurrency: {
      ...slots,
      maxConcurrent: 1,
      pace: { ...patient, yieldRate: 1_000, measureMs: 40, sweepMs: 20 },
    },
  });
  const slow = await portal.openSlowly();
  await eventually(() => expect(portal.staged()).toHaveLength(1));
  expect((await portal.handIn()).status).toBe(201);
  expect(await slow.answer).toMatchObject({ status: 503, body: { code: 'busy' } });
  expect(portal.staged(), 'though the connection is open still').toEqual([]);
  expect(await portal.rows()).toHaveLength(1);
});

test('an account’s own slow connections do not keep it from its next hand-in', async () => {
  const pace = { ...patient, yieldRate: 1_000, measureMs: 40, sweepMs: 20 };
  const portal = await makePortal({ uploadConcurrency: { ...slots, maxOfAccount: 1, pace } });
  const slow = await portal.openSlowly(portal.student);
  await eventually(() => expect(portal.staged()).toHaveLength(1));
  expect((await portal.handIn()).status).toBe(201);
  expect((await slow.answer).status).toBe(503);
});

test('a place for as long as one likes: bytes must come, and come to an end', async () => {
  for (const pace of [
    { ...patient, leastRate: 1_000, leastOverMs: 40, sweepMs: 20 },
    { ...patient, longestMs: 40, sweepMs: 20 },
  ]) {
    const portal = await makePortal({ uploadConcurrency: { ...slots, pace } });
    const slow = await portal.openSlowly();
    const answer = await slow.answer;
    expect(answer).toMatchObject({ status: 408, body: { code: 'too_slow' } });
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    await eventually(() => expect(portal.staged()).toEqual([]));
    expect(counts(portal)).toEqual([0, 0]);
  }
});

test('a place by an upload that goes on and on: it counts like a form', async () => {
  const portal = await makePortal({
    uploadConcurrency: {
      ...slots,
      maxConcurrent: 1,
      pace: { ...patient, yieldRate: 1_000, measureMs: 40, sweepMs: 20 },
    },
  });
  const client = await portal.as(portal.attacker);
  const id = idOf(await begin(client, { length: 1_000_000 }));
  const patching = await openPatch(portal, id);
  await eventually(() => expect(counts(portal)).toEqual([1, 0]));
  expect((await portal.handIn()).status).toBe(201);
  expect((await patching.answer).statusCode).toBe(503);
});

test('the disk, by uploads that were pushed out and whose connections stay open', async () => {
  const portal = await makePortal({});
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

test('connections without an account: the body of a login must come, and not from everywhere at once', async () => {
  const portal = await makePortal({ app: { bodies: { ...bodyLimits, longestMs: 60, sweepMs: 20 } } });
  const slow = openLogin(portal.port);
  const [answer] = (await once(slow, 'response')) as [IncomingMessage];
  expect([answer.statusCode, answer.headers.connection]).toEqual([408, 'close']);
  answer.resume();
  await once(slow, 'close');
});

test('connections without an account: one network keeps so many and no more', async () => {
  const limits = { ...bodyLimits, longestMs: 60_000, maxOfNetwork: 2, sweepMs: 20 };
  const portal = await makePortal({ app: { bodies: limits } });
  const opened = Array.from({ length: 5 }, () => openLogin(portal.port));
  const ended: number[] = [];
  for (const slow of opened)
    slow.once('response', (answer) => void ended.push(answer.resume().statusCode as number));
  await eventually(() => expect(ended).toEqual([408, 408, 408]));
  const { body } = await portal.nobody.post('/api/auth/login', { email: 'x@example.test', password: 'x' });
  expect(body.code, 'others log in').toBe('invalid_credentials');
  expect(ended).toHaveLength(3);
});

test('a connection by what was refused: the rest of a body is not read for ever', async () => {
  const limits = { ...bodyLimits, restLongestMs: 60, sweepMs: 20 };
  const portal = await makePortal({ app: { bodies: limits } });
  const refused = openLogin(portal.port, { 'sec-fetch-site': 'cross-site' });
  const [answer] = (await once(refused, 'response')) as [IncomingMessage];
  expect(answer.statusCode).toBe(403);
  answer.resume();
  await once(refused, 'close');
});

test('a second version by sending one request a hundred times at once', async () => {
  const fixture = await makeStudentFixture(8, { uploadConcurrency });
  const send = () =>
    fixture.client.form(fixture.url('uploadWeek'), [week('1'), comments('x')], { 'idempotency-key': 'k' });
  const answers = await Promise.all(Array.from({ length: 100 }, send));
  const statuses = new Set(answers.map(({ status }) => status));
  expect(statuses.has(201)).toBe(true);
  expect([...statuses].filter((status) => ![201, 409].includes(status))).toEqual([]);
  expect(await fixture.rows()).toHaveLength(1);
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

/** Announces a login of 240 KB, and sends one byte. */
function openLogin(port: number, more: Record<string, string> = {}): ClientRequest {
  const headers = { 'content-type': 'application/json', 'content-length': '240000', ...more };
  const sent = request({ port, host: '127.0.0.1', method: 'POST', path: '/api/auth/login', headers });
  sent.on('error', () => {});
  onTestFinished(() => void sent.destroy());
  sent.write('{');
  return sent;
}
