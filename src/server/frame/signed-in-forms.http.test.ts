import { expect, test } from 'vitest';
import { limits } from '#contract/limits';
import { messages } from '#contract/messages';
import { studentMessages } from '#contract/student-messages';
import {
  buildBatch,
  buildMentor,
  buildProject,
  buildQuestion,
  buildStudent,
  buildSubmission,
} from '#support/factories';
import { alertOf, keysOf, postForm, typedIn } from '#support/posted-forms';
import { makeTestApp, type Answer } from '#support/test-app';
import { webBuild } from '#support/web-build';

const withPages = () => ({ app: { pages: webBuild() } });

async function makeChoice() {
  const app = await makeTestApp(withPages());
  const { context } = app;
  const batch = await buildBatch(context);
  const student = await buildStudent(context, { batch_id: batch.id });
  const project = await buildProject(context, { course_id: batch.course_id });
  const selections = () => context.database.reader.selectFrom('selections').selectAll().execute();
  return {
    ...app,
    batch,
    student,
    client: await app.as(student),
    project,
    url: `/projectDetails/${project.id}`,
    selections,
  };
}

test('a project is chosen once the box is ticked, and once only', async () => {
  const { client, url, project, selections } = await makeChoice();
  const unticked = await postForm(client, url, {});
  expect([unticked.status, alertOf(unticked.body)]).toEqual([
    400,
    expect.stringContaining(studentMessages.acceptTerms),
  ]);
  expect(await selections()).toEqual([]);

  const chosen = await postForm(client, url, { accept: 'on' });
  expect([chosen.status, chosen.headers['location']]).toEqual([
    303,
    '/ProjectDashboard1?notice=project-selected',
  ]);
  const again = await postForm(client, url, { accept: 'on' });
  expect([again.status, again.headers['location']]).toEqual([
    303,
    '/ProjectDashboard1?notice=project-selected-before',
  ]);
  expect(await selections()).toMatchObject([{ project_id: project.id }]);

  for (const [address, words] of [
    [chosen.headers['location'], messages.projectSelected],
    [again.headers['location'], messages.projectAlreadySelected],
  ] as const) {
    const page = await client.get(String(address));
    expect(page.status).toBe(200);
    expect(page.body).toContain(words);
    expect(page.body).toContain(project.name);
  }
});

test('what the call refuses the form refuses too, in the same words and with the tick', async () => {
  const { client, as, context, batch, url, selections } = await makeChoice();
  const other = await buildProject(context);
  const refused = await postForm(client, `/projectDetails/${other.id}`, { accept: 'on' });
  const { body } = await client.post('/api/students/selectProject', {
    sp_id: (await context.database.reader.selectFrom('accounts').select('email').executeTakeFirstOrThrow())
      .email,
    p_id: other.id,
  });
  // The screen of another course's project says so in place of the form.
  expect(body.message).toBe('This project belongs to another course.');
  expect([refused.status, refused.body]).toEqual([
    400,
    expect.stringMatching(/belongs to another course<\/h2>/),
  ]);
  const low = await buildStudent(context, { batch_id: batch.id, exit_score: 49 });
  const score = await postForm(await as(low), url, { accept: 'on' });
  expect([score.status, alertOf(score.body)]).toEqual([
    400,
    expect.stringContaining(studentMessages.exitScoreLow),
  ]);
  expect(score.body).toMatch(/<input[^>]*name="accept"[^>]*checked=""/);
  expect((await postForm(client, url, { accept: 'on' }, { 'sec-fetch-site': 'cross-site' })).status).toBe(
    403,
  );
  const mentor = await as(await buildMentor(context, [batch.id]));
  expect((await postForm(mentor, url, { accept: 'on' })).status).toBe(403);
  expect(await selections()).toEqual([]);
});

