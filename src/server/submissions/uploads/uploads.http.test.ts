import { expect, test } from 'vitest';
import { buildApp } from '#server/app';
import { guardHeaders } from '#support/guard-headers';
import { dayMs, makeStudentFixture } from '#support/student-fixture';
import { buildSelection, buildStudent } from '#support/factories';
import { cookieOf } from '#support/open-upload';
import { begin, drop, head, idOf, patch, uploadsOnDisk } from '#support/tus';

test('an upload begins, goes on from where it stands, and says how far it is', async () => {
  const fixture = await makeStudentFixture(8);
  const begun = await begin(fixture.client, { length: 11 });
  expect(begun).toMatchObject({
    status: 201,
    body: '',
    headers: {
      location: expect.stringMatching(/^\/api\/uploads\/[0-9a-f]{32}$/),
      'tus-resumable': '1.0.0',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'cache-control': 'no-store',
    },
  });
  expect(begun.headers).not.toHaveProperty('access-control-allow-origin');
  const id = idOf(begun);
  expect(await patch(fixture.client, id, 'hello ')).toMatchObject({
    status: 204,
    headers: { 'upload-offset': '6' },
  });
  expect(await head(fixture.client, id)).toMatchObject({
    status: 200,
    headers: { 'upload-offset': '6', 'upload-length': '11', 'cache-control': 'no-store' },
  });
  expect(await patch(fixture.client, id, 'world', 6)).toMatchObject({ headers: { 'upload-offset': '11' } });
  expect(await fixture.rows()).toEqual([]);
});

test('what is spoken here is told to whoever asks, before anything is sent', async () => {
  const maxBytes = 5 * 1024 * 1024;
  const { nobody } = await makeStudentFixture(8, { settings: { maxUploadBytes: maxBytes } });
  // A browser's preflight from elsewhere learns no more than that, and is allowed nothing.
  const headers = { origin: 'https://evil.test', 'access-control-request-method': 'POST' };
  const answer = await nobody.send({ method: 'OPTIONS', url: '/api/uploads', headers });
  expect(answer).toMatchObject({
    status: 204,
    body: '',
    headers: {
      'tus-resumable': '1.0.0',
      'tus-version': '1.0.0',
      'tus-extension': 'creation,termination',
      'tus-max-size': String(maxBytes),
    },
  });
  expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
});

test('every answer of the protocol, refusals too, names its version and is no page', async () => {
  const fixture = await makeStudentFixture(8);
  const id = idOf(await begin(fixture.client));
  const answers = [
    await fixture.nobody.send({ method: 'OPTIONS', url: '/api/uploads' }),
    await begin(fixture.client),
    await head(fixture.client, id),
    await patch(fixture.client, id, 'he'),
    await patch(fixture.client, id, 'he'),
    await patch(fixture.client, id, 'llo', 2, { 'tus-resumable': '0.2.2' }),
    await head(fixture.nobody, id),
    await drop(fixture.client, id),
    await drop(fixture.client, id),
  ];
  expect(answers.map(({ status }) => status)).toEqual([204, 201, 200, 204, 409, 412, 401, 204, 404]);
  for (const { headers } of answers) {
    expect(headers).toMatchObject({ 'tus-resumable': '1.0.0', ...guardHeaders });
  }
  expect(answers[5]?.headers).toMatchObject({ 'tus-version': '1.0.0' });
});

test('bytes go on only from where the upload stands', async () => {
  const fixture = await makeStudentFixture(8);
  const id = idOf(await begin(fixture.client));
  await patch(fixture.client, id, 'he');
  for (const offset of [0, 1, 3]) {
    expect(await patch(fixture.client, id, 'llo', offset)).toMatchObject({
      status: 409,
      body: { code: 'conflict' },
    });
  }
  expect(await head(fixture.client, id)).toMatchObject({ headers: { 'upload-offset': '2' } });
});

test('an upload goes on after a restart', async () => {
  const fixture = await makeStudentFixture(8);
  const id = idOf(await begin(fixture.client));
  await patch(fixture.client, id, 'he');
  const restarted = await buildApp(fixture.context, { pages: null });
  const cookie = await cookieOf(fixture, fixture.student);
  const url = `/api/uploads/${id}`;
  const tus = { 'tus-resumable': '1.0.0', cookie };
  const stands = await restarted.inject({ method: 'HEAD', url, headers: tus });
  expect(stands.headers['upload-offset']).toBe('2');
  const rest = await restarted.inject({
    method: 'PATCH',
    url,
    headers: { ...tus, 'upload-offset': '2', 'content-type': 'application/offset+octet-stream' },
    payload: 'llo',
  });
  expect(rest.statusCode).toBe(204);
  await restarted.close();
});

