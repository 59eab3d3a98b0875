import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { expect, test, vi } from 'vitest';
import { makeBucketStudentFixture } from '#support/bucket-student-fixture';
import { comments, file, week } from '#support/student-fixture';
import { expectHttpError } from '#support/expect-http-error';
import { formEnd, listen, openUpload, partHead, textPart } from '#support/open-upload';
import type { TestS3 } from '#support/s3';
import { uploadsOnDisk, uploadWhole } from '#support/tus';

/** Hand-ins with a bucket in place of the folder: what differs, and what a bucket's faults do. */
const megabyte = 1024 * 1024;
type Desk = Awaited<ReturnType<typeof makeBucketStudentFixture>>;

const handIn = (desk: Desk, bytes: string | Buffer, key = 'k') =>
  desk.client.form(desk.url('uploadWeek'), [week('1'), file(bytes)], { 'idempotency-key': key });

async function expectNothingKept(desk: Desk): Promise<void> {
  expect(await desk.rows()).toEqual([]);
  expect(desk.staged()).toEqual([]);
  expect(desk.kept()).toEqual([]);
  expect(desk.s3.unfinished()).toEqual([]);
  const claims = await desk.context.database.reader.selectFrom('idempotency_locks').selectAll().execute();
  expect(claims).toEqual([]);
}

const isUpload = ({ method, url }: IncomingMessage): boolean =>
  method === 'PUT' || (method === 'POST' && url !== undefined && url.includes('upload'));

test('a hand-in comes back whole and in part', async () => {
  const desk = await makeBucketStudentFixture();
  const { receipt } = (await handIn(desk, 'hello world')).body;
  const whole = await desk.client.get(`/api/files/${receipt.file.id}`);
  expect([whole.status, whole.body]).toEqual([200, 'hello world']);
  const part = await desk.client.get(`/api/files/${receipt.file.id}`, { range: 'bytes=6-8' });
  expect([part.status, part.body, part.headers['content-range']]).toEqual([206, 'wor', 'bytes 6-8/11']);
  expect(desk.staged()).toEqual([]);
});

test('a finished upload is handed in to the bucket too', async () => {
  const desk = await makeBucketStudentFixture();
  const id = await uploadWhole(desk.client, 'hello world');
  const answer = await desk.client.form(desk.url('uploadWeek'), [week('1'), ['upload', id]]);
  expect(answer).toMatchObject({ status: 201, body: { receipt: { file: { bytes: 11 } } } });
  expect((await desk.client.get(`/api/files/${answer.body.receipt.file.id}`)).body).toBe('hello world');
  expect([desk.staged(), uploadsOnDisk(desk)]).toEqual([[], []]);
});

test('a large file goes up in parts, and equal bytes do not go up again', async () => {
  const desk = await makeBucketStudentFixture();
  const bytes = randomBytes(12 * megabyte);
  const first = await handIn(desk, bytes);
  expect(first.status).toBe(201);
  expect(desk.s3.answered.filter((kind) => kind === 'UploadPart')).toHaveLength(3);
  expect(desk.s3.answered).toContain('CompleteMultipartUpload');
  expect(desk.s3.unfinished()).toEqual([]);
  desk.s3.answered.length = 0;
  expect((await handIn(desk, bytes, 'another')).body.receipt.file.sha256).toBe(
    first.body.receipt.file.sha256,
  );
  expect(desk.s3.answered.filter((kind) => /^(Put|Upload|Create|Complete)/.test(kind))).toEqual([]);
  expect(desk.kept()).toHaveLength(1);
});

