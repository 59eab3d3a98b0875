import { Readable } from 'node:stream';
import { expect, onTestFinished, test } from 'vitest';
import { limits } from '#contract/limits';
import { messages } from '#contract/messages';
import {
  buildBatch,
  buildMentor,
  buildProject,
  buildQuestion,
  buildSelection,
  buildStudent,
} from '#support/factories';
import { comments, dayMs, file, links, makeStudentFixture, week } from '#support/student-fixture';
import { makeTestApp, type Client, type FormParts } from '#support/test-app';
import { webBuild } from '#support/web-build';

const withPages = () => ({ app: { pages: webBuild() } });

/** Posts a form as a browser without scripts does. */
const post = (client: Client, url: string, fields: Record<string, string>, site = 'same-origin') =>
  client.send({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': site },
    payload: new URLSearchParams(fields).toString(),
  });

/** The first element of a page that a pattern names, without its tags. */
const textOf = (html: string, pattern: RegExp) =>
  pattern
    .exec(html)?.[1]
    ?.replaceAll(/<!--.*?-->/g, '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll('&#x27;', "'") ?? '';
const alertOf = (html: string) => textOf(html, /role="alert"[^>]*>(.*?)<\/div><\/div>/s);
const typedIn = (html: string, name: string) =>
  textOf(html, new RegExp(`<textarea[^>]*name="${name}"[^>]*>([^<]*)</textarea>`));
const keysOf = (html: string) =>
  [...html.matchAll(/name="Idempotency-Key" (?:autoComplete="off" )?value="([^"]*)"/gi)].map(
    ([, key]) => key,
  );

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
  const unticked = await post(client, url, {});
  expect([unticked.status, alertOf(unticked.body)]).toEqual([
    400,
    expect.stringContaining(messages.acceptTerms),
  ]);
  expect(await selections()).toEqual([]);

  const chosen = await post(client, url, { accept: 'on' });
  expect([chosen.status, chosen.headers['location']]).toEqual([
    303,
    '/ProjectDashboard1?notice=project-selected',
  ]);
  const again = await post(client, url, { accept: 'on' });
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
  const refused = await post(client, `/projectDetails/${other.id}`, { accept: 'on' });
  const { body } = await client.post('/api/students/selectProject', {
    sp_id: (await context.database.reader.selectFrom('accounts').select('email').executeTakeFirstOrThrow())
      .email,
    p_id: other.id,
  });
  expect([refused.status, alertOf(refused.body)]).toEqual([400, expect.stringContaining(body.message)]);
  const low = await buildStudent(context, { batch_id: batch.id, exit_score: 49 });
  const score = await post(await as(low), url, { accept: 'on' });
  expect([score.status, alertOf(score.body)]).toEqual([400, expect.stringContaining(messages.exitScoreLow)]);
  expect(score.body).toMatch(/<input[^>]*name="accept"[^>]*checked=""/);
  expect((await post(client, url, { accept: 'on' }, 'cross-site')).status).toBe(403);
  const mentor = await as(await buildMentor(context, [batch.id]));
  expect((await post(mentor, url, { accept: 'on' })).status).toBe(403);
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
  const asked = await post(client, url, { question: ' How?\r\nAnd why? ' });
  const [, question] = await rows('questions');
  expect(question?.text).toBe('How?\nAnd why?');
  expect([asked.status, asked.headers['location']]).toEqual([303, `${url}#question-${question?.id}`]);
  const said = await post(client, url, { questionId, answer: 'So.' });
  expect([said.status, said.headers['location']]).toEqual([303, `${url}#question-${questionId}`]);
  const mentor = await as(await buildMentor(context, [batch.id]));
  expect((await post(mentor, url, { questionId, answer: 'Indeed.' })).status).toBe(303);
  expect((await rows('comments')).map(({ text }) => text)).toEqual(['So.', 'Indeed.']);
  const page = (await client.get(url)).body;
  expect(page).toContain(`id="question-${question?.id}"`);
  expect(page).toContain('Indeed.');
});

