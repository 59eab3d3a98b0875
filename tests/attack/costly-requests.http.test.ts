import { expect, test } from 'vitest';
import { limits } from '#contract/limits';
import { partsOf } from '#support/attachments';
import { costsOf, tooCostly } from '#support/costs';
import { encodeForm } from '#support/encode-form';
import { textColumns } from '#server/forum/posts/post-text';
import { buildBatch, buildComments, buildMentor, buildQuestion, buildStudent } from '#support/factories';
import { makeTestApp, type Client } from '#support/test-app';

/**
 * What one request gains that is made to be as slow as its limits let it be: the thread that serves everybody works for it 50 ms at
 * most, on the machine that the yardstick was made on.
 */
async function makeForum() {
  const app = await makeTestApp({ settings: { forumPostsPerHour: 0 } });
  const { context } = app;
  const batch = await buildBatch(context, { name: 'OURS' });
  const student = await buildStudent(context, { batch_id: batch.id });
  const client = await app.as(student);
  const mentor = await app.as(await buildMentor(context, [batch.id]));
  const url = `/api/discussion/discussion/${student.email}`;
  return { ...app, batch, student, client, mentor, url };
}

const filled = (head: string, part: string, bytes: number = limits.attachmentPictureBytes) => {
  const begin = Buffer.from(head, 'hex');
  return Buffer.concat([begin, Buffer.alloc(bytes - begin.length, Buffer.from(part, 'hex'))]);
};
const gif = '474946383961010001000000002c0000000001000100000002';
/** Files of as many parts as five megabytes hold, and texts of as many characters. */
const files = {
  'JPEG of empty scans': filled('ffd8', 'ffda0002'),
  'JPEG of empty tables': filled('ffd8', 'ffdb0002'),
  'JPEG of restarts': filled('ffd8ffda0002', 'ffd0'),
  'JPEG of stuffed bytes': filled('ffd8ffda0002', 'ff00'),
  'JPEG of fill bytes': filled('ffd8ff', 'ff'),
  'PNG of empty chunks': filled(
    '89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489',
    '000000004944415435af061e',
  ),
  'WebP of empty chunks': filled(
    '52494646f8ff4f005745425056503858',
    '0a000000000000000000000000000000000078797a20',
  ),
  'GIF of empty extensions': filled(gif.slice(0, 26), '21fe00'),
  'GIF of short blocks': filled(gif, '0100'),
  'a text of one line': Buffer.alloc(limits.attachmentTextBytes, 'x'),
  'a text of UTF-16': Buffer.from(`\ufeff${'ß'.repeat(limits.attachmentTextBytes / 2 - 1)}`, 'utf16le'),
  'a text that is too long': Buffer.alloc(limits.attachmentPictureBytes, 'x\n'),
  'bytes that are nothing': Buffer.alloc(limits.attachmentPictureBytes, 1),
};

test('a file of a post that is as slow to read as five megabytes can be', { tags: 'full' }, async () => {
  const { client, url } = await makeForum();
  const send = (bytes: Buffer) => {
    const { body, headers } = encodeForm(partsOf({ name: 'file', bytes }));
    return () => client.send({ method: 'POST', url: `${url}/attachments`, headers, payload: body });
  };
  // The thread is there, and everything has been used once.
  await send(Buffer.alloc(100_000, 'x'))();
  const costs = await costsOf(
    Object.fromEntries(Object.entries(files).map(([name, bytes]) => [name, send(bytes)])),
  );
  expect(tooCostly(costs)).toEqual([]);
  for (const { name, status } of costs) expect([201, 400, 413, 415], name).toContain(status);
});

/** Texts of which each repeats what is slowest to read, of as many characters as a post may have. */
const pieces = [
  '*http://a* ',
  'xhttp://a.b/',
  '𝒳http://a.b/',
  '[a](http://a (',
  '[*',
  '*a*_b_',
  'http://a ',
  '- a\n',
  '&',
  'ab ',
  '\u0315\u0316',
];
const textsOf = (length: number) => pieces.map((piece) => piece.repeat(length / piece.length));