async function makeDiscussion() {
  const app = await makeTestApp(withPages());
  const { context } = app;
  const batch = await buildBatch(context, { name: 'MERN-2026-11' });
  const student = await buildStudent(context, { batch_id: batch.id });
  const { id } = await buildQuestion(context, { batch_id: batch.id, author_id: student.id });
  const rows = (table: 'questions' | 'comments') =>
    context.database.reader.selectFrom(table).selectAll().orderBy('id').execute();
  const url = '/discussion/MERN-2026-11';
  return { ...app, batch, student, client: await app.as(student), questionId: String(id), rows, url };
}

test('a question and a comment are posted, and the answer leads to where they stand', async () => {
  const { client, as, context, batch, questionId, rows, url } = await makeDiscussion();
  const asked = await postForm(client, url, { question: ' How?\r\nAnd why? ' });
  const [, question] = await rows('questions');
  expect(question?.text).toBe('How?\nAnd why?');
  expect([asked.status, asked.headers['location']]).toEqual([303, `${url}#question-${question?.id}`]);
  const said = await postForm(client, url, { questionId, answer: 'So.' });
  expect([said.status, said.headers['location']]).toEqual([303, `${url}/${questionId}`]);
  const mentor = await as(await buildMentor(context, [batch.id]));
  expect((await postForm(mentor, url, { questionId, answer: 'Indeed.' })).status).toBe(303);
  expect((await rows('comments')).map(({ text }) => text)).toEqual(['So.', 'Indeed.']);
  const page = (await client.get(url)).body;
  expect(page).toContain(`id="question-${question?.id}"`);
  expect(page).toContain(`href="${url}/${questionId}"`);
  expect((await client.get(`${url}/${questionId}`)).body).toContain('Indeed.');
  // What is posted on a question's own page leads back there.
  const there = await postForm(client, `${url}/${questionId}`, { questionId, answer: ' ' });
  expect([there.status, there.headers['location']]).toEqual([303, `${url}/${questionId}`]);
});

test('what is empty after trimming is ignored', async () => {
  const { client, questionId, rows, url } = await makeDiscussion();
  for (const fields of [{}, { question: ' \r\n' }, { questionId }, { questionId, answer: '  ' }]) {
    const answer = await postForm(client, url, fields as Record<string, string>);
    expect([answer.status, answer.headers['location']]).toEqual([303, url]);
  }
  expect(await rows('questions')).toHaveLength(1);
  expect(await rows('comments')).toEqual([]);
});

test('each form of each page has a key of its own, which does one thing however often it comes', async () => {
  const { client, questionId, rows, url } = await makeDiscussion();
  const first = keysOf((await client.get(url)).body);
  const second = keysOf((await client.get(url)).body);
  expect(first).toHaveLength(2);
  expect(new Set([...first, ...second]).size).toBe(4);
  const [askKey = '', commentKey = ''] = first as string[];
  const asked = { 'Idempotency-Key': askKey, question: 'How?' };
  const answers = [await postForm(client, url, asked), await postForm(client, url, asked)];
  expect(new Set(answers.map(({ headers }) => headers['location'])).size).toBe(1);
  const said = { 'Idempotency-Key': commentKey, questionId, answer: 'So.' };
  await postForm(client, url, said);
  await postForm(client, url, said);
  expect(await rows('questions')).toHaveLength(2);
  expect(await rows('comments')).toHaveLength(1);
});

