import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { limits } from '#contract/limits';
import { recordAttempts } from '#server/accounts/rate-limits';
import { attach, jpegSegment, jpegWith, phoneExif, picture } from '#support/attachments';
import { encodeForm } from '#support/encode-form';
import { buildBatch, buildMentor, buildStudent } from '#support/factories';
import { makeTestApp, type Client } from '#support/test-app';

const discussions = '/api/discussion/discussion';

/** A batch with two students and a mentor, and a student of another. */
async function makeForum(options?: Parameters<typeof makeTestApp>[0]) {
  const portal = await makeTestApp(options);
  const { context } = portal;
  const batch = await buildBatch(context, { name: 'OURS' });
  const other = await buildBatch(context, { name: 'THEIRS' });
  const student = await buildStudent(context, { batch_id: batch.id, name: 'Zebulon Quirk' });
  const classmate = await buildStudent(context, { batch_id: batch.id });
  const outsider = await buildStudent(context, { batch_id: other.id });
  const mentor = await buildMentor(context, [batch.id]);
  const clients = {
    student: await portal.as(student),
    classmate: await portal.as(classmate),
    outsider: await portal.as(outsider),
    mentor: await portal.as(mentor),
  };
  const ask = async (text: string, body: object = {}, client = clients.student, of = student.email) =>
    client.post(`${discussions}/${of}/question`, { question: text, format: 'markdown', ...body });
  const readAs = async (client: Client, of: string) =>
    (await client.get(`${discussions}/${of}`)).body.questions;
  const get = async (client: Client, id: string, headers?: Record<string, string>) =>
    client.get(`/api/discussion/attachments/${id}`, headers);
  const send = (sent: Parameters<typeof attach>[2] = {}, headers?: Record<string, string>) =>
    attach(clients.student, student.email, sent, headers);
  const kept = () =>
    readdirSync(path.join(portal.dataDir, 'files'), { recursive: true, encoding: 'utf8' })
      .map((name) => path.basename(name))
      .filter((name) => /^[0-9a-f]{64}$/.test(name));
  const staged = () => readdirSync(path.join(portal.dataDir, 'files', 'staging'));
  const statuses = async (id: string) => ({
    student: (await get(clients.student, id)).status,
    classmate: (await get(clients.classmate, id)).status,
    outsider: (await get(clients.outsider, id)).status,
    mentor: (await get(clients.mentor, id)).status,
    nobody: (await get(portal.nobody, id)).status,
  });
  const people = { student, classmate, outsider, mentor };
  return { portal, context, clients, people, ask, readAs, get, send, kept, staged, statuses };
}

test('a picture is sent, put into a question, and seen by the batch with the size that it will take', async () => {
  const { portal, clients, people, ask, readAs, send, statuses } = await makeForum();
  const sent = await send({ name: 'screen.png', bytes: picture('png') });
  expect(sent).toMatchObject({
    status: 201,
    body: { name: 'screen.png', type: 'image/png', width: 3, height: 2 },
  });
  const { id, mark } = sent.body;
  expect(mark).toBe(`![screen.png](attachment:${id})`);
  // Before a post names it, it is its sender's alone.
  expect(await statuses(id)).toEqual({
    student: 200,
    classmate: 404,
    outsider: 403,
    mentor: 404,
    nobody: 401,
  });

  await ask(`Look: ${mark}`);
  expect(await statuses(id)).toEqual({
    student: 200,
    classmate: 200,
    outsider: 403,
    mentor: 200,
    nobody: 401,
  });
  const [question] = await readAs(clients.classmate, people.classmate.email);
  const address = `/api/discussion/attachments/${id}`;
  expect(question.html).toBe(
    `<p>Look: <a href="${address}" target="_blank" rel="noopener noreferrer"><img alt="screen.png" src="${address}" width="3" height="2" loading="lazy" decoding="async"></a></p>\n`,
  );
  expect(question.attachments).toEqual([
    { id, name: 'screen.png', bytes: sent.body.bytes, type: 'image/png', width: 3, height: 2 },
  ]);
  expect((await portal.app.inject(address)).statusCode).toBe(401);
});