test('a post that is as slow to render as its characters can be, and whatever reads it', async () => {
  const { context, clock, batch, student, client, mentor, url } = await makeForum();
  let asked = 0;
  // None is like another: what is remembered of one helps with none.
  const ask = (text: string) =>
    client.post(
      `${url}/question`,
      { question: `${text.slice(0, -1)}${asked++ % 10}`, format: 'markdown' },
      { prefer: 'return=minimal' },
    );
  await ask('*a* http://a');
  const writing = await costsOf(
    Object.fromEntries(textsOf(limits.question).map((text) => [`ask ${text.slice(0, 14)}`, () => ask(text)])),
  );
  expect(tooCostly(writing)).toEqual([]);
  for (const { name, status } of writing) expect(status, name).toBe(201);
  const own = { author_id: student.id };
  for (let n = 0; n < 5; n++)
    for (const text of textsOf(limits.question)) {
      const columns = textColumns(`${text.slice(0, -1)}${n}`, 'markdown');
      const { id: question_id } = await buildQuestion(context, { ...own, batch_id: batch.id, ...columns });
      const comment = textColumns(`${text.slice(0, limits.answer - 1)}${n}`, 'markdown');
      if (n % 2 === 0) await buildComments(context, 50, { ...own, question_id, ...comment });
    }
  const { id } = await buildQuestion(context, { ...own, batch_id: batch.id, text: 'x' });
  await buildComments(context, 100, {
    ...own,
    question_id: id,
    ...textColumns(textsOf(limits.answer)[0] as string, 'markdown'),
  });
  const read =
    (path: string, by: Client = client, of = url) =>
    () =>
      by.get(of + path);
  const ours = '/api/discussion/discussion/OURS';
  const words = encodeURIComponent('ab '.repeat(limits.questionSearch / 3));
  // Each is sent once before, as by somebody else's page.
  const readings = {
    'the newest page': read(''),
    'the newest three': read('?limit=3'),
    'a hundred questions': read('?limit=100'),
    'a page before one': read(`?limit=100&before=${id}`),
    'comments of a question': read(`/question/${id}/answers?limit=100`),
    'a mentor’s page': read('?limit=100', mentor, ours),
    'a search': read(`/questions?q=${words}`),
    'the newest answers': () => client.get(`/api/discussion/answers/${student.email}`),
    'a similar question': read(`/similar?text=${words}`),
  };
  for (const send of Object.values(readings)) await send();
  clock.advance(60_000);
  const reading = await costsOf(readings);
  expect(tooCostly(reading)).toEqual([]);
  for (const { name, status } of reading) expect(status, name).toBe(200);
});

/** Of as many characters as a sheet of marks may have. */
const sheetPieces = [
  '\n',
  '\r',
  ',',
  ',\n',
  '"a\n',
  '"',
  '""x\n',
  'a"\n',
  '"\n@,',
  "a,'=",
  'a@x.test,1\n',
  '(',
  '<p>',
  '1 ',
];

test('a sheet of marks that is as slow to read as its characters can be', async () => {
  const { mentor } = await makeForum();
  const check = (text: string) => () =>
    mentor.post('/api/staff/batches/OURS/marks/check', { text, task: 'week-1' });
  await check('email,marks\na@x.test,1')();
  const sheets = sheetPieces.flatMap((piece) => {
    // The JSON has a limit of its own.
    const length = Math.max(piece.length, (JSON.stringify(piece).length - 2) * 0.8);
    const body = piece.repeat(Math.floor((limits.markSheet - 40) / length));
    return [
      [`${JSON.stringify(piece)} below headings`, check(`email,marks,feedback\n${body}`)],
      [`${JSON.stringify(piece)} as a heading`, check(`email,marks,x${body}\na@x.test,1,`)],
    ] as const;
  });
  const costs = await costsOf(Object.fromEntries(sheets));
  expect(tooCostly(costs)).toEqual([]);
  for (const { name, status } of costs) expect([200, 400], name).toContain(status);
});
