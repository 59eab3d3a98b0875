import { expect, test } from 'vitest';
import { dayMs } from '#contract/durations';
import { signedInScreens } from '#contract/signed-in-screens';
import { stepLines } from '#contract/viva-hour/hour';
import { endpoints, type EndpointName } from '#contract/wire/endpoints';
import { dueMailQueue } from '#server/notices/mails/due-mail-queue';
import { sendDailyMails } from '#server/progress/daily-mails/daily-mails';
import { makeFixture, send, table, type Fixture } from '#support/access-table';
import { buildMentor, buildSubmission } from '#support/factories';
import { readZip } from '#support/read-zip';
import { runDue } from '#support/run-due';
import { webBuild } from '#support/web-build';
import { accountOf } from './walk-as-others.ts';

/** What would be gained: the first examiner's marks, before the second has given any. */

const canary = /quixotic|83\.25/i;

/** Of 83.25 together. */
const points = [8.25, 15, 15, 12, 24, 9];

const firstPaper = {
  points: stepLines.map(({ id }, index) => ({ line: id, points: points[index] ?? 0 })),
  words: 'A quixotic answer.',
  questions: [{ step: 'qa', text: 'Why quixotic?', answered: 'not' }],
  incidents: [{ at: null, text: 'A quixotic silence.' }],
};

/** The fixture's mentor is the second examiner; the office and the student wait. */
async function plant({ clients, emails }: Fixture) {
  const url = `/api/staff/vivas/${emails.student}/marks`;
  const given = await clients.examiner.put(url, firstPaper);
  expect(given).toMatchObject({ status: 200, body: { own: { marks: 83.25 } } });
}

/** As much for the student's final project, by one of the two mentors that the batch wants. @returns its address */
async function plantFinal(fixture: Fixture): Promise<string> {
  const { app, clients, batch } = fixture;
  const rule = { how: 'mean', apart: 10, shows_weeks: false, two_mark_final: true };
  const ruled = await clients.administrator.put(`/api/staff/batches/${batch}/viva-rule`, rule);
  expect(ruled.status).toBe(200);
  const { id } = await accountOf(fixture, 'student');
  const { id: batchId } = await app.context.database.reader
    .selectFrom('batches')
    .where('name', '=', batch)
    .select('id')
    .executeTakeFirstOrThrow();
  const { number } = await buildSubmission(app.context, { account_id: id, task: 'final' });
  const first = await app.as(await buildMentor(app.context, [batchId]));
  const address = `/api/staff/submissions/${number}`;
  const given = await first.put(`${address}/own-marks`, {
    points: [{ line: 'marks', points: 83.25 }],
    words: 'A quixotic work.',
  });
  expect(given).toMatchObject({ status: 200, body: { own: { marks: 83.25 } } });
  return address;
}

const last: EndpointName[] = [
  'changePassword',
  'changeEmail',
  'cancelUpload',
  'deleteQuestion',
  'logOut',
  'unplaceViva',
  'placeViva',
  'giveVivaMarks',
];
const names = (Object.keys(table) as EndpointName[]).toSorted(
  (a, b) =>
    Number(last.includes(a)) - Number(last.includes(b)) ||
    Number(endpoints[a].method !== 'GET') - Number(endpoints[b].method !== 'GET'),
);
const roles = ['mentor', 'administrator', 'student'] as const;

test('no mark and no word of the first examiner reaches anybody by a call, record, notice or mail before all gave', async () => {
  const fixture = await makeFixture();
  const { app, clients, emails } = fixture;
  await plant(fixture);
  const final = await plantFinal(fixture);
  for (const of of ['/own-marks', '', '/history'])
    for (const role of ['mentor', 'administrator'] as const) {
      const { status, body } = await clients[role].get(`${final}${of}`);
      expect(status).toBe(200);
      expect(JSON.stringify(body), `${of} of ${role}`).not.toMatch(canary);
    }
  const hour = (await clients.mentor.get(`/api/staff/vivas/${emails.student}/hour`)).body;
  // In order of names: the reader's own is found by its mark.
  const others = (hour.panel as { is_own: boolean; gave: boolean }[]).map(({ is_own, gave }) => [
    is_own,
    gave,
  ]);
  expect(new Map(others as [boolean, boolean][])).toEqual(
    new Map([
      [false, true],
      [true, false],
    ]),
  );
  const packed = await app.app.inject({
    url: `/api/students/record/${emails.student}`,
    headers: { cookie: await app.cookieOf(await accountOf(fixture, 'student')) },
  });
  for (const [file, bytes] of readZip(packed.rawPayload)) expect(`${file} ${bytes}`).not.toMatch(canary);
  for (const name of names)
    for (const role of roles) {
      const { body } = await send(fixture, name, role);
      const text = typeof body === 'string' ? body : JSON.stringify(body ?? '');
      expect(text, `${name}, asked by ${role}`).not.toMatch(canary);
    }
  app.clock.advance(dayMs);
  await runDue(dueMailQueue(app.context));
  await sendDailyMails(app.context, new AbortController().signal);
  const { reader } = app.context.database;
  for (const shown of ['outbox', 'notices', 'audit_log', 'marks', 'recorded_marks', 'jobs'] as const)
    expect(JSON.stringify(await reader.selectFrom(shown).selectAll().execute()), shown).not.toMatch(canary);
});

