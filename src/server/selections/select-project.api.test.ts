import { expect, test } from 'vitest';
import {
  buildAdministrator,
  buildBatch,
  buildCourse,
  buildMentor,
  buildProject,
  buildSelection,
  buildStudent,
} from '#support/factories';
import { makeTestApp } from '#support/test-app';
import { insertSelection } from './insert-selection.ts';

const url = '/api/students/selectProject';
const scoreTooLow = "You can't select a project as your exit score is below 50";

async function makeChoice(overrides: { exit_score?: number | null; batch_id?: null } = {}) {
  const app = await makeTestApp();
  const { context } = app;
  const course = await buildCourse(context);
  const batch = await buildBatch(context, { course_id: course.id });
  await buildProject(context, { id: 'P001', course_id: course.id, name: 'Loan Desk' });
  await buildProject(context, { id: 'P002', course_id: course.id });
  await buildProject(context, { id: 'P900' });
  const student = await buildStudent(context, { batch_id: batch.id, name: 'Asha', ...overrides });
  const client = await app.as(student);
  const choose = (p_id: unknown, rest: object = {}) =>
    client.post(url, { sp_id: student.email, p_id, ...rest });
  const read = async () => (await client.get(`/api/students/studentswithprojects/${student.email}`)).body;
  return { ...app, batch, student, client, choose, read };
}

test('a choice answers 201 with the server’s own names and instant', async () => {
  const { choose, student, read, clock } = await makeChoice();
  expect(await read()).toEqual([]);
  const answer = await choose('P001', {
    sp_name: 'Somebody',
    p_name: 'Anything',
    start_date: '2020-01-01T00:00:00.000Z',
  });
  const selection = {
    sp_id: student.email,
    sp_name: 'Asha',
    p_id: 'P001',
    p_name: 'Loan Desk',
    start_date: new Date(clock.now()).toISOString(),
  };
  expect(answer.status).toBe(201);
  expect(answer.body).toEqual({ message: expect.stringMatching(/\w/), ...selection });
  expect(await read()).toEqual([selection]);
});

test('a project is chosen by its id in any case, an exact one first', async () => {
  const { choose, context, student } = await makeChoice();
  expect((await choose('p00')).status).toBe(400);
  expect(await choose('p001')).toMatchObject({ status: 201, body: { p_id: 'P001', p_name: 'Loan Desk' } });
  const row = await context.database.reader
    .selectFrom('selections')
    .where('account_id', '=', student.id)
    .select('project_id')
    .executeTakeFirst();
  expect(row?.project_id).toBe('P001');
});

test('whoever has a project gets it back unchanged, whatever the request says', async () => {
  const { choose, clock, read } = await makeChoice();
  const first = await choose('P001');
  clock.advance(60_000);
  for (const p_id of ['P001', 'P002', 'P900', 'UNKNOWN']) {
    const again = await choose(p_id);
    expect(again.status, p_id).toBe(200);
    expect(again.body).toEqual({ ...first.body, message: expect.stringMatching(/\w/) });
  }
  expect(await read()).toHaveLength(1);
});

test('a score that falls afterwards takes nothing away', async () => {
  const { choose, context, student } = await makeChoice({ exit_score: 80 });
  await choose('P001');
  await context.database.transaction((writer) =>
    writer.updateTable('accounts').set({ exit_score: 10 }).where('id', '=', student.id).execute(),
  );
  expect((await choose('P001')).status).toBe(200);
});

test('a request without sp_id or p_id is refused before anything else', async () => {
  const { client, student, read } = await makeChoice({ exit_score: 10 });
  const other = 'other@example.test';
  for (const body of [
    {},
    { p_id: 'P001' },
    { sp_id: other },
    { sp_id: student.email, p_id: '' },
    { sp_id: ' ', p_id: 'P001' },
    { sp_id: other, p_id: null },
    { sp_id: 5, p_id: 'P001' },
    { sp_id: student.email, p_id: ['P001'] },
    { sp_id: student.email, p_id: { $gt: '' } },
    [],
  ]) {
    expect((await client.post(url, body)).status, JSON.stringify(body)).toBe(400);
  }
  expect((await client.post(url)).status).toBe(400);
  expect(await read()).toEqual([]);
});

test('nobody chooses for somebody else, staff neither', async () => {
  const { context, as, batch, student, nobody, read } = await makeChoice();
  const body = { sp_id: student.email, p_id: 'P001' };
  const others = [
    await buildStudent(context, { batch_id: batch.id }),
    await buildMentor(context, [batch.id]),
    await buildAdministrator(context),
  ];
  for (const account of others) {
    const client = await as(account);
    expect((await client.post(url, body)).status, account.role).toBe(403);
    expect((await client.post(url, { ...body, p_id: 'UNKNOWN' })).status, account.role).toBe(403);
  }
  for (const staff of others.slice(1)) {
    expect((await (await as(staff)).post(url, { ...body, sp_id: staff.email })).status, staff.role).toBe(403);
  }
  expect((await nobody.post(url, body)).status).toBe(401);
  expect(await read()).toEqual([]);
});