test('a log is sent as text, below a comment, and comes as a download whatever its name', async () => {
  const { clients, people, ask, get, send } = await makeForum();
  const bytes = '<script>alert(1)</script>\n\u001b[31mfailed';
  const { body } = await send({ name: 'evil.html', bytes });
  expect(body).toMatchObject({ name: 'evil.html', type: 'text/plain', bytes: Buffer.byteLength(bytes) });
  const asked = await ask('Why?');
  const of = asked.body.questions[0]._id;
  const answered = await clients.student.post(
    `${discussions}/${people.student.email}/question/${of}/answer`,
    {
      answer: body.mark,
      format: 'markdown',
    },
  );
  const [comment] = answered.body.questions[0].comments;
  expect(comment.html).toContain(`download>evil.html</a> (${bytes.length} bytes)`);
  const read = await get(clients.classmate, body.id);
  expect(read.headers).toMatchObject({
    'content-type': 'text/plain; charset=utf-8',
    'content-disposition': 'attachment; filename=evil.html',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
    'cache-control': 'private, no-cache',
  });
  expect(read.body).toBe(bytes);
});

test('a phone loads a picture once, and asks each time whether it still may', async () => {
  const { clients, ask, get, send, people } = await makeForum();
  const { body } = await send({ name: 'a "b" ж.jpeg', bytes: picture('jpeg') });
  const asked = await ask(body.mark);
  const { headers } = await get(clients.classmate, body.id);
  expect(headers).toMatchObject({ 'content-type': 'image/jpeg', 'cache-control': 'private, no-cache' });
  expect(headers['content-disposition']).toMatch(/^inline; filename=/);
  const known = { 'if-none-match': `"other", W/${String(headers['etag'])}` };
  expect(await get(clients.classmate, body.id, known)).toMatchObject({ status: 304, body: '' });
  expect((await get(clients.outsider, body.id, known)).status).toBe(403);
  await clients.student.delete(
    `${discussions}/${people.student.email}/question/${asked.body.questions[0]._id}`,
  );
  expect((await get(clients.classmate, body.id, known)).status).toBe(404);
});

test('what a phone writes into a picture reaches nobody', async () => {
  const { clients, ask, get, send } = await makeForum();
  const secret = 'GPS 12.97N';
  const exif = Buffer.concat([Buffer.from('Exif\0\0'), phoneExif(6, secret)]);
  const { body } = await send({ name: 'IMG_1.jpg', bytes: jpegWith(jpegSegment(0xe1, exif)) });
  expect(body).toMatchObject({ width: 2, height: 3 });
  await ask(body.mark);
  const cookies = clients.classmate;
  expect(String((await get(cookies, body.id)).body)).not.toContain(secret);
});

test.each([
  ['nothing', '', 400, 'The file is empty'],
  ['a PDF', '%PDF-1.7\n1 0 obj', 415, 'PNG, JPEG, WebP, GIF'],
  ['a program', Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0, 0]), 415, 'PNG, JPEG, WebP, GIF'],
  ['a ZIP', 'PK\x03\x04', 415, 'texts and logs of at most 1 MB'],
  ['a long text', 'x'.repeat(limits.attachmentTextBytes + 1), 413, 'at most 1 MB'],
  [
    'too large a picture',
    Buffer.concat([picture('png'), Buffer.alloc(limits.attachmentPictureBytes)]),
    413,
    '5 MB',
  ],
  ['half a picture', picture('png').subarray(0, 60), 400, 'damaged'],
])('%s is refused, in words that say what is allowed, and nothing stays', async (_, bytes, status, words) => {
  const { send, kept, staged, context } = await makeForum();
  const refused = await send({ name: 'x.png', bytes });
  expect(refused).toMatchObject({ status, body: { message: expect.stringContaining(words) } });
  expect([kept(), staged()]).toEqual([[], []]);
  expect(await context.database.reader.selectFrom('attachments').selectAll().execute()).toEqual([]);
});

test('a picture of too many pixels is refused: a phone would have to unpack them', async () => {
  const { send } = await makeForum();
  const huge = Buffer.from(picture('png'));
  huge.writeUInt32BE(9_000, 16);
  huge.writeUInt32BE(9_000, 20);
  expect(await send({ bytes: huge })).toMatchObject({
    status: 400,
    body: { message: expect.stringContaining('25 megapixels') },
  });
});