test('what is empty after trimming is ignored', async () => {
  const { client, questionId, rows, url } = await makeDiscussion();
  for (const fields of [{}, { question: ' \r\n' }, { questionId }, { questionId, answer: '  ' }]) {
    const answer = await post(client, url, fields as Record<string, string>);
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
  const answers = [await post(client, url, asked), await post(client, url, asked)];
  expect(new Set(answers.map(({ headers }) => headers['location'])).size).toBe(1);
  const said = { 'Idempotency-Key': commentKey, questionId, answer: 'So.' };
  await post(client, url, said);
  await post(client, url, said);
  expect(await rows('questions')).toHaveLength(2);
  expect(await rows('comments')).toHaveLength(1);
});

test('a refused question or comment comes back with its text, in its own form only', async () => {
  const { client, context, questionId, rows, url } = await makeDiscussion();
  const long = 'x'.repeat(limits.question + 1);
  const asked = await post(client, url, { question: long });
  expect([asked.status, typedIn(asked.body, 'question'), typedIn(asked.body, 'answer')]).toEqual([
    400,
    long,
    '',
  ]);
  expect(alertOf(asked.body)).toContain('at most 10,000 characters');
  const answer = 'y'.repeat(limits.answer + 1);
  const said = await post(client, url, { questionId, answer });
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
  expect((await post(client, '/discussion/OTHER', { question: 'Mine?' })).status).toBe(403);
  expect((await post(client, url, { questionId: String(id), answer: 'Mine' })).status).toBe(404);
  expect((await post(client, url, { question: 'Mine?' }, 'cross-site')).status).toBe(403);
  expect(await rows('questions')).toHaveLength(2);
  expect(await rows('comments')).toEqual([]);
});

test('other kinds of bodies are refused', async () => {
  const { client, url, rows } = await makeDiscussion();
  const json = { method: 'POST', payload: { comments: { more: 'than a text' } } } as const;
  expect(await client.send({ ...json, url: '/WeeklySubmission' })).toMatchObject({
    status: 415,
    body: { code: 'unsupported_type' },
  });
  expect((await client.form(url, [['question', 'How?']])).status).toBe(415);
  expect((await post(client, '/WeeklySubmission', { selectedWeek: '1' })).status).toBe(415);
  expect(await rows('questions')).toHaveLength(1);
});

const work = [week('1'), links('https://example.test'), file('work'), comments('Mine')] as const;
const kinds = [
  ['/WeeklySubmission', messages.weekSubmitted, 'Week 1'],
  ['/FinalProjectSubmission', messages.finalSubmitted, 'Final project'],
  ['/viva', messages.vivaSubmitted, 'Viva voce'],
] as const;

test.each(kinds)(
  'a hand-in posted to %s leads to its receipt, once for each page',
  async (url, words, task) => {
    const fixture = await makeStudentFixture(29, withPages());
    const { client } = fixture;
    const [key = ''] = keysOf((await client.get(url === '/viva' ? '/viva?form=open' : url)).body) as string[];
    expect(key).toMatch(/^[\w-]{22}-hand-in$/);
    const form: FormParts = [['Idempotency-Key', key], ...work];
    const sent = await client.form(url, form);
    const again = await client.form(url, form);
    const [row] = (await fixture.rows()) as unknown as { number: string; file_sha256: string }[];
    expect(await fixture.rows()).toHaveLength(1);
    for (const { status, headers } of [sent, again])
      expect([status, headers['location']]).toEqual([303, `${url}?receipt=${row?.number}`]);
    const page = await client.get(`${url}?receipt=${row?.number}`);
    expect(page.status).toBe(200);
    const sheet = textOf(page.body, /(<h2>Receipt<\/h2>.*?<\/section>)/s);
    for (const said of [
      row?.number,
      row?.file_sha256,
      'work.txt',
      `${task}, version`,
      '2026-11-21 09:00:00.000 UTC',
    ])
      expect(sheet).toContain(said);
    expect(page.body).toContain(words);
    expect((await client.get(`${url}?receipt=CAP-unknown`)).body).not.toContain(words);
  },
);

test.each<[status: number, words: string, days: number | null, parts: FormParts]>([
  [403, 'opens', 8, [week('2'), ...work.slice(1)]],
  [400, 'The file is empty.', 8, [week('1'), links('https://example.test'), file(''), comments('Mine')]],
  [400, 'Please choose a week', 8, [week('7'), ...work.slice(1)]],
  [413, 'at most 100,000 characters', 8, [...work, ['comments', 'z'.repeat(limits.submissionText + 1)]]],
])(
  'a hand-in that is refused (%d %s) brings back what was typed and keeps nothing',
  async (status, words, days, parts) => {
    const fixture = await makeStudentFixture(days, withPages());
    const answer = await fixture.client.form('/WeeklySubmission', parts);
    expect(answer.status).toBe(status);
    expect(alertOf(answer.body)).toContain(words);
    expect(alertOf(answer.body)).toContain('please pick it again');
    expect([typedIn(answer.body, 'links'), typedIn(answer.body, 'comments')]).toEqual([
      'https://example.test',
      'Mine',
    ]);
    expect(await fixture.rows()).toEqual([]);
    expect([fixture.staged(), fixture.kept()]).toEqual([[], []]);
  },
);

test('a file over the limit is refused as such, and the comments below it come back', async () => {
  const fixture = await makeStudentFixture(8, { ...withPages(), settings: { maxUploadBytes: 1024 * 1024 } });
  const large = file(Buffer.alloc(1024 * 1024 + 1));
  const answer = await fixture.client.form('/WeeklySubmission', [week('1'), large, comments('Mine')]);
  expect([answer.status, typedIn(answer.body, 'comments')]).toEqual([413, 'Mine']);
  expect(alertOf(answer.body)).toContain('at most 1 MB');
  expect(fixture.staged()).toEqual([]);
});

test('while no place is free for an upload, the form comes back with its text', async () => {
  const fixture = await makeStudentFixture(8, {
    ...withPages(),
    uploadConcurrency: { maxConcurrent: 1, maxQueued: 0, maxWaitMs: 10 },
  });
  const release = await fixture.context.uploadLimiter.acquire(new Readable());
  onTestFinished(() => release());
  const answer = await fixture.client.form('/WeeklySubmission', work);
  expect([answer.status, typedIn(answer.body, 'comments')]).toEqual([503, 'Mine']);
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
});

test('a hand-in without a project, from staff, or from another site is refused', async () => {
  const fixture = await makeStudentFixture(null, withPages());
  expect((await fixture.client.form('/WeeklySubmission', work)).status).toBe(409);
  const mentor = await fixture.as(await buildMentor(fixture.context, [fixture.student.batch_id as number]));
  expect((await mentor.form('/WeeklySubmission', work)).status).toBe(403);
  await buildSelection(fixture.context, {
    account_id: fixture.student.id,
    started_at: fixture.clock.now() - 8 * dayMs,
  });
  const foreign = { 'sec-fetch-site': 'cross-site' };
  expect((await fixture.client.form('/WeeklySubmission', work, foreign)).status).toBe(403);
  expect(await fixture.rows()).toEqual([]);
});

test('after the session has ended a form shows what was typed, and nothing else happens', async () => {
  const fixture = await makeStudentFixture(8, withPages());
  const { nobody, context } = fixture;
  const handedIn = await nobody.form('/WeeklySubmission?week=1', work);
  expect(handedIn.status).toBe(401);
  expect(handedIn.body).toContain('Your session has ended');
  expect(handedIn.body).toContain('href="/login?next=%2FWeeklySubmission"');
  for (const typed of ['https://example.test', 'Mine'])
    expect(handedIn.body).toMatch(new RegExp(`<textarea[^>]*readOnly=""[^>]*>${typed}<`));
  const asked = await post(nobody, '/discussion/ANY', { question: 'Why <b>?', 'Idempotency-Key': 'k' });
  expect(asked.status).toBe(401);
  expect(asked.body).toMatch(/<textarea[^>]*readOnly=""[^>]*>Why &lt;b&gt;\?</);
  expect((await post(nobody, '/projectDetails/P001', { accept: 'on' })).status).toBe(401);
  expect((await nobody.get('/WeeklySubmission')).headers['location']).toBe('/login?next=%2FWeeklySubmission');
  expect(await fixture.rows()).toEqual([]);
  expect([fixture.staged(), fixture.kept()]).toEqual([[], []]);
  expect(await context.database.reader.selectFrom('questions').selectAll().execute()).toEqual([]);
});