test('somebody else’s address is refused also by whoever has a project already', async () => {
  const { context, as, batch, student } = await makeChoice();
  const placed = await buildStudent(context, { batch_id: batch.id });
  await buildSelection(context, { account_id: placed.id, project_id: 'P001' });
  const client = await as(placed);
  expect((await client.post(url, { sp_id: student.email, p_id: 'P001' })).status).toBe(403);
});

test('the own address counts in any spelling', async () => {
  const { client, student } = await makeChoice();
  const answer = await client.post(url, { sp_id: ` ${student.email.toUpperCase()} `, p_id: 'P001' });
  expect(answer).toMatchObject({ status: 201, body: { sp_id: student.email } });
});

test('unknown projects and those of another course are refused before the score is looked at', async () => {
  const { choose, read } = await makeChoice({ exit_score: 10 });
  const unknown = await choose('UNKNOWN');
  const foreign = await choose('P900');
  const low = await choose('P001');
  expect([unknown.status, foreign.status, low.status]).toEqual([400, 400, 400]);
  expect(unknown.body.message).toContain('no project');
  expect(foreign.body.message).toContain('another course');
  expect(low.body.message).toBe(scoreTooLow);
  expect(await read()).toEqual([]);
});

test.for([
  [null, 201],
  [50, 201],
  [50.5, 201],
  [49.99, 400],
  [0, 400],
] as const)('an exit score of %s gives %s', async ([exit_score, status]) => {
  const { choose } = await makeChoice({ exit_score });
  const answer = await choose('P001');
  expect(answer.status).toBe(status);
  if (status === 400) expect(answer.body.message).toBe(scoreTooLow);
});

test('who waits for placement is told so', async () => {
  const { choose } = await makeChoice({ batch_id: null });
  const answer = await choose('P001');
  expect(answer.status).toBe(400);
  expect(answer.body.message).toContain('not in a batch yet');
});

test('a hundred requests at once give one 201 and ninety-nine 200, all with the same project and start', async () => {
  const { choose, read } = await makeChoice();
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, n) => choose(n % 2 === 0 ? 'P001' : 'P002')),
  );
  const count = (status: number) => answers.filter((answer) => answer.status === status).length;
  expect([count(201), count(200)]).toEqual([1, 99]);
  const [selection] = await read();
  for (const { body } of answers) {
    expect(body).toMatchObject({
      p_id: selection.p_id,
      p_name: selection.p_name,
      start_date: selection.start_date,
    });
  }
});

test('the selection is read by the student, the own mentor and administrators', async () => {
  const { choose, context, as, batch, student } = await makeChoice();
  await choose('P001');
  const status = async (account: { id: number }) =>
    (await (await as(account)).get(`/api/students/studentswithprojects/${student.email}`)).status;
  expect(await status(await buildMentor(context, [batch.id]))).toBe(200);
  expect(await status(await buildAdministrator(context))).toBe(200);
  expect(await status(await buildMentor(context, []))).toBe(403);
  expect(await status(await buildStudent(context, { batch_id: batch.id }))).toBe(403);
});

test('a project that is removed while it is chosen is refused as one that is not there', async () => {
  const { context, student } = await makeChoice();
  const chosen = context.database.transaction((writer) =>
    insertSelection(writer, { accountId: student.id, projectId: 'GONE', startedAt: 1 }),
  );
  await expect(chosen).rejects.toMatchObject({ status: 400, message: 'There is no project with this p_id.' });
});

test('the student’s course says what a choice would be refused for, the first as the choice itself', async () => {
  const { choose, client, student, context, as } = await makeChoice({ exit_score: 49 });
  const url = `/api/students/studentCourse/${student.email}`;
  const ask = async (p_id: string, by = client) => (await by.get(`${url}?p_id=${p_id}`)).body.s_refusals;
  const reasons = async (p_id: string) =>
    (await ask(p_id)).map(({ reason }: { reason: string }) => reason).join(' ');
  const isSaidFirst = async (p_id: string) =>
    expect((await ask(p_id))[0].message).toBe((await choose(p_id)).body.message);
  expect((await client.get(url)).body).not.toHaveProperty('s_refusals');
  expect(await reasons('P001')).toBe('score');
  await isSaidFirst('P001');
  expect(await reasons('P900')).toBe('other-course score');
  await isSaidFirst('P900');
  expect(await reasons('NONE')).toBe('unknown score');
  await isSaidFirst('NONE');
  await context.database.transaction(async (writer) => {
    await writer.updateTable('projects').set({ retired_at: 1, seats: 0 }).where('id', '=', 'P001').execute();
    await writer.updateTable('batches').set({ choose_until: 1 }).where('id', '=', student.batch_id).execute();
  });
  expect(await reasons('P001')).toBe('over archived score full');
  await isSaidFirst('P001');
  expect(await reasons(''), 'whatever the project').toBe('over score');
  const score = { exit_score: 50 };
  await context.database.transaction((writer) =>
    writer.updateTable('accounts').set(score).where('id', '=', student.id).execute(),
  );
  expect(await reasons('P002')).toBe('over');
  expect(await reasons('')).toBe('over');
  await context.database.transaction((writer) =>
    writer.updateTable('accounts').set({ batch_id: null }).where('id', '=', student.id).execute(),
  );
  expect(await reasons('')).toBe('no-batch');
  // Of the student alone.
  const office = await as(await buildAdministrator(context));
  expect(await ask('P001', office)).toBeUndefined();
});