test('what is a picture is one, whatever its name; HTML and SVG are texts', async () => {
  const { send } = await makeForum();
  expect((await send({ name: 'x.txt', bytes: picture('gif') })).body).toMatchObject({
    name: 'x.txt.gif',
    type: 'image/gif',
  });
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
  expect((await send({ name: 'x.svg', bytes: svg })).body).toMatchObject({ type: 'text/plain' });
  expect((await send({ name: 'x.png', bytes: '<html></html>' })).body).toMatchObject({ type: 'text/plain' });
});

test('a log of UTF-16, as PowerShell writes it, is kept as UTF-8', async () => {
  const { clients, get, send } = await makeForum();
  const { body } = await send({ bytes: Buffer.from('\ufeffGrüße', 'utf16le') });
  expect((await get(clients.student, body.id)).body).toBe('Grüße');
});

test('another form, and one without a file or with two, is refused', async () => {
  const { clients, people } = await makeForum();
  const url = `${discussions}/${people.student.email}/attachments`;
  expect((await clients.student.post(url, { file: 'x' })).status).toBe(415);
  expect((await clients.student.form(url, [['file', 'x']])).status).toBe(400);
  const file = ['file', { name: 'a.txt', bytes: 'a' }] as const;
  expect((await clients.student.form(url, [file, file])).body.message).toBe('Please send one file only.');
  // However a form is broken, it is no failure of the portal.
  const { body } = encodeForm([file]);
  for (const [type, payload] of [
    ['multipart/form-data', body],
    [`multipart/form-data; boundary=${'x'.repeat(300)}`, body],
    ['multipart/form-data; boundary=other', body],
    ['multipart/form-data; boundary=capstone-test-boundary', body.subarray(0, -30)],
    ['multipart/form-data; boundary=capstone-test-boundary', body.subarray(0, 60)],
    ['multipart/form-data; boundary=capstone-test-boundary', Buffer.alloc(0)],
  ] as const) {
    const headers = { 'content-type': type };
    expect((await clients.student.send({ method: 'POST', url, headers, payload })).status, type).toBe(400);
  }
});

test('a repetition with the same key adds nothing; with another file it is refused', async () => {
  const { context, send } = await makeForum();
  const key = { 'idempotency-key': 'once' };
  const first = await send({}, key);
  expect((await send({}, key)).body).toEqual(first.body);
  expect((await send({ bytes: 'another' }, key)).status).toBe(409);
  const rows = await context.database.reader.selectFrom('attachments').select('code').execute();
  expect(rows).toEqual([{ code: first.body.id }]);
  expect((await send()).body.id).not.toBe(first.body.id);
});

test('more than a day’s share is refused until the day is over, or the office lifts it', async () => {
  const { context, portal, people, send } = await makeForum();
  const batch = people.student.batch_id as number;
  const row = (n: number) => ({
    code: `X${n}`,
    batch_id: batch,
    account_id: people.student.id,
    name: 'x',
    type: 'text/plain' as const,
    bytes: 1,
    sha256: 'x',
    created_at: context.clock.now(),
    unused_since: null,
  });
  const rows = Array.from({ length: limits.attachmentsADay }, (_, n) => row(n));
  await context.database.transaction((w) => w.insertInto('attachments').values(rows).execute());
  const refused = await send();
  expect(refused).toMatchObject({ status: 429, headers: { 'retry-after': '86400' } });
  expect(refused.body.message).toContain('100 files');
  portal.clock.advance(86_400_000);
  expect((await send()).status).toBe(201);
  await context.database.transaction((w) =>
    w
      .updateTable('attachments')
      .set({ bytes: limits.attachmentBytesADay, created_at: portal.clock.now() })
      .where('code', '=', 'X1')
      .execute(),
  );
  expect((await send()).body.message).toContain('100 MB');
});