test('once the second has given marks, both see all of it, and the office and the student nothing', async () => {
  const fixture = await makeFixture();
  const { clients, emails } = fixture;
  await plant(fixture);
  const zero = firstPaper.points.map(({ line }) => ({ line, points: 0 }));
  const given = await clients.mentor.put(`/api/staff/vivas/${emails.student}/marks`, {
    points: zero,
    words: '',
    questions: [],
    incidents: [],
  });
  expect(JSON.stringify(given.body), 'planted').toMatch(/quixotic[^]*83\.25/i);
  for (const name of names.filter((one) => endpoints[one].method === 'GET'))
    for (const role of roles.slice(1)) {
      const { body } = await send(fixture, name, role);
      const text = typeof body === 'string' ? body : JSON.stringify(body ?? '');
      expect(text, `${name}, asked by ${role}`).not.toMatch(canary);
    }
});

test('once the outcome is confirmed, its student reads nothing of it before the release', async () => {
  const fixture = await makeFixture();
  const { app, clients, emails } = fixture;
  await plant(fixture);
  const hour = `/api/staff/vivas/${emails.student}`;
  const zero = firstPaper.points.map(({ line }) => ({ line, points: 0 }));
  await clients.mentor.put(`${hour}/marks`, { points: zero, words: '', questions: [], incidents: [] });
  const outcome = { marks: 41.6, reason: 'A quixotic mean.', comments: 'Quixotic.' };
  for (const examiner of [clients.examiner, clients.mentor])
    expect((await examiner.put(`${hour}/outcome`, outcome)).status).toBe(200);
  const planted = (await clients.administrator.get(`${hour}/records`)).body;
  expect(JSON.stringify(planted), 'planted').toMatch(/quixotic[^]*41\.6|41\.6[^]*quixotic/i);
  const outcomes = new RegExp(`${canary.source}|41\\.6|VIVA-20`, 'i');
  for (const name of names.filter((one) => endpoints[one].method === 'GET')) {
    const { body } = await send(fixture, name, 'student');
    const text = typeof body === 'string' ? body : JSON.stringify(body ?? '');
    expect(text, name).not.toMatch(outcomes);
  }
  const own = `/api/students/vivaRecords/${emails.student}/${planted.records[0].number}`;
  expect((await clients.student.get(own)).status).toBe(404);
  const cookie = await app.cookieOf(await accountOf(fixture, 'student'));
  const url = `/api/students/record/${emails.student}`;
  const { rawPayload } = await app.app.inject({ url, headers: { cookie } });
  for (const [file, bytes] of readZip(rawPayload)) expect(`${file} ${bytes}`).not.toMatch(outcomes);
});

test('no page shows a mark or a word of the first examiner before all gave', { tags: 'full' }, async () => {
  const fixture = await makeFixture({ app: { pages: webBuild() } });
  const { clients, emails, batch, project } = fixture;
  await plant(fixture);
  const values: Record<string, string> = {
    id: project,
    p_id: project,
    batch,
    s_id: emails.student,
    task: 'viva',
  };
  const addresses = signedInScreens.map(({ pattern }) =>
    pattern.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(values[name] ?? name)),
  );
  for (const address of addresses)
    for (const role of roles) {
      const { body } = await clients[role].get(address, { accept: 'text/html' });
      expect(String(body), `${address}, opened by ${role}`).not.toMatch(canary);
    }
});
