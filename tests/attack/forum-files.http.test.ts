import { expect, test } from 'vitest';
import { limits } from '#contract/limits';
import { attach, jpegSegment, jpegWith, phoneExif, picture } from '#support/attachments';
import { buildBatch, buildMentor, buildStudent } from '#support/factories';
import { makeTestApp, type Client } from '#support/test-app';

/** What somebody gains with a file in a forum, and what classmates learn of who asks without a name. */

const discussions = '/api/discussion/discussion';
const secret = 'Studio Display c02df9c1 12.97N';

async function makeForum() {
  const portal = await makeTestApp();
  const { context } = portal;
  const batch = await buildBatch(context, { name: 'OURS' });
  const asker = await buildStudent(context, { batch_id: batch.id, name: 'Zebulon Quirk' });
  const classmate = await buildStudent(context, { batch_id: batch.id });
  const outsider = await buildStudent(context, { batch_id: (await buildBatch(context)).id });
  const strange = await buildMentor(context, []);
  const [mine, theirs] = [await portal.as(asker), await portal.as(classmate)];
  const others = [await portal.as(outsider), await portal.as(strange), portal.nobody];
  const own = `${discussions}/${asker.email}`;
  const ask = async (question: string, body: object = {}) => {
    const asked = await mine.post(`${own}/question`, { question, format: 'markdown', ...body });
    return asked.body.questions.at(-1)._id as string;
  };
  const send = (bytes: Buffer | string, name = 'file.png') => attach(mine, asker.email, { name, bytes });
  const get = (client: Client, id: string) => client.get(`/api/discussion/attachments/${id}`);
  return { portal, context, asker, classmate, mine, theirs, others, own, ask, send, get };
}

test('a file by its id: of another batch, of a post that is not there, or before its sender has posted it', async () => {
  const { theirs, others, own, mine, ask, send, get } = await makeForum();
  const { id, mark } = (await send(picture('png'))).body;
  expect((await get(theirs, id)).status).toBe(404);
  const question = await ask(mark);
  expect((await get(theirs, id)).status).toBe(200);
  expect(await Promise.all(others.map(async (client) => (await get(client, id)).status))).toEqual([
    403, 403, 401,
  ]);
  await mine.delete(`${own}/question/${question}`);
  expect((await get(theirs, id)).status).toBe(404);
});

test('a file that is a page or a program: it comes as text to keep, under a policy that runs nothing', async () => {
  const { theirs, ask, send, get } = await makeForum();
  const script = '<script>parent.harmed = document.cookie</script>';
  for (const [bytes, name] of [
    [`<!doctype html>${script}`, 'page.html'],
    [`<svg xmlns="http://www.w3.org/2000/svg" onload="harmed()">${script}</svg>`, 'picture.svg'],
    [`<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml">${script}</html>`, 'page.xhtml'],
    [script, 'picture.png'],
  ] as const) {
    const { id, mark } = (await send(bytes, name)).body;
    await ask(mark);
    const { headers } = await get(theirs, id);
    expect(headers, name).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'x-content-type-options': 'nosniff',
      'content-disposition': expect.stringMatching(/^attachment/),
      'content-security-policy': expect.stringContaining("default-src 'none'"),
    });
  }
});

test('who asked without a name, by what the asker’s screen, phone or name is', async () => {
  const { asker, classmate, mine, theirs, own, ask, send, get } = await makeForum();
  const exif = Buffer.concat([Buffer.from('Exif\0\0'), phoneExif(1, secret)]);
  const telling = jpegWith(
    jpegSegment(0xe1, exif),
    jpegSegment(0xe2, `ICC_PROFILE\0\x01\x01${secret}`),
    jpegSegment(0xee, `Adobe\0d\0\0\0\0\x02${secret}`),
    jpegSegment(0xfe, secret),
  );
  const { id, mark } = (await send(telling)).body;
  const question = await ask(`Why does quartz fail? ${mark}`, { anonymous: true });
  await mine.post(`${own}/question/${question}/answer`, { answer: 'Nobody?' });
  await mine.put(`${own}/question/${question}`, { questionText: `Why does quartz break? ${mark}` });
  const bytes = (await theirs.send({ method: 'GET', url: `/api/discussion/attachments/${id}` })).body;
  expect(bytes).toContain('Adobe');
  const seen = [bytes, JSON.stringify((await get(theirs, id)).headers)];
  const forum = `${discussions}/${classmate.email}`;
  for (const path of [
    '',
    '?limit=100',
    `/question/${question}/answers`,
    `/question/${question}/history`,
    '/questions?q=quartz',
    '/questions?sort=oldest',
    '/similar?text=quartz+fails',
    '/unread',
  ])
    seen.push(JSON.stringify((await theirs.get(forum + path)).body));
  expect(seen.join('\n')).toContain('Anonymous');
  const told = seen.join('\n');
  for (const word of ['Studio', 'c02df9c1', 'Zebulon', asker.email]) expect(told).not.toContain(word);
});

test('a day’s files without end, refused ones among them', async () => {
  const { context, asker, send } = await makeForum();
  const subject = String(asker.id);
  const rows = Array.from({ length: limits.attachmentsADay - 1 }, () => ({
    kind: 'attachment-refused',
    subject,
    source: null,
    at: context.clock.now(),
  }));
  await context.database.transaction((writer) => writer.insertInto('rate_limit_hits').values(rows).execute());
  const broken = Buffer.from('ffd8ffda0002', 'hex');
  expect((await send(broken)).status).toBe(400);
  expect((await send(broken)).status).toBe(429);
  expect((await send(picture('png'))).status).toBe(429);
});
