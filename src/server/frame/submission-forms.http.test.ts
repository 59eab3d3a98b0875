import { Readable } from 'node:stream';
import { expect, onTestFinished, test } from 'vitest';
import { limits } from '#contract/limits';
import { studentMessages } from '#contract/student-messages';
import { buildMentor, buildSelection } from '#support/factories';
import { alertOf, keysOf, postForm, textOf, typedIn } from '#support/posted-forms';
import { comments, dayMs, file, links, makeStudentFixture, week } from '#support/student-fixture';
import type { FormParts } from '#support/encode-form';
import { webBuild } from '#support/web-build';

const withPages = () => ({ app: { pages: webBuild() } });

const work = [week('1'), links('https://example.test'), file('work'), comments('Mine')] as const;
const kinds = [
  ['/WeeklySubmission', studentMessages.weekSubmitted, 'Week 1'],
  ['/FinalProjectSubmission', studentMessages.finalSubmitted, 'Final project'],
  ['/viva', studentMessages.vivaSubmitted, 'Viva voce'],
] as const;

test.each(kinds)(
  'a submission posted to %s leads to its receipt, once for each page',
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
  'a submission that is refused (%d %s) brings back what was typed and keeps nothing',
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

test('beyond what one may submit within a day, the form comes back with its text and says so', async () => {
  const fixture = await makeStudentFixture(8, { ...withPages(), settings: { submissionsADay: 1 } });
  expect((await fixture.client.form('/WeeklySubmission', work)).status).toBe(303);
  const answer = await fixture.client.form('/WeeklySubmission', work);
  expect([answer.status, typedIn(answer.body, 'comments')]).toEqual([429, 'Mine']);
  expect(answer.headers['retry-after']).toBe('86400');
  expect(alertOf(answer.body)).toMatch(/the limit of 1 submissions a day.*Please try again in 24 hours/s);
});

test('a submission without a project, from staff, or from another site is refused', async () => {
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
  const submitted = await nobody.form('/WeeklySubmission?week=1', work);
  expect(submitted.status).toBe(401);
  expect(submitted.body).toContain('You have been logged out');
  expect(submitted.body).toContain('href="/login?next=%2FWeeklySubmission"');
  for (const typed of ['https://example.test', 'Mine'])
    expect(submitted.body).toMatch(new RegExp(`<textarea[^>]*readOnly=""[^>]*>${typed}<`));
  const asked = await postForm(nobody, '/discussion/ANY', { question: 'Why <b>?', 'Idempotency-Key': 'k' });
  expect(asked.status).toBe(401);
  expect(asked.body).toMatch(/<textarea[^>]*readOnly=""[^>]*>Why &lt;b&gt;\?</);
  expect((await postForm(nobody, '/projectDetails/P001', { accept: 'on' })).status).toBe(401);
  expect((await nobody.get('/WeeklySubmission')).headers['location']).toBe('/login?next=%2FWeeklySubmission');
  expect(await fixture.rows()).toEqual([]);
  expect([fixture.staged(), fixture.kept()]).toEqual([[], []]);
  expect(await context.database.reader.selectFrom('questions').selectAll().execute()).toEqual([]);
});
