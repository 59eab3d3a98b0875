import { randomBytes } from 'node:crypto';
import { utimesSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { eventually } from '#support/eventually';
import { makeBucketStudentFixture } from '#support/bucket-student-fixture';
import { buildSelection, buildStudent } from '#support/factories';
import { comments, dayMs, file, week } from '#support/student-fixture';
import { expectHttpError } from '#support/expect-http-error';
import { formEnd, listen, openUpload, partHead, textPart } from '#support/open-upload';
import type { TestS3 } from '#support/s3';
import { uploadsOnDisk, uploadWhole } from '#support/tus';

/** Submissions with a bucket in place of the folder: what differs, and what a bucket's faults do. */
const megabyte = 1024 * 1024;
type Fixture = Awaited<ReturnType<typeof makeBucketStudentFixture>>;

const submit = (fixture: Fixture, bytes: string | Buffer, key = 'k') =>
  fixture.client.form(fixture.url('uploadWeek'), [week('1'), file(bytes)], { 'idempotency-key': key });

async function expectNothingKept(fixture: Fixture): Promise<void> {
  expect(await fixture.rows()).toEqual([]);
  expect(fixture.staged()).toEqual([]);
  expect(fixture.kept()).toEqual([]);
  expect(fixture.s3.unfinished()).toEqual([]);
  const locks = await fixture.context.database.reader.selectFrom('idempotency_locks').selectAll().execute();
  expect(locks).toEqual([]);
}

const isUpload = ({ method, url }: IncomingMessage): boolean =>
  method === 'PUT' || (method === 'POST' && url !== undefined && url.includes('upload'));

test('a submission can be read whole and in part', async () => {
  const fixture = await makeBucketStudentFixture();
  const { receipt } = (await submit(fixture, 'hello world')).body;
  const whole = await fixture.client.get(`/api/files/${receipt.file.id}`);
  expect([whole.status, whole.body]).toEqual([200, 'hello world']);
  const part = await fixture.client.get(`/api/files/${receipt.file.id}`, { range: 'bytes=6-8' });
  expect([part.status, part.body, part.headers['content-range']]).toEqual([206, 'wor', 'bytes 6-8/11']);
  expect(fixture.staged()).toEqual([]);
});

test('a finished upload is submitted to the bucket too', async () => {
  const fixture = await makeBucketStudentFixture();
  const id = await uploadWhole(fixture.client, 'hello world');
  const answer = await fixture.client.form(fixture.url('uploadWeek'), [week('1'), ['upload', id]]);
  expect(answer).toMatchObject({ status: 201, body: { receipt: { file: { bytes: 11 } } } });
  expect((await fixture.client.get(`/api/files/${answer.body.receipt.file.id}`)).body).toBe('hello world');
  expect([fixture.staged(), uploadsOnDisk(fixture)]).toEqual([[], []]);
});

test('a large file goes up in parts, and equal bytes do not go up again', async () => {
  const fixture = await makeBucketStudentFixture();
  const bytes = randomBytes(12 * megabyte);
  const first = await submit(fixture, bytes);
  expect(first.status).toBe(201);
  expect(fixture.s3.answered.filter((kind) => kind === 'UploadPart')).toHaveLength(3);
  expect(fixture.s3.answered).toContain('CompleteMultipartUpload');
  expect(fixture.s3.unfinished()).toEqual([]);
  fixture.s3.answered.length = 0;
  expect((await submit(fixture, bytes, 'another')).body.receipt.file.sha256).toBe(
    first.body.receipt.file.sha256,
  );
  expect(fixture.s3.answered.filter((kind) => /^(Put|Upload|Create|Complete)/.test(kind))).toEqual([]);
  expect(fixture.kept()).toHaveLength(1);

  // Older ones may be on their way out with somebody else's data.
  const tenMinutesAgo = Date.now() / 1000 - 600;
  utimesSync(fixture.s3.pathOf(first.body.receipt.file.sha256), tenMinutesAgo, tenMinutesAgo);
  await submit(fixture, bytes, 'a third');
  expect(fixture.s3.answered).toContain('CompleteMultipartUpload');
});

test.each([
  ['one object', 'small'],
  ['an object in parts', randomBytes(6 * megabyte)],
])('%s is complete before the row, and the row before the answer', async (_, bytes) => {
  const fixture = await makeBucketStudentFixture();
  const { answered } = fixture.s3;
  const transact = fixture.context.database.groupCommitTransaction;
  fixture.context.database.groupCommitTransaction = async (change) => {
    const done = await transact(change);
    answered.push('row committed');
    return done;
  };
  expect((await submit(fixture, bytes)).status).toBe(201);
  answered.push('201');
  const order = answered.filter((kind) => /^(PutObject|CompleteMultipartUpload|row|201)/.test(kind));
  expect(order).toEqual([
    typeof bytes === 'string' ? 'PutObject' : 'CompleteMultipartUpload',
    'row committed',
    '201',
  ]);
});

const refuse =
  (status: number, code: string): TestS3['intercept'] =>
  (request, response) => {
    request.resume();
    response.writeHead(status, { 'content-type': 'application/xml' });
    response.end(request.method === 'HEAD' ? '' : `<Error><Code>${code}</Code><Message>no</Message></Error>`);
    return true;
  };

/** What may be wrong with a bucket for a while. */
const faults: [string, TestS3['intercept']][] = [
  ['that cannot be reached', (request) => (request.socket.destroy(), true)],
  [
    'that is gone when bytes go up',
    (request, response) => isUpload(request) && refuse(404, 'NoSuchBucket')(request, response),
  ],
  ['that the portal may not write', refuse(403, 'AccessDenied')],
  ['that fails', refuse(500, 'InternalError')],
  ['that has too much to do', refuse(503, 'SlowDown')],
];

test.each(faults)('a bucket %s is a 503 with Retry-After; the next submission succeeds', async (_, fault) => {
  const fixture = await makeBucketStudentFixture();
  fixture.s3.intercept = fault;
  const refused = await submit(fixture, 'work');
  expectHttpError(refused, 503, 'busy', 'the bucket');
  expect(refused.body.message).toMatch(/file storage does not answer/);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  fixture.s3.intercept = () => false;
  await expectNothingKept(fixture);
  expect((await submit(fixture, 'work')).status).toBe(201);
});

test('an upload that fails in the middle is aborted', async () => {
  const fixture = await makeBucketStudentFixture();
  const fail = refuse(500, 'InternalError');
  fixture.s3.intercept = (request, response) =>
    request.url?.includes('partNumber=2') === true && fail(request, response);
  expectHttpError(await submit(fixture, randomBytes(12 * megabyte)), 503, 'busy', 'the bucket');
  expect(fixture.s3.answered).toContain('AbortMultipartUpload');
  await expectNothingKept(fixture);
});

test('a bucket that is out of reach makes a file wait, a lost object does not look like that', async () => {
  const fixture = await makeBucketStudentFixture();
  const { file } = (await submit(fixture, 'work')).body.receipt;
  fixture.s3.intercept = (request) => (request.socket.destroy(), true);
  const refused = await fixture.client.get(`/api/files/${file.id}`);
  expectHttpError(refused, 503, 'busy', 'the bucket');
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  fixture.s3.intercept = () => false;
  expect((await fixture.client.get(`/api/files/${file.id}`)).body).toBe('work');
});

test('a client that goes away in the middle leaves nothing, in the bucket neither', async () => {
  const fixture = await makeBucketStudentFixture();
  const port = await listen(fixture);
  const upload = await openUpload({ ...fixture, port }, fixture.student, fixture.url('uploadWeek'));
  await upload.write(textPart('selectedWeek', '1') + partHead('files', 'half.bin'));
  await upload.write(Buffer.alloc(6 * megabyte));
  await eventually(() => expect(fixture.staged()).toHaveLength(1));
  upload.abort();
  await eventually(() => expect(fixture.staged()).toEqual([]));
  await expectNothingKept(fixture);
  // The server looks at its start whether the bucket is there, and for what it may remove.
  expect(fixture.s3.answered.filter((kind) => !/^(HeadBucket|List\w+)$/.test(kind))).toEqual([]);
});

test('of what is refused nothing reaches the bucket', async () => {
  const fixture = await makeBucketStudentFixture({ settings: { maxUploadBytes: megabyte } });
  expect((await submit(fixture, '')).status).toBe(400);
  expect((await submit(fixture, Buffer.alloc(megabyte + 1))).status).toBe(413);
  expect((await fixture.client.form(fixture.url('uploadWeek'), [file('x'), week('2')])).status).toBe(403);
  await expectNothingKept(fixture);
  expect(
    (await fixture.client.form(fixture.url('uploadWeek'), [week('1'), comments('no file')])).status,
  ).toBe(201);
  expect(fixture.s3.answered.filter((kind) => kind !== 'HeadBucket')).toEqual([]);
});

test('files that arrive at the same time, and slowly, are all kept', async () => {
  const fixture = await makeBucketStudentFixture();
  const port = await listen(fixture);
  const open = async () => {
    const student = await buildStudent(fixture.context, { batch_id: fixture.student.batch_id });
    const started_at = fixture.clock.now() - 8 * dayMs;
    await buildSelection(fixture.context, { account_id: student.id, started_at });
    return openUpload({ ...fixture, port }, student, `/api/students/uploadWeek/${student.email}`);
  };
  const uploads = await Promise.all(Array.from({ length: 20 }, open));
  await Promise.all(
    uploads.map(async (upload, i) => {
      await upload.write(textPart('selectedWeek', '1') + partHead('files', 'large.bin') + String(i));
      await upload.write(Buffer.alloc(megabyte, 'x'));
    }),
  );
  // Each is short of its end.
  await eventually(() => expect(fixture.staged()).toHaveLength(20));
  for (const upload of uploads) upload.end(formEnd);
  for (const upload of uploads) expect((await upload.answer).status).toBe(201);
  expect(fixture.kept()).toHaveLength(20);
});

test('a bucket that fails or hangs degrades, and takes no machine out', async () => {
  const { s3, client } = await makeBucketStudentFixture();
  expect((await client.get('/api/ready')).body).toMatchObject({ status: 'ok', checks: { bucket: 'ok' } });
  expect(s3.answered).toContain('HeadBucket');
  const failing = await makeBucketStudentFixture();
  failing.s3.intercept = (_, response) => Boolean(response.writeHead(403).end());
  const hanging = await makeBucketStudentFixture();
  hanging.s3.intercept = () => true;
  for (const portal of [failing, hanging]) {
    expect(await portal.client.get('/api/ready')).toMatchObject({
      status: 200,
      body: { status: 'degraded', checks: { lifecycle: 'ok', bucket: 'failing' } },
    });
  }
});
