import { rmSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test, vi } from 'vitest';
import { escapeHtml } from '#contract/escape-html';
import { file, makeStudentFixture, readersOf, week, type StudentFixture } from '#support/student-fixture';
import { cookieOf } from '#support/open-upload';
import { makePreviewFixture } from '#support/preview-fixture';

const page = '<script>alert(document.cookie)</script>';

async function submitFile(fixture: StudentFixture, bytes: string | Buffer = page, name = 'എന്റെ "page".html') {
  const { body } = await fixture.client.form(fixture.url('uploadWeek'), [week('1'), file(bytes, name)]);
  return body.receipt as { number: string; file: { id: string; sha256: string } };
}

test('the bytes are sent as an attachment that no browser runs', async () => {
  const fixture = await makeStudentFixture(8);
  const { file: submission } = await submitFile(fixture, page, 'എന്റെ page.html');
  const answer = await fixture.client.get(`/api/files/${submission.id}`);
  expect(answer).toMatchObject({ status: 200, body: page });
  expect(answer.headers).toMatchObject({
    'content-type': 'application/octet-stream',
    'content-length': String(page.length),
    'content-disposition': `attachment; filename="___ page.html"; filename*=UTF-8''${encodeURIComponent('എന്റെ page.html')}`,
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, no-store',
    'accept-ranges': 'bytes',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  });
});

test.each([
  ['a text', 'x'.repeat(5_000)],
  ['a file that is compressed already', gzipSync('x'.repeat(5_000))],
  ['a file that looks like that', Buffer.from('789c0102030405060708090a', 'hex')],
])('%s comes back byte by byte to whoever takes compressed answers', async (_, bytes) => {
  const fixture = await makeStudentFixture(8);
  const { file: submission } = await submitFile(fixture, bytes, 'work.bin');
  const answer = await fixture.app.inject({
    url: `/api/files/${submission.id}`,
    headers: { 'accept-encoding': 'gzip, deflate, br', cookie: await cookieOf(fixture, fixture.student) },
  });
  expect(answer.headers['content-encoding']).toBeUndefined();
  expect(answer.headers['content-length']).toBe(String(bytes.length));
  expect(answer.rawPayload).toEqual(Buffer.from(bytes));
});

test('parts are sent on request', async () => {
  const fixture = await makeStudentFixture(8);
  const { file: submission } = await submitFile(fixture, '0123456789', 'ten.txt');
  const get = (headers: Record<string, string>) => fixture.client.get(`/api/files/${submission.id}`, headers);
  const part = await get({ range: 'bytes=2-4' });
  expect(part).toMatchObject({
    status: 206,
    body: '234',
    headers: { 'content-range': 'bytes 2-4/10', 'content-length': '3', 'x-content-type-options': 'nosniff' },
  });
  expect(await get({ range: 'bytes=-3' })).toMatchObject({ status: 206, body: '789' });
  expect(await get({ range: 'bytes=7-' })).toMatchObject({ status: 206, body: '789' });
  const beyond = await get({ range: 'bytes=10-' });
  expect(beyond).toMatchObject({
    status: 416,
    body: { code: 'range_not_satisfiable' },
    headers: { 'content-range': 'bytes */10' },
  });
  expect(await get({ range: 'bytes=0-1,3-4' })).toMatchObject({ status: 200, body: '0123456789' });
  const tag = String(part.headers.etag);
  expect(await get({ range: 'bytes=2-4', 'if-range': tag })).toMatchObject({ status: 206 });
  expect(await get({ range: 'bytes=2-4', 'if-range': '"another"' })).toMatchObject({ status: 200 });
});

test('only its owner, the own mentors and administrators read a file; an unknown one is 404', async () => {
  const fixture = await makeStudentFixture(8);
  const { file: submission } = await submitFile(fixture);
  const { statuses } = await readersOf(fixture);
  expect((await fixture.nobody.get(`/api/files/${submission.id}`)).status).toBe(401);
  expect((await fixture.nobody.get('/api/files/unknown')).status).toBe(401);
  for (const [person, status] of statuses) {
    const client = await fixture.as(person);
    expect([person.name, (await client.get(`/api/files/${submission.id}`)).status]).toEqual([
      person.name,
      status,
    ]);
    expect((await client.get('/api/files/unknown')).status).toBe(404);
    expect((await client.get(`/api/files/${submission.sha256}`)).status).toBe(404);
  }
});

test('lost bytes are told in a message and logged', async () => {
  const fixture = await makeStudentFixture(8);
  const { number, file: submission } = await submitFile(fixture);
  rmSync(path.join(fixture.dataDir, 'files', submission.sha256.slice(0, 2), submission.sha256));
  fixture.context.log.error = vi.fn();
  const answer = await fixture.client.get(`/api/files/${submission.id}`);
  expect(answer).toMatchObject({ status: 500, body: { code: 'file_unavailable' } });
  expect(answer.body.message).toContain(number);
  expect(answer.body.message).not.toContain(submission.sha256);
  expect(answer.headers['content-disposition']).toBeUndefined();
  expect(fixture.context.log.error).toHaveBeenCalledWith(
    expect.objectContaining({ receipt: number }),
    expect.anything(),
  );
});

test('a preview of lost bytes says so in words, wherever it is asked for', async () => {
  const fixture = await makePreviewFixture();
  const picture = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  );
  const id = await fixture.submit(picture, 'plan.png');
  const shown = await fixture.reader.get(`/api/files/${id}/preview`);
  expect(shown.body).toMatchObject({ kind: 'picture', width: 1, height: 1 });
  const { folder, status } = await fixture.open(id);
  expect(status).toBe(200);
  const { number, sha256 } = await fixture.context.database.reader
    .selectFrom('submissions')
    .where('file_id', '=', id)
    .select(['number', 'file_sha256 as sha256'])
    .executeTakeFirstOrThrow();
  rmSync(path.join(fixture.dataDir, 'files', String(sha256).slice(0, 2), String(sha256)));
  fixture.context.log.error = vi.fn();
  const message = `The portal has lost this file. Please tell the office this number: ${number}.`;
  for (const url of [`/api/files/${id}/preview`, `/api/files/${id}/text`, `${folder}bytes`]) {
    const answer = await fixture.reader.get(url);
    expect(answer, url).toMatchObject({ status: 410, body: { code: 'file_unavailable', message } });
  }
  const document = await fixture.reader.get(folder);
  expect([document.status, document.headers['content-type']]).toEqual([410, 'text/html; charset=utf-8']);
  expect(document.body).toContain(escapeHtml(message));
  // Once for each reader, and once for the alarm.
  expect(fixture.context.log.error).toHaveBeenCalledTimes(5);
  const open = await fixture.context.alarms.open();
  expect(open).toMatchObject([{ kind: 'missing-files', facts: [sha256] }]);
});

test('the same bytes of two students are two files', async () => {
  const fixture = await makeStudentFixture(8);
  const first = await submitFile(fixture);
  const second = await submitFile(fixture);
  expect(first.file.sha256).toBe(second.file.sha256);
  expect(first.file.id).not.toBe(second.file.id);
});

test('a HEAD request gets the headers alone', async () => {
  const fixture = await makeStudentFixture(8);
  const { file: submission } = await submitFile(fixture);
  const answer = await fixture.client.send({ method: 'HEAD', url: `/api/files/${submission.id}` });
  expect(answer).toMatchObject({ status: 200, body: '', headers: { 'content-length': String(page.length) } });
});
