import { rmSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test, vi } from 'vitest';
import { buildAdministrator, buildBatch, buildMentor, buildStudent } from '#support/factories';
import { file, makeStudentFixture, week, type StudentFixture } from '#support/student-fixture';
import { cookieOf } from '#support/open-upload';

const page = '<script>alert(document.cookie)</script>';

async function handInFile(desk: StudentFixture, bytes: string | Buffer = page, name = 'എന്റെ "page".html') {
  const { body } = await desk.client.form(desk.url('uploadWeek'), [week('1'), file(bytes, name)]);
  return body.receipt as { number: string; file: { id: string; sha256: string } };
}

test('the bytes come back as an attachment that no browser runs', async () => {
  const desk = await makeStudentFixture(8);
  const { file: handedIn } = await handInFile(desk, page, 'എന്റെ page.html');
  const answer = await desk.client.get(`/api/files/${handedIn.id}`);
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
  const desk = await makeStudentFixture(8);
  const { file: handedIn } = await handInFile(desk, bytes, 'work.bin');
  const answer = await desk.app.inject({
    url: `/api/files/${handedIn.id}`,
    headers: { 'accept-encoding': 'gzip, deflate, br', cookie: await cookieOf(desk, desk.student) },
  });
  expect(answer.headers['content-encoding']).toBeUndefined();
  expect(answer.headers['content-length']).toBe(String(bytes.length));
  expect(answer.rawPayload).toEqual(Buffer.from(bytes));
});

test('parts are given on request', async () => {
  const desk = await makeStudentFixture(8);
  const { file: handedIn } = await handInFile(desk, '0123456789', 'ten.txt');
  const get = (headers: Record<string, string>) => desk.client.get(`/api/files/${handedIn.id}`, headers);
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
  const desk = await makeStudentFixture(8);
  const { file: handedIn } = await handInFile(desk);
  const classmate = await buildStudent(desk.context, { batch_id: desk.student.batch_id });
  const ownMentor = await buildMentor(desk.context, [desk.student.batch_id as number]);
  const otherMentor = await buildMentor(desk.context, [(await buildBatch(desk.context)).id]);
  const administrator = await buildAdministrator(desk.context);
  expect((await desk.nobody.get(`/api/files/${handedIn.id}`)).status).toBe(401);
  expect((await desk.nobody.get('/api/files/unknown')).status).toBe(401);
  for (const [person, status] of [
    [desk.student, 200],
    [classmate, 403],
    [ownMentor, 200],
    [otherMentor, 403],
    [administrator, 200],
  ] as const) {
    const client = await desk.as(person);
    expect([person.name, (await client.get(`/api/files/${handedIn.id}`)).status]).toEqual([
      person.name,
      status,
    ]);
    expect((await client.get('/api/files/unknown')).status).toBe(404);
    expect((await client.get(`/api/files/${handedIn.sha256}`)).status).toBe(404);
  }
});

test('lost bytes are told in words and logged', async () => {
  const desk = await makeStudentFixture(8);
  const { number, file: handedIn } = await handInFile(desk);
  rmSync(path.join(desk.dataDir, 'files', handedIn.sha256.slice(0, 2), handedIn.sha256));
  desk.context.log.error = vi.fn();
  const answer = await desk.client.get(`/api/files/${handedIn.id}`);
  expect(answer).toMatchObject({ status: 500, body: { code: 'file_unavailable' } });
  expect(answer.body.message).toContain(number);
  expect(answer.body.message).not.toContain(handedIn.sha256);
  expect(answer.headers['content-disposition']).toBeUndefined();
  expect(desk.context.log.error).toHaveBeenCalledWith(
    expect.objectContaining({ receipt: number }),
    expect.anything(),
  );
});

test('the same bytes of two students are two files', async () => {
  const desk = await makeStudentFixture(8);
  const first = await handInFile(desk);
  const second = await handInFile(desk);
  expect(first.file.sha256).toBe(second.file.sha256);
  expect(first.file.id).not.toBe(second.file.id);
});

test('a HEAD request gets the headers alone', async () => {
  const desk = await makeStudentFixture(8);
  const { file: handedIn } = await handInFile(desk);
  const answer = await desk.client.send({ method: 'HEAD', url: `/api/files/${handedIn.id}` });
  expect(answer).toMatchObject({ status: 200, body: '', headers: { 'content-length': String(page.length) } });
});
