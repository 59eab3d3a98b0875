import { expect, test } from 'vitest';
import { isExaminerScreen, publicPaths } from '#contract/screens';
import { signedInScreens } from '#contract/signed-in-screens';
import { endpoints, type EndpointName } from '#contract/wire/endpoints';
import { isOpenToExaminers } from '#server/accounts/examiner-calls';
import { buildViva } from '#support/factories';
import { makeFixture, send, table, type Fixture } from '#support/access-table';
import { ownWords, plantStaffWords, staffWords } from '#support/staff-words';
import { webBuild } from '#support/web-build';
import { accountOf } from './walk-as-others.ts';

const names = Object.keys(table) as EndpointName[];

/** A second list, so that nobody opens a call to examiners in passing. */
test('examiners may call what their vivas need, and nothing else of the academy', () => {
  expect(names.filter((name) => isOpenToExaminers(endpoints[name])).toSorted()).toEqual([
    'confirmVivaOutcome',
    'giveVivaMarks',
    'listFileEntries',
    'listOwnVivas',
    'listVivaRecords',
    'readFile',
    'readFilePreview',
    'readFileText',
    'readPanelQuestions',
    'readReceipt',
    'readSignedVivaRecord',
    'readViva',
    'readVivaDay',
    'readVivaHour',
    'recordAttendance',
    'setVivaDelay',
    'undoAttendance',
  ]);
});

const phone = '9000000001';

/** Marks, notes, reasons, posts and requests about the student, whose viva is still without a result. */
async function plant(fixture: Fixture): Promise<void> {
  await plantStaffWords(fixture);
  const { app, clients, emails } = fixture;
  const viva = `/api/staff/students/${emails.student}/tasks/viva/recorded`;
  const given = { status: 'absent', marks: null, comments: 'canary-own-2b9d absent' };
  const withdrawn = { ...given, released: false, began: { released: true } };
  expect((await clients.mentor.put(viva, withdrawn)).status).toBe(200);
  // Another panel examines on the same day.
  for (const [student, member] of [
    ['student', 'examiner'],
    ['classmate', 'administrator'],
  ] as const)
    await buildViva(app.context, {
      batch_id: await batchOf(fixture),
      account_id: (await accountOf(fixture, student)).id,
      panel: [(await accountOf(fixture, member)).id],
    });
  await app.context.database.transaction((writer) =>
    writer.updateTable('accounts').set({ phone }).where('role', '=', 'student').execute(),
  );
}

const batchOf = async ({ app, batch }: Fixture) =>
  (
    await app.context.database.reader
      .selectFrom('batches')
      .where('name', '=', batch)
      .select('id')
      .executeTakeFirstOrThrow()
  ).id;

const accept = { accept: 'text/html' };

test('no call and no page tells an examiner of marks, notes, phones, the forum or another person', async () => {
  const fixture = await makeFixture({ app: { pages: webBuild() } });
  const { clients, emails, batch, project, app } = fixture;
  await plant(fixture);
  const others = [emails.classmate, emails.outsider, emails.foreignMentor, emails.administrator];
  const check = (text: string, what: string) => {
    expect.soft(text, what).not.toMatch(staffWords);
    expect.soft(text, what).not.toMatch(ownWords);
    for (const one of [phone, ...others]) expect.soft(text, `${what}: ${one}`).not.toContain(one);
  };
  expect((await clients.examiner.get(`/api/staff/vivas/${emails.student}`)).status).toBe(200);
  for (const name of names.filter((one) => endpoints[one].method === 'GET')) {
    const { body } = await send(fixture, name, 'examiner');
    check(typeof body === 'string' ? body : JSON.stringify(body ?? ''), name);
  }
  const values: Record<string, string> = { id: project, p_id: project, batch, s_id: emails.student };
  const addressOf = (pattern: string) =>
    pattern.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(values[name] ?? name));
  const screens = signedInScreens.map(({ pattern }) => addressOf(pattern));
  for (const address of [
    ...screens,
    ...publicPaths,
    `/staff/students/${emails.student}/as/StudentDashboard`,
  ]) {
    const page = await clients.examiner.get(address, accept);
    check(String(page.body), address);
    // All that they may open leads somewhere; the rest leads to their vivas.
    if (screens.includes(address) && !isExaminerScreen(address.toLowerCase()))
      expect.soft([address, page.headers.location]).toEqual([address, '/staff/vivas']);
    check(String((await clients.examiner.get(`${address}.data`, accept)).body), `${address}.data`);
  }
  const papers = await clients.examiner.get(`/staff/vivas/${emails.student}`, accept);
  expect(papers.body).toContain('Week 1');
  for (const stream of [
    `/api/discussion/discussion/${batch}/events`,
    `/api/discussion/private/${batch}/events`,
  ]) {
    const url = `${stream}?after=0`;
    const cookie = await app.cookieOf(await accountOf(fixture, 'examiner'));
    expect((await app.app.inject({ url, headers: { cookie } })).statusCode, stream).toBe(403);
  }
});
