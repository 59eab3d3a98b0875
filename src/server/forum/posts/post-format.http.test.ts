import { expect, test } from 'vitest';
import { buildBatch, buildComment, buildMentor, buildQuestion, buildStudent } from '#support/factories';
import { makeTestApp } from '#support/test-app';

async function makeForum() {
  const app = await makeTestApp();
  const { context } = app;
  const batch = await buildBatch(context, { name: 'MERN-2026-11' });
  const student = await buildStudent(context, { batch_id: batch.id, name: 'Asha' });
  const classmate = await buildStudent(context, { batch_id: batch.id, name: 'Hari' });
  const client = await app.as(student);
  const other = await app.as(classmate);
  const mentor = await app.as(await buildMentor(context, [batch.id]));
  const own = `/api/discussion/discussion/${student.email}`;
  const theirs = `/api/discussion/discussion/${classmate.email}`;
  const read = async () => (await client.get(own)).body.questions;
  return { ...app, batch, student, classmate, client, other, mentor, own, theirs, read };
}

test('a question and its comments have the format that they were written in, and HTML where they need any', async () => {
  const { client, own, read } = await makeForum();
  const text = 'Why **not**?';
  const asked = await client.post(`${own}/question`, { question: text, format: 'markdown' });
  expect(asked.status).toBe(201);
  const { _id } = asked.body.questions[0];
  const answers: object[] = [
    { answer: '*Because*', format: 'markdown' },
    { answer: '*Because*', format: 'plain' },
    { answer: '*Because*' },
    { answer: '2 * 3 * 4', format: 'markdown' },
  ];
  for (const body of answers)
    expect((await client.post(`${own}/question/${_id}/answer`, body)).status).toBe(201);
  await client.post(`${own}/question`, { question: text });
  const [first, second] = await read();
  expect(first).toMatchObject({
    question: text,
    format: 'markdown',
    html: '<p>Why <strong>not</strong>?</p>\n',
    answers: ['*Because*', '*Because*', '*Because*', '2 * 3 * 4'],
  });
  expect(first.comments.map(({ format, html }: Record<string, string>) => [format, html])).toEqual([
    ['markdown', '<p><em>Because</em></p>\n'],
    ['plain', undefined],
    ['plain', undefined],
    ['markdown', undefined],
  ]);
  expect([second.question, second.format, second.html]).toEqual([text, 'plain', undefined]);
  const { body: page } = await client.get(`${own}/question/${_id}/answers`);
  expect(page.comments).toEqual(first.comments);
});

test('what was written before there were formats is plain, and shown as it was typed', async () => {
  const { context, batch, student, read } = await makeForum();
  const { id } = await buildQuestion(context, {
    batch_id: batch.id,
    author_id: student.id,
    text: '**Old** `text`',
  });
  await buildComment(context, { author_id: student.id, question_id: id, text: '**Old**' });
  const [question] = await read();
  expect([question.format, question.html]).toEqual(['plain', undefined]);
  expect([question.comments[0].format, question.comments[0].html]).toEqual(['plain', undefined]);
});

test('a format that there is none of is refused, and the formats are named', async () => {
  const { client, own, read } = await makeForum();
  for (const format of ['html', null, 1]) {
    const answer = await client.post(`${own}/question`, { question: 'Why?', format });
    expect([answer.status, answer.body.message]).toEqual([400, 'format must be plain or markdown']);
  }
  expect(await read()).toEqual([]);
});

test('an edit that names no format leaves it, one that does changes it, and the text that it began from still counts', async () => {
  const { client, own, mentor, read, batch } = await makeForum();
  const asked = await client.post(`${own}/question`, { question: 'Why *so*?', format: 'markdown' });
  const address = `question/${asked.body.questions[0]._id}`;
  const edit = (body: object) => client.put(`${own}/${address}`, body);
  const now = async () => {
    const [{ question, format, html, editedAt }] = await read();
    return { question, format, html, isEdited: editedAt !== null };
  };
  const html = '<p>Why <em>so</em>?</p>\n';
  await edit({ questionText: 'Why *so*?' });
  expect(await now()).toEqual({ question: 'Why *so*?', format: 'markdown', html, isEdited: false });
  const plain = await edit({ questionText: 'Why *so*?', format: 'plain' });
  expect(plain.status).toBe(200);
  expect(await now()).toMatchObject({ format: 'plain', html: undefined, isEdited: true });
  await edit({ questionText: 'Why **not**?', originalText: 'Why *so*?' });
  expect(await now()).toMatchObject({ question: 'Why **not**?', format: 'plain', html: undefined });
  const mentorUrl = `/api/discussion/discussion/${batch.name}/${address}`;
  await mentor.put(mentorUrl, { questionText: 'Why *not* now?', format: 'markdown' });
  const late = await edit({ questionText: 'Mine', originalText: 'Why **not**?' });
  expect(late.status).toBe(409);
  expect(late.body.current).toMatchObject({
    text: 'Why *not* now?',
    format: 'markdown',
    html: '<p>Why <em>not</em> now?</p>\n',
  });
});

test('the same key with another format is another text', async () => {
  const { client, own, read } = await makeForum();
  const key = { 'idempotency-key': 'k1' };
  const ask = (format?: string) => client.post(`${own}/question`, { question: '*Why*?', format }, key);
  expect((await ask()).status).toBe(201);
  expect((await ask('plain')).status).toBe(201);
  expect((await ask('markdown')).status).toBe(409);
  expect(await read()).toHaveLength(1);
});

test('a question is found by its words, and none of its beginnings shows the signs', async () => {
  const { client, other, own, theirs, mentor, student } = await makeForum();
  const question = 'The **dead**line is in [the calendar](https://hidden.example.test/where) `today`?';
  const words = 'The deadline is in the calendar today?';
  const asked = await client.post(`${own}/question`, { question, format: 'markdown' });
  const { _id } = asked.body.questions[0];
  const find = async (q: string) => (await client.get(`${own}/questions?q=${q}`)).body.questions;
  const [found] = await find('deadline');
  const { pieces } = found as { pieces: { text: string; found: boolean }[] };
  expect(pieces.map(({ text }) => text).join('')).toBe(words);
  expect(pieces.filter((piece) => piece.found).map(({ text }) => text)).toEqual(['deadline']);
  expect(await find('hidden')).toEqual([]);

  await other.post(`${theirs}/question/${_id}/answer`, { answer: '**Yes**', format: 'markdown' });
  const newest = await client.get(`/api/discussion/answers/${student.email}`);
  expect(newest.body[0].question.beginning).toBe(words);
  expect(newest.body[0].comment.beginning).toBe('Yes');
  const { notices } = (await client.get('/api/notices')).body;
  expect(notices[0].text).toBe(`Someone in your batch answered your question “${words}”`);
  const posts = await mentor.get(`/api/staff/students/${student.email}/posts`);
  expect([posts.status, posts.body[0]?.text]).toEqual([200, words]);
});

test('plain text is found by what it says, signs and addresses too', async () => {
  const { client, own } = await makeForum();
  await client.post(`${own}/question`, { question: 'See [it](https://hidden.example.test/where)' });
  const { questions } = (await client.get(`${own}/questions?q=hidden`)).body;
  expect(questions).toHaveLength(1);
});
