import { expect, test } from 'vitest';
import { buildMark, buildSelection, buildStudent, buildSubmission } from '#support/factories';
import { importFiles, refusalOf } from '#support/import-folder';
import { makeTestApp } from '#support/test-app';

const email = 'asha@example.test';
const marks = (...lines: string[]) => ({
  'marks.csv': `email,task,marks,comments,released\n${lines.join('\n')}\n`,
});

async function appWithSubmissions() {
  const app = await makeTestApp();
  const student = await buildStudent(app.context, { email });
  await buildSelection(app.context, {
    account_id: student.id,
    started_at: app.clock.now() - 15 * 86_400_000,
  });
  await buildSubmission(app.context, { account_id: student.id, task: 'week-1', version: 1 });
  const newest = await buildSubmission(app.context, { account_id: student.id, task: 'week-1', version: 2 });
  const client = await app.as(student);
  const week = async () => (await client.get(`/api/students/weeklyStatus/${email}`)).body[0];
  return { app, newest, week };
}

test('the newest version is marked; the student sees it once it is released', async () => {
  const { app, newest, week } = await appWithSubmissions();
  expect(await importFiles(app.context, marks(`${email},week-1,81.5,"Good, on the whole",`))).toEqual({
    marks: '1/0/0',
  });
  expect(await week()).toMatchObject({ state: 'submitted', marks: null });
  const release = marks(`${email},week-1,81.5,,TRUE`);
  expect(await importFiles(app.context, release)).toEqual({ marks: '0/1/0' });
  expect(await importFiles(app.context, release)).toEqual({ marks: '0/0/1' });
  expect(await week()).toMatchObject({ state: 'marked', marks: 81.5, comments: 'Good, on the whole' });
  const { reader } = app.context.database;
  const rows = await reader.selectFrom('marks').selectAll().execute();
  expect(rows).toMatchObject([{ submission_id: newest.id, marked_by: null }]);
  const log = await reader.selectFrom('audit_log').select(['act', 'subject', 'actor_id']).execute();
  const act = { act: 'mark-submission', subject: newest.number, actor_id: null };
  expect(log).toEqual([act, act]);
});

test('an empty released keeps a released mark released', async () => {
  const { app, newest, week } = await appWithSubmissions();
  await buildMark(app.context, { submission_id: newest.id, marks: 50, comments: 'Hm.' });
  await importFiles(app.context, marks(`${email},week-1,60,,`));
  expect(await week()).toMatchObject({ state: 'marked', marks: 60, comments: 'Hm.' });
});

test('a released mark is taken back by a file within ten minutes, and not after that', async () => {
  const { app, week } = await appWithSubmissions();
  await importFiles(app.context, marks(`${email},week-1,60,,true`));
  app.clock.advance(10 * 60_000);
  await importFiles(app.context, marks(`${email},week-1,60,,false`));
  expect((await week()).marks).toBeNull();
  await importFiles(app.context, marks(`${email},week-1,60,,true`));
  app.clock.advance(10 * 60_000 + 1);
  expect(await refusalOf(app.context, marks(`${email},week-1,60,,false`))).toEqual([
    `marks.csv:2:30: the marks of ${email} for week-1 were released more than ten minutes ago and can no longer be withdrawn`,
  ]);
  expect((await week()).marks).toBe(60);
});

test.each(['week1', 'Week 1', 'WEEK-1', '1', 'w1'])(
  'the task may be written %j, in a list as spreadsheets save it',
  async (task) => {
    const { app } = await appWithSubmissions();
    const text = `Mail ID;Week;Marks;Comments\r\n${email};${task};80;naïve\r\n`;
    expect(await importFiles(app.context, { 'marks.csv': Buffer.from(text, 'latin1') })).toEqual({
      marks: '1/0/0',
    });
    expect(await app.context.database.reader.selectFrom('marks').select('comments').execute()).toEqual([
      { comments: 'naïve' },
    ]);
  },
);