test('files that were refused count as those that were taken', async () => {
  const { context, portal, send, clients, people } = await makeForum();
  const broken = Buffer.from([0xff, 0xd8, 0xff, 0xda, 0, 2]);
  const refuse = (count: number) =>
    context.database.transaction(async (writer) => {
      for (let n = 0; n < count; n++)
        await recordAttempts(
          writer,
          [{ kind: 'attachment-refused', subject: String(people.student.id) }],
          context.clock.now(),
        );
    });
  await refuse(limits.attachmentsADay - 3);
  expect((await send({ bytes: broken })).status).toBe(400);
  expect((await send({ bytes: 'a\0b' })).status).toBe(415);
  expect((await send()).status).toBe(201);
  expect((await send({ bytes: Buffer.alloc(limits.attachmentPictureBytes + 1) })).status).toBe(413);
  portal.clock.advance(1_000);
  expect(await send()).toMatchObject({ status: 429, headers: { 'retry-after': '86399' } });
  expect(await send({ bytes: broken })).toMatchObject({ status: 429, body: { code: 'too_many' } });
  expect((await attach(clients.classmate, people.classmate.email)).status).toBe(201);
  portal.clock.advance(86_400_000);
  expect((await send()).status).toBe(201);
});

test('a post shows what was put into it: not what others have sent, nor what is of another batch', async () => {
  const { clients, people, ask, readAs, send, statuses } = await makeForum();
  const { body } = await send();
  const foreign = await attach(clients.outsider, people.outsider.email);
  for (const { mark } of [body, foreign.body]) {
    const asked = await ask(mark, {}, clients.classmate, people.classmate.email);
    const question = asked.body.questions.at(-1);
    expect(question.html).toBe('<p>server.log (not there)</p>\n');
    expect(question).not.toHaveProperty('attachments');
  }
  expect(await statuses(body.id)).toMatchObject({ classmate: 404, mentor: 404 });
  // Once its sender has posted it, another's text that names it still has none.
  await ask(body.mark);
  const seen = await readAs(clients.mentor, 'OURS');
  expect(seen.map(({ attachments = [] }) => attachments.length)).toEqual([0, 0, 1]);
});

test('a post has at most five attachments, and an edit may take them out and put others in', async () => {
  const { context, clients, people, ask, send, statuses } = await makeForum();
  const sent: { id: string; mark: string }[] = [];
  for (let n = 0; n < 6; n++) sent.push((await send({ bytes: `log ${n}` })).body);
  const marks = sent.map(({ mark }) => mark);
  expect(await ask(marks.join(' '))).toMatchObject({
    status: 400,
    body: { message: 'A post can have at most 5 attachments.' },
  });
  const asked = await ask(marks.slice(0, 5).join(' '));
  const url = `${discussions}/${people.student.email}/question/${asked.body.questions[0]._id}`;
  const edited = await clients.student.put(url, { questionText: `${marks[4]} ${marks[5]}` });
  expect(edited.body.questions[0].attachments.map(({ id }: { id: string }) => id).toSorted()).toEqual(
    [sent[4]?.id, sent[5]?.id].toSorted(),
  );
  expect(await statuses(sent[0]?.id ?? '')).toMatchObject({ student: 200, classmate: 404 });
  expect(await statuses(sent[4]?.id ?? '')).toMatchObject({ classmate: 200 });
  // A mentor's edit leaves what the student has put in, and may add to it.
  const theirs = await attach(clients.mentor, 'OURS', { bytes: 'seen by a mentor' });
  const forMentor = url.replace(people.student.email, 'OURS');
  const { body } = await clients.mentor.put(forMentor, { questionText: `${marks[4]} ${theirs.body.mark}` });
  expect(body.questions[0].attachments).toHaveLength(2);
  const again = await clients.student.put(url, { questionText: `${marks[4]} ${theirs.body.mark} thanks` });
  expect(again.body.questions[0].attachments).toHaveLength(2);
  const unused = await context.database.reader
    .selectFrom('attachments')
    .where('unused_since', 'is not', null)
    .select('code')
    .execute();
  expect(unused.map(({ code }) => code).toSorted()).toEqual(
    [0, 1, 2, 3, 5].map((n) => sent[n]?.id).toSorted(),
  );
});