test('a refused question or comment comes back with its text, in its own form only', async () => {
  const { client, context, questionId, rows, url } = await makeDiscussion();
  const long = 'x'.repeat(limits.question + 1);
  const asked = await postForm(client, url, { question: long });
  expect([asked.status, typedIn(asked.body, 'question'), typedIn(asked.body, 'answer')]).toEqual([
    400,
    long,
    '',
  ]);
  expect(alertOf(asked.body)).toContain('at most 10,000 characters');
  const answer = 'y'.repeat(limits.answer + 1);
  const said = await postForm(client, url, { questionId, answer });
  expect([said.status, typedIn(said.body, 'question'), typedIn(said.body, 'answer')]).toEqual([
    400,
    '',
    answer,
  ]);

  const foreign = await buildBatch(context, { name: 'OTHER' });
  const { id } = await buildQuestion(context, {
    batch_id: foreign.id,
    author_id: (await buildStudent(context, { batch_id: foreign.id })).id,
  });
  expect((await postForm(client, '/discussion/OTHER', { question: 'Mine?' })).status).toBe(403);
  expect((await postForm(client, url, { questionId: String(id), answer: 'Mine' })).status).toBe(404);
  expect(
    (await postForm(client, url, { question: 'Mine?' }, { 'sec-fetch-site': 'cross-site' })).status,
  ).toBe(403);
  expect(await rows('questions')).toHaveLength(2);
  expect(await rows('comments')).toEqual([]);
});

test('other kinds of bodies are refused', async () => {
  const { client, rows } = await makeDiscussion();
  const json = { method: 'POST', payload: { comments: { more: 'than a text' } } } as const;
  expect(await client.send({ ...json, url: '/WeeklySubmission' })).toMatchObject({
    status: 415,
    body: { code: 'unsupported_type' },
  });
  expect(await rows('questions')).toHaveLength(1);
});

test('a form of another type, or too large, is answered with a page that says what is allowed', async () => {
  const { client, url, rows } = await makeDiscussion();
  const expectPage = ({ status, headers, body }: Answer, expected: number, words: string) => {
    expect([status, headers['content-type']]).toEqual([expected, 'text/html; charset=utf-8']);
    expect(body).toContain(words);
    expect(body).toContain('Your form was not sent');
  };
  const other = 'This form must be sent as';
  expectPage(
    await client.form(url, [['question', 'How?']]),
    415,
    `${other} application/x-www-form-urlencoded.`,
  );
  for (const screen of ['/WeeklySubmission', '/FinalProjectSubmission', '/viva']) {
    const page = `${other} multipart/form-data.`;
    expectPage(await postForm(client, screen, { comments: 'Mine' }), 415, page);
    const plain = { 'content-type': 'text/plain' };
    expectPage(await postForm(client, screen, { comments: 'Mine' }, plain), 415, page);
  }
  const long = { question: 'x'.repeat(2 * 1024 * 1024) };
  expectPage(await postForm(client, url, long), 413, 'The request is too large.');
  expect(await rows('questions')).toHaveLength(1);
});

test('a question is edited at an address of its own, and what is refused comes back there', async () => {
  const { client, url, rows, questionId: id } = await makeDiscussion();
  const [{ text: before } = { text: '' }] = (await rows('questions')) as { text: string }[];
  const edit = `${url}?edit=${id}`;
  const { body } = await client.get(edit);
  expect(typedIn(body, 'question')).toBe(before);
  expect(body).toContain('Update Query');
  expect((await client.get(`${url}?edit=999`)).body).not.toContain('Update Query');
  const long = 'z'.repeat(limits.question + 1);
  const refused = await postForm(client, edit, { editId: id, question: long });
  expect([refused.status, typedIn(refused.body, 'question')]).toEqual([400, long]);
  expect(refused.body.match(/zzz/g)?.length, 'in its own form only').toBeGreaterThan(0);
  const edited = await postForm(client, edit, { editId: id, question: 'How, and why?' });
  expect([edited.status, edited.headers['location']]).toEqual([303, `${url}/${id}`]);
  expect(await rows('questions')).toMatchObject([{ text: 'How, and why?' }]);
  await postForm(client, edit, { editId: id, question: '  ' });
  expect(await rows('questions')).toMatchObject([{ text: 'How, and why?' }]);
});