test.each([
  [`${email},week-2,80,,`, `marks.csv:2:19: ${email} has not submitted week-2, so it cannot be marked`],
  ['who@example.test,week-1,80,,', 'marks.csv:2:1: there is no student with the email who@example.test'],
  [
    `${email},week-5,80,,`,
    'marks.csv:2:19: "task" must be one of week-1, week-2, week-3, week-4, final, viva',
  ],
  [`${email},week-1,101,,`, 'marks.csv:2:26: "marks" must be a number from 0 to 100'],
  [`${email},week-1,,,`, 'marks.csv:2:26: "marks" must be a number from 0 to 100'],
  [`${email},week-1,80,,maybe`, 'marks.csv:2:30: "released" must be true or false, or empty'],
  [`${email},week-1,80,,\n${email},week-1,81,,`, `marks.csv:3:19: ${email} and week-1 appear twice`],
])('%j is refused with its line, and nothing is marked', async (lines, fault) => {
  const { app } = await appWithSubmissions();
  expect(await refusalOf(app.context, marks(lines))).toEqual([fault]);
  expect(await app.context.database.reader.selectFrom('marks').selectAll().execute()).toEqual([]);
});

test('with a column status a row may be for a student who has submitted nothing; empty is marked', async () => {
  const { app, newest } = await appWithSubmissions();
  const withStatus = (...lines: string[]) => ({
    'marks.csv': `email,task,marks,comments,released,status\n${lines.join('\n')}\n`,
  });
  const rows = withStatus(
    `${email},week-1,81,,true,`,
    `${email},week-2,,Ill,true,Absent`,
    `${email},week-3,,,,not submitted`,
    `${email},week-4,50,,true,excused`,
    `${email},viva,64,Spoke well,true,`,
  );
  await expect(importFiles(app.context, rows)).rejects.toThrow(/Week 3 is not open yet/);
  expect(await app.context.database.reader.selectFrom('marks').select('marks').execute()).toEqual([]);
  app.clock.advance(30 * 86_400_000);
  expect(await importFiles(app.context, rows)).toEqual({ marks: '5/0/0' });
  expect(await importFiles(app.context, rows)).toEqual({ marks: '0/0/5' });
  const { reader } = app.context.database;
  expect(await reader.selectFrom('marks').select(['submission_id', 'marks']).execute()).toEqual([
    { submission_id: newest.id, marks: 81 },
  ]);
  const columns = ['task', 'status', 'marks', 'comments', 'released', 'recorded_by'] as const;
  expect(await reader.selectFrom('recorded_marks').orderBy('task').select(columns).execute()).toEqual([
    { task: 'viva', status: 'marked', marks: 64, comments: 'Spoke well', released: 1, recorded_by: null },
    { task: 'week-2', status: 'absent', marks: 0, comments: 'Ill', released: 1, recorded_by: null },
    { task: 'week-3', status: 'not_submitted', marks: 0, comments: '', released: 0, recorded_by: null },
    { task: 'week-4', status: 'excused', marks: null, comments: '', released: 1, recorded_by: null },
  ]);
  expect(await importFiles(app.context, withStatus(`${email},viva,70,,,marked`))).toEqual({ marks: '0/1/0' });
  expect(await refusalOf(app.context, withStatus(`${email},viva,,,,`, `${email},week-2,,,,lost`))).toEqual([
    expect.stringMatching(/marks\.csv:2:.*must be a number from 0 to 100/),
    expect.stringMatching(/marks\.csv:3:.*must be one of marked, not_submitted, absent, excused, or empty/),
  ]);
});

test('without that column everybody must have submitted, as before', async () => {
  const { app } = await appWithSubmissions();
  expect(await refusalOf(app.context, marks(`${email},week-2,60,,`))).toEqual([
    `marks.csv:2:19: ${email} has not submitted week-2, so it cannot be marked`,
  ]);
});