test.each([
  ['one object', 'small'],
  ['an object in parts', randomBytes(6 * megabyte)],
])('%s is complete before the row, and the row before the answer', async (_, bytes) => {
  const desk = await makeBucketStudentFixture();
  const { answered } = desk.s3;
  const transact = desk.context.database.groupCommitTransaction;
  desk.context.database.groupCommitTransaction = async (change) => {
    const done = await transact(change);
    answered.push('row committed');
    return done;
  };
  expect((await handIn(desk, bytes)).status).toBe(201);
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

test.each(faults)(
  'a bucket %s is a 503 that says when to come back; the next hand-in succeeds',
  async (_, fault) => {
    const desk = await makeBucketStudentFixture();
    desk.s3.intercept = fault;
    const refused = await handIn(desk, 'work');
    expectHttpError(refused, 503, 'busy', 'the bucket');
    expect(refused.body.message).toMatch(/does not answer just now/);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    desk.s3.intercept = () => false;
    await expectNothingKept(desk);
    expect((await handIn(desk, 'work')).status).toBe(201);
  },
);

test('an upload that fails in the middle is aborted', async () => {
  const desk = await makeBucketStudentFixture();
  const fail = refuse(500, 'InternalError');
  desk.s3.intercept = (request, response) =>
    request.url?.includes('partNumber=2') === true && fail(request, response);
  expectHttpError(await handIn(desk, randomBytes(12 * megabyte)), 503, 'busy', 'the bucket');
  expect(desk.s3.answered).toContain('AbortMultipartUpload');
  await expectNothingKept(desk);
});

test('a bucket that is out of reach makes a file wait, a lost object does not look like that', async () => {
  const desk = await makeBucketStudentFixture();
  const { file } = (await handIn(desk, 'work')).body.receipt;
  desk.s3.intercept = (request) => (request.socket.destroy(), true);
  const refused = await desk.client.get(`/api/files/${file.id}`);
  expectHttpError(refused, 503, 'busy', 'the bucket');
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  desk.s3.intercept = () => false;
  expect((await desk.client.get(`/api/files/${file.id}`)).body).toBe('work');
});

test('a client that goes away in the middle leaves nothing, in the bucket neither', async () => {
  const desk = await makeBucketStudentFixture();
  const port = await listen(desk);
  const upload = await openUpload({ ...desk, port }, desk.student, desk.url('uploadWeek'));
  await upload.write(textPart('selectedWeek', '1') + partHead('files', 'half.bin'));
  await upload.write(Buffer.alloc(6 * megabyte));
  await vi.waitFor(() => expect(desk.staged()).toHaveLength(1));
  upload.abort();
  await vi.waitFor(() => expect(desk.staged()).toEqual([]));
  await expectNothingKept(desk);
  expect(desk.s3.answered.filter((kind) => kind !== 'HeadBucket')).toEqual([]);
});

test('of what is refused nothing reaches the bucket', async () => {
  const desk = await makeBucketStudentFixture({ settings: { maxUploadBytes: megabyte } });
  expect((await handIn(desk, '')).status).toBe(400);
  expect((await handIn(desk, Buffer.alloc(megabyte + 1))).status).toBe(413);
  expect((await desk.client.form(desk.url('uploadWeek'), [file('x'), week('2')])).status).toBe(403);
  await expectNothingKept(desk);
  expect((await desk.client.form(desk.url('uploadWeek'), [week('1'), comments('no file')])).status).toBe(201);
  expect(desk.s3.answered.filter((kind) => kind !== 'HeadBucket')).toEqual([]);
});

test('memory stays flat while many files arrive slowly', async () => {
  const desk = await makeBucketStudentFixture();
  const port = await listen(desk);
  const before = process.memoryUsage().rss;
  const uploads = await Promise.all(
    Array.from({ length: 20 }, () => openUpload({ ...desk, port }, desk.student, desk.url('uploadWeek'))),
  );
  const chunk = Buffer.alloc(megabyte, 'x');
  await Promise.all(
    uploads.map(async (upload, i) => {
      await upload.write(textPart('selectedWeek', '1') + partHead('files', 'large.bin') + String(i));
      for (let sent = 0; sent < 8; sent++) await upload.write(chunk);
    }),
  );
  // 160 MB have arrived, and each is short of its end.
  expect((process.memoryUsage().rss - before) / megabyte).toBeLessThan(100);
  for (const upload of uploads) upload.end(formEnd);
  for (const upload of uploads) expect((await upload.answer).status).toBe(201);
  expect(desk.kept()).toHaveLength(20);
}, 60_000);