async function makeMarking() {
  const app = await makeTestApp(withPages());
  const batch = await buildBatch(app.context);
  const student = await buildStudent(app.context, { batch_id: batch.id });
  const { number } = await buildSubmission(app.context, { account_id: student.id });
  const mentor = await buildMentor(app.context, [batch.id]);
  const marks = () =>
    app.context.database.reader.selectFrom('marks').select(['marks', 'comments', 'released']).execute();
  return { ...app, student, number, client: await app.as(mentor), marks };
}

test('a mark is saved and released, and a refused one comes back with its words', async () => {
  const { client, number, marks } = await makeMarking();
  const url = '/staff?state=all';
  const refused = await postForm(client, url, { number, marks: '101', comments: 'Well.', released: 'no' });
  expect(refused.status).toBe(400);
  expect(alertOf(refused.body)).toContain('Enter a number from 0 to 100.');
  expect(refused.body).toMatch(/<input[^>]*name="marks"[^>]*value="101"/);
  expect(typedIn(refused.body, 'comments')).toBe('Well.');
  expect(await marks()).toEqual([]);
  const saved = await postForm(client, url, { number, marks: '82', comments: ' Well. ', released: 'no' });
  expect([saved.status, saved.headers['location']]).toEqual([303, `${url}&open=${number}&notice=mark-saved`]);
  expect(await marks()).toMatchObject([{ marks: 82, comments: 'Well.', released: 0 }]);
  await postForm(client, '/staff', { number, marks: '82', comments: 'Well.', released: 'yes' });
  expect(await marks()).toMatchObject([{ marks: 82, released: 1 }]);
});

test('nobody marks by form who may not by call', async () => {
  const { as, student, nobody, number, marks, context } = await makeMarking();
  const other = await buildMentor(context, [(await buildBatch(context)).id]);
  const fields = { number, marks: '82', comments: '', released: 'yes' };
  expect((await postForm(await as(student), '/staff', fields)).status).toBe(403);
  expect((await postForm(await as(other), '/staff', fields)).status).toBe(403);
  expect((await postForm(nobody, '/staff', fields)).status).toBe(401);
  const cross = { 'sec-fetch-site': 'cross-site' };
  expect((await postForm(await as(other), '/staff', fields, cross)).status).toBe(403);
  expect(await marks()).toEqual([]);
});

test('one logs out without a script, also where the session has ended, but not by an unknown form', async () => {
  const { as, nobody, cookieOf, app, student } = await makeMarking();
  const cookie = await cookieOf(student);
  const logOut = () =>
    app.inject({
      method: 'POST',
      url: '/account',
      headers: {
        cookie,
        'content-type': 'application/x-www-form-urlencoded',
        'sec-fetch-site': 'same-origin',
      },
      payload: '',
    });
  const fromAnotherVersion = await postForm(await as(student), '/account', { act: 'constructor' });
  expect(fromAnotherVersion.status).toBe(400);
  expect((await app.inject({ url: '/account', headers: { cookie } })).statusCode).toBe(200);
  const answer = await logOut();
  expect([answer.statusCode, answer.headers.location]).toEqual([303, '/']);
  expect(String(answer.headers['set-cookie'])).toMatch(/capstone=;.*(?:Max-Age=0|Expires=Thu, 01 Jan 1970)/i);
  expect((await app.inject({ url: '/account', headers: { cookie } })).statusCode).toBe(302);
  expect((await logOut()).headers.location).toBe('/');
  expect((await postForm(nobody, '/account', {}, { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
});

test('a form posted to a screen that has none is refused with a page', async () => {
  const app = await makeTestApp(withPages());
  const batch = await buildBatch(app.context);
  const client = await app.as(await buildMentor(app.context, [batch.id]));
  const answer = await postForm(client, '/staff/exports', { name: 'x' });
  expect(answer.status).toBe(405);
  expect(answer.headers['content-type']).toContain('text/html');
  expect(answer.body).toMatch(/<h1[^>]*>(?:<[^>]*>)*[^<]+</);
});