test('what stood in a deleted question is gone for classmates, and back with it', async () => {
  const { clients, people, ask, send, statuses } = await makeForum();
  const { body } = await send();
  const asked = await ask(body.mark);
  const url = `${discussions}/${people.student.email}/question/${asked.body.questions[0]._id}`;
  await clients.student.delete(url);
  expect(await statuses(body.id)).toMatchObject({ student: 200, classmate: 404, mentor: 200 });
  expect((await clients.student.put(`${url}/restored`)).status).toBe(200);
  expect(await statuses(body.id)).toMatchObject({ student: 200, classmate: 200, mentor: 200 });
});

test('what stands in a deleted comment is gone for classmates, and back with it; an edit of one puts others in', async () => {
  const { clients, people, ask, send, statuses } = await makeForum();
  const [first, second] = [(await send({ bytes: 'first' })).body, (await send({ bytes: 'second' })).body];
  const asked = await ask('Why?');
  const url = `${discussions}/${people.student.email}/question/${asked.body.questions[0]._id}/answer`;
  const answered = await clients.student.post(url, { answer: first.mark, format: 'markdown' });
  const comment = `${url}/${answered.body.questions[0].comments[0].id}`;
  expect(await statuses(first.id)).toMatchObject({ classmate: 200 });
  const edited = await clients.student.put(comment, { answer: second.mark });
  expect(edited.body.questions[0].comments[0].attachments).toMatchObject([{ id: second.id }]);
  expect([await statuses(first.id), await statuses(second.id)]).toMatchObject([
    { classmate: 404 },
    { classmate: 200 },
  ]);
  expect((await clients.student.delete(comment)).status).toBe(200);
  expect(await statuses(second.id)).toMatchObject({ student: 200, classmate: 404, mentor: 200 });
  expect((await clients.student.put(`${comment}/restored`)).status).toBe(200);
  expect(await statuses(second.id)).toMatchObject({ student: 200, classmate: 200, mentor: 200 });
});

test('a question without a name says by its files as little', async () => {
  const { clients, people, ask, get, readAs, send } = await makeForum();
  const { body } = await send({ name: 'notes.txt' });
  const asked = await ask(body.mark, { anonymous: true });
  const below = (await send({ name: 'more.txt', bytes: 'more' })).body;
  const url = `${discussions}/${people.student.email}/question/${asked.body.questions[0]._id}/answer`;
  expect((await clients.student.post(url, { answer: below.mark, format: 'markdown' })).status).toBe(201);
  const [question] = await readAs(clients.classmate, people.classmate.email);
  expect(question.attachments).toHaveLength(1);
  expect(question.comments).toMatchObject([
    { author: { name: 'Anonymous' }, attachments: [{ id: below.id }] },
  ]);
  const read = await get(clients.classmate, body.id);
  for (const answer of [question, { ...read, body: '' }]) {
    expect(JSON.stringify(answer)).not.toContain('Zebulon');
    expect(JSON.stringify(answer)).not.toContain(people.student.email);
  }
});

test('plain posts have their attachments beside the text as it was typed', async () => {
  const { ask, send } = await makeForum();
  const { body } = await send();
  const { body: asked } = await ask(`See ${body.mark}`, { format: 'plain' });
  expect(asked.questions[0]).toMatchObject({ question: `See ${body.mark}`, attachments: [{ id: body.id }] });
  expect(asked.questions[0]).not.toHaveProperty('html');
});

test('who waits for placement has no discussion to attach to', async () => {
  const { portal, context } = await makeForum();
  const waiting = await buildStudent(context, { batch_id: null });
  expect((await attach(await portal.as(waiting), waiting.email)).status).toBe(409);
});

test('the bytes of an attachment are lost: it says so, and nothing else breaks', async () => {
  const { context, clients, ask, get, send } = await makeForum();
  const { body } = await send();
  await ask(body.mark);
  const sha256 = createHash('sha256').update('GET / 200').digest('hex');
  context.log.error = () => {};
  await context.files.removeUnused(sha256, Date.now() + 60_000);
  expect(await get(clients.classmate, body.id)).toMatchObject({
    status: 500,
    body: { code: 'file_unavailable' },
  });
});