test("another student's upload is nobody else's, whatever the verb", async () => {
  const fixture = await makeStudentFixture(8);
  const other = await buildStudent(fixture.context, { batch_id: fixture.student.batch_id });
  await buildSelection(fixture.context, {
    account_id: other.id,
    started_at: fixture.clock.now() - 8 * dayMs,
  });
  const client = await fixture.as(other);
  const id = idOf(await begin(fixture.client));
  for (const answer of [await head(client, id), await patch(client, id, 'hello'), await drop(client, id)]) {
    expect(answer.status).toBe(403);
  }
  expect((await head(fixture.nobody, id)).status).toBe(401);
  expect(await head(fixture.client, id)).toMatchObject({ status: 200, headers: { 'upload-offset': '0' } });
  expect((await head(fixture.client, 'f'.repeat(32))).status).toBe(404);
  expect((await head(fixture.client, '..%2Ffiles')).status).toBe(404);
});

test('only for a task that its student may submit now', async () => {
  const fixture = await makeStudentFixture(8);
  expect(await begin(fixture.client, { task: 'week-2' })).toMatchObject({
    status: 403,
    body: { code: 'not_open', message: expect.stringContaining('Week 2 is not open yet') },
  });
  for (const task of ['', 'week-5', 'Week-1', '__proto__']) {
    expect(await begin(fixture.client, { task })).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining('task in Upload-Metadata') },
    });
  }
  const early = await makeStudentFixture(null);
  expect((await begin(early.client)).status).toBe(409);
  expect(uploadsOnDisk(fixture)).toEqual([]);
});

test('the largest file is the limit, at the beginning and while bytes arrive', async () => {
  const maxBytes = 1024 * 1024;
  const fixture = await makeStudentFixture(8, { settings: { maxUploadBytes: maxBytes } });
  expect(await begin(fixture.client, { length: maxBytes + 1 })).toMatchObject({
    status: 413,
    body: { code: 'too_large', message: 'A file can have at most 1 MB.' },
  });
  expect((await begin(fixture.client, { length: '9'.repeat(15) })).status).toBe(413);
  expect((await begin(fixture.client, { length: maxBytes })).status).toBe(201);

  const id = idOf(await begin(fixture.client, { length: 5 }));
  expect(await patch(fixture.client, id, 'x'.repeat(100))).toMatchObject({
    status: 413,
    body: { code: 'too_large' },
  });
  const { headers } = await head(fixture.client, id);
  expect(Number(headers['upload-offset'])).toBeLessThanOrEqual(5);
});

test('a length that is none, and an empty file, are refused', async () => {
  const fixture = await makeStudentFixture(8);
  for (const length of ['-1', 'five', '', '1.5', '1e3', '9'.repeat(16)]) {
    expect(await begin(fixture.client, { length })).toMatchObject({
      status: 400,
      body: { message: 'Upload-Length must be the number of bytes of the file.' },
    });
  }
  expect(await begin(fixture.client, { length: 0 })).toMatchObject({
    status: 400,
    body: { message: 'The file is empty. Please choose another one.' },
  });
});

test('another version of the protocol and other types are refused', async () => {
  const fixture = await makeStudentFixture(8);
  const id = idOf(await begin(fixture.client));
  expect(await patch(fixture.client, id, 'hello', 0, { 'tus-resumable': '0.2.2' })).toMatchObject({
    status: 412,
    body: { message: 'Tus-Resumable must be 1.0.0.' },
  });
  const typed = { 'content-type': 'application/json' };
  expect((await patch(fixture.client, id, '"hello"', 0, typed)).status).toBe(415);
  // Of the protocol, but not of what is offered.
  expect((await patch(fixture.client, id, 'hello', 0, { 'upload-length': '5' })).status).toBe(400);
  const begun = { 'tus-resumable': '1.0.0', 'upload-length': '5', 'upload-metadata': 'task d2Vlay0x' };
  expect((await fixture.client.post('/api/uploads', {}, begun)).status).toBe(415);
  expect((await patch(fixture.client, id, 'hello', 0, { origin: 'https://evil.test' })).status).toBe(403);
  expect(await head(fixture.client, id)).toMatchObject({ headers: { 'upload-offset': '0' } });
});

test('a cancelled upload is gone, bytes and all', async () => {
  const fixture = await makeStudentFixture(8);
  const id = idOf(await begin(fixture.client));
  expect(uploadsOnDisk(fixture)).toEqual([id]);
  expect((await drop(fixture.client, id)).status).toBe(204);
  expect(uploadsOnDisk(fixture)).toEqual([]);
  expect((await head(fixture.client, id)).status).toBe(404);
});

test('of more than ten unfinished uploads the oldest give way', async () => {
  const fixture = await makeStudentFixture(8);
  const ids: string[] = [];
  for (let i = 0; i < 10 + 2; i++) {
    ids.push(idOf(await begin(fixture.client)));
    fixture.clock.advance(1);
  }
  expect(uploadsOnDisk(fixture).toSorted()).toEqual(ids.slice(2).toSorted());
  const rows = await fixture.context.database.reader.selectFrom('uploads').select('id').execute();
  expect(rows.map(({ id }) => id).toSorted()).toEqual(ids.slice(2).toSorted());
  expect((await head(fixture.client, ids[1] as string)).status).toBe(404);
  expect((await head(fixture.client, ids[2] as string)).status).toBe(200);
});
