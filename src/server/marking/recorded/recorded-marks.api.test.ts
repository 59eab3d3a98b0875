import { expect, test } from 'vitest';
import { minuteMs } from '#contract/durations';
import {
  buildAdministrator,
  buildBatch,
  buildMark,
  buildMentor,
  buildSelection,
  buildStudent,
  buildSubmission,
} from '#support/factories';
import { readAuditLog } from '#support/read-audit-log';
import { dayMs } from '#support/student-fixture';
import { makeTestApp } from '#support/test-app';
import { endSelection } from '../../selections/end-selection.ts';

/** A student who has submitted nothing for 40 days, and two mentors. */
async function makeStudentWithoutFiles() {
  const app = await makeTestApp();
  const { context, clock } = app;
  const batch = await buildBatch(context);
  const student = await buildStudent(context, { batch_id: batch.id });
  await buildSelection(context, { account_id: student.id, started_at: clock.now() - 40 * dayMs });
  const mentor = await app.as(await buildMentor(context, [batch.id], { name: 'Anjali' }));
  const meera = await app.as(
    await buildMentor(context, [batch.id], { name: 'Meera', email: 'm@example.test' }),
  );
  const client = await app.as(student);
  const urlOf = (task: string) => `/api/staff/students/${student.email}/tasks/${task}/recorded`;
  const taskOf = async (task: string) =>
    (await client.get(`/api/students/timeline/${student.email}`)).body.tasks.find(
      (one: { task: string }) => one.task === task,
    );
  return {
    app,
    context,
    clock,
    batch,
    student,
    mentor,
    meera,
    client,
    urlOf,
    taskOf,
    record: (task: string, body: object, by = mentor) => by.put(urlOf(task), body),
    weekOf: async (week: number) =>
      (await client.get(`/api/students/weeklyStatus/${student.email}`)).body[week - 1],
    notices: () =>
      context.database.reader
        .selectFrom('notices')
        .where('account_id', '=', student.id)
        .orderBy('id')
        .select(['kind', 'text', 'href'])
        .execute(),
  };
}

test('a student without any file is marked for the viva, absent in week 2 and excused in week 3', async () => {
  const { record, taskOf, weekOf, mentor, urlOf, client, student } = await makeStudentWithoutFiles();
  const marked = {
    status: 'marked',
    marks: 72.5,
    comments: '**Calm** answers',
    format: 'markdown',
    released: true,
  };
  expect((await record('viva', marked)).body).toMatchObject({
    record: { status: 'marked', marks: 72.5, released: true, counts: true, by: 'Anjali', second_look: null },
    newest: null,
    seen: { version: null, marks: 72.5 },
    history: [{ by: 'Anjali', before: null, after: { status: 'marked', marks: 72.5, released: true } }],
  });
  await record('week-2', { status: 'absent', marks: 40, comments: 'Ill', released: true });
  await record('week-3', { status: 'excused', marks: 40, comments: 'Funeral', released: true });

  expect(await taskOf('viva')).toMatchObject({
    state: 'marked',
    version: null,
    submitted_at: null,
    marks: 72.5,
    comments: '**Calm** answers',
    comments_html: expect.stringContaining('<strong>Calm</strong>'),
    marked_version: null,
    marked_by: 'Anjali',
    second_look: null,
    recorded: { status: 'marked', marks: 72.5, counts: true, by: 'Anjali' },
  });
  expect(await taskOf('week-2')).toMatchObject({
    state: 'marked',
    version: null,
    marks: 0,
    comments: 'Ill',
    recorded: { status: 'absent', marks: 0, counts: true },
  });
  expect(await taskOf('week-3')).toMatchObject({
    state: 'open',
    version: null,
    marks: null,
    comments: null,
    recorded: { status: 'excused', marks: null, comments: 'Funeral', counts: true },
  });
  expect(await weekOf(1)).toEqual({ week: 1, state: 'open', marks: null, comments: null });
  expect(await weekOf(2)).toMatchObject({
    state: 'marked',
    marks: 0,
    comments: 'Ill',
    recorded: { status: 'absent' },
  });
  expect(await weekOf(3)).toMatchObject({ state: 'open', marks: null, recorded: { status: 'excused' } });
  expect((await client.get(`/api/students/submissions/${student.email}`)).body).toEqual([]);
  expect((await mentor.get(urlOf('week-1'))).body).toMatchObject({
    record: null,
    other_marks: [],
    other_records: [
      { task: 'week-2', status: 'absent' },
      { task: 'week-3', status: 'excused' },
      { task: 'viva', marks: 72.5 },
    ],
  });
});

test('an unreleased record reaches no student, and a release can be withdrawn for ten minutes', async () => {
  const { record, taskOf, weekOf, notices, clock, mentor, urlOf } = await makeStudentWithoutFiles();
  const before = { task: await taskOf('week-2'), week: await weekOf(2) };
  const absent = { status: 'absent', comments: 'Ill' };
  await record('week-2', absent);
  expect({ task: await taskOf('week-2'), week: await weekOf(2) }).toEqual(before);
  expect(await notices()).toEqual([]);

  const release = { ...absent, released: true, began: { released: false } };
  expect((await record('week-2', release)).status).toBe(200);
  expect(await notices()).toEqual([
    {
      kind: 'mark-released',
      text: 'Your mark for Week 2 is available',
      href: expect.stringContaining('week-2'),
    },
  ]);
  const withdraw = { ...absent, released: false, began: { released: true } };
  clock.advance(10 * minuteMs);
  expect((await record('week-2', withdraw)).status).toBe(200);
  expect(await notices()).toEqual([]);
  expect(await taskOf('week-2')).toMatchObject({ state: 'open', marks: null });
  await record('week-2', release);
  clock.advance(10 * minuteMs + 1);
  expect(await record('week-2', withdraw)).toMatchObject({
    status: 409,
    body: { code: 'released_for_good' },
  });
  expect(await mentor.delete(urlOf('week-2'))).toMatchObject({ status: 409, body: { code: 'conflict' } });
  const corrected = { ...absent, comments: 'In hospital', released: true, began: { comments: 'Ill' } };
  expect((await record('week-2', corrected)).status).toBe(200);
  expect((await notices()).at(-1)).toMatchObject({ text: 'Your mark for Week 2 has changed' });
});

test('who is excused reads that, and nothing of a mark', async () => {
  const { record, notices, clock } = await makeStudentWithoutFiles();
  const textsNow = async () => (await notices()).map(({ text }) => text);
  const excused = { status: 'excused', comments: 'Funeral', released: true };
  const absent = { status: 'absent', comments: 'Ill', released: true };
  const change = async (body: object, began?: object) =>
    expect((await record('week-2', { ...body, ...(began && { began }) })).status).toBe(200);
  await change(excused);
  expect(await textsNow()).toEqual(['You are excused from Week 2']);
  await change(absent, excused);
  expect(await textsNow(), 'a slip').toEqual(['Your mark for Week 2 is available']);
  clock.advance(10 * minuteMs + 1);
  await change(excused, absent);
  expect((await textsNow()).slice(1)).toEqual(['You are excused from Week 2']);
});

test('an unreleased record can be removed, and the log has both', async () => {
  const { record, mentor, urlOf, app, student } = await makeStudentWithoutFiles();
  await record('week-2', { status: 'absent', comments: 'Ill' });
  expect((await mentor.delete(urlOf('week-2'))).status).toBe(204);
  expect((await mentor.delete(urlOf('week-2'))).status, 'there is none').toBe(204);
  const state = { task: 'week-2', status: 'absent', marks: 0, comments: 'Ill', released: false };
  expect((await readAuditLog(app)).filter(({ act }) => act.includes('record'))).toMatchObject([
    { act: 'record-mark', subject: student.email, before: null, after: state },
    { act: 'remove-recorded-mark', subject: student.email, before: state, after: null },
  ]);
  expect((await mentor.get(urlOf('week-2'))).body).toMatchObject({
    record: null,
    history: [{ before: { status: 'absent' }, after: null }, { before: null }],
  });
});

test('a file that comes later is marked as usual, and its released mark replaces the record', async () => {
  const { record, taskOf, context, student, mentor, urlOf } = await makeStudentWithoutFiles();
  await record('week-2', { status: 'absent', released: true });
  const version = await buildSubmission(context, { account_id: student.id, task: 'week-2' });
  expect(await taskOf('week-2')).toMatchObject({
    state: 'marked',
    version: 1,
    marks: 0,
    recorded: { counts: true },
  });
  const markUrl = `/api/staff/submissions/${version.number}/mark`;
  await mentor.put(markUrl, { marks: 55, comments: 'Late, but good', released: false });
  expect(await taskOf('week-2')).toMatchObject({ marks: 0, recorded: { counts: true } });
  await mentor.put(markUrl, { marks: 55, comments: 'Late, but good', released: true });
  expect(await taskOf('week-2')).toMatchObject({
    state: 'marked',
    version: 1,
    marked_version: 1,
    marks: 55,
    comments: 'Late, but good',
    recorded: { status: 'absent', marks: 0, counts: false },
  });
  // A comment decides nothing; a new decision about the version that is there does.
  const comment = { status: 'absent', comments: 'Ill', released: true, newest: version.number };
  expect((await record('week-2', { ...comment, began: { comments: '' } })).status).toBe(200);
  expect(await taskOf('week-2')).toMatchObject({ marks: 55, recorded: { counts: false, comments: 'Ill' } });
  const decided = { ...comment, status: 'marked', marks: 30, began: { status: 'absent', marks: 0 } };
  expect(await record('week-2', decided)).toMatchObject({
    status: 409,
    body: { code: 'lower_than_released', seen: { version: 1, marks: 55 } },
  });
  expect((await record('week-2', { ...decided, confirm_lower: true })).status).toBe(200);
  expect(await taskOf('week-2')).toMatchObject({ marks: 30, recorded: { counts: true, status: 'marked' } });
  expect((await mentor.get(urlOf('week-2'))).body.newest).toMatchObject({
    version: 1,
    marks: 55,
    released: true,
  });
});

test('a record of a version that was there counts over its mark, whatever is corrected later', async () => {
  const { record, taskOf, context, student, mentor } = await makeStudentWithoutFiles();
  const version = await buildSubmission(context, { account_id: student.id, task: 'week-2' });
  await buildMark(context, { submission_id: version.id, marks: 80 });
  const copied = { status: 'absent', comments: 'Copied', released: true, newest: version.number };
  expect(await record('week-2', copied)).toMatchObject({
    status: 409,
    body: { code: 'lower_than_released' },
  });
  expect((await record('week-2', { ...copied, confirm_lower: true })).status).toBe(200);
  await mentor.put(`/api/staff/submissions/${version.number}/mark`, {
    marks: 81,
    comments: 'Corrected',
    released: true,
  });
  expect(await taskOf('week-2')).toMatchObject({ version: 1, marks: 0, recorded: { counts: true } });
});

test('a version that the mentor does not know is a conflict', async () => {
  const { record, context, student } = await makeStudentWithoutFiles();
  const version = await buildSubmission(context, { account_id: student.id, task: 'week-2' });
  const body = { status: 'absent', comments: 'Ill' };
  expect(await record('week-2', body)).toMatchObject({
    status: 409,
    body: { code: 'newer_version', current: { number: version.number, version: 1 } },
  });
  expect((await record('week-2', { ...body, newest: version.number })).status).toBe(200);
});

test.each([
  ['not submitted, where a version is there', 'week-2', { status: 'not_submitted' }, 409],
  ['marked without marks', 'week-1', { status: 'marked' }, 400],
  ['more than 100', 'week-1', { status: 'marked', marks: 101 }, 400],
  ['an unknown status', 'week-1', { status: 'lost' }, 400],
  ['an unknown task', 'week-9', { status: 'absent' }, 400],
])('refuses %s', async (_, task, body, status) => {
  const { record, context, student } = await makeStudentWithoutFiles();
  const version = await buildSubmission(context, { account_id: student.id, task: 'week-2' });
  const newest = task === 'week-2' ? version.number : null;
  expect((await record(task, { ...body, newest })).status).toBe(status);
});

test('two mentors who record different things: the second sees what the first has recorded', async () => {
  const { record, meera } = await makeStudentWithoutFiles();
  const [one, other] = await Promise.all([
    record('week-2', { status: 'absent', began: { status: null } }),
    record('week-2', { status: 'excused', began: { status: null } }, meera),
  ]);
  const statuses = [one.status, other.status].toSorted();
  expect(statuses).toEqual([200, 409]);
  const refused = one.status === 409 ? one : other;
  expect(refused.body).toMatchObject({ code: 'conflict', current: { status: expect.any(String) } });
  // Without `began`, an older page cannot replace it; the same again is no conflict.
  const stored = refused.body.current.status;
  const another = stored === 'absent' ? 'excused' : 'absent';
  expect((await record('week-2', { status: another })).status).toBe(409);
  expect((await record('week-2', { status: stored })).status).toBe(200);
});

test('a release shows what its mentor saw', async () => {
  const { record, meera, clock, taskOf } = await makeStudentWithoutFiles();
  const first = await record('week-2', { status: 'absent', comments: 'Ill' });
  const seen_at = first.body.record.at;
  const change = { status: 'absent', comments: 'Did not come', began: { comments: 'Ill' } };
  clock.advance(1_000);
  const changed = await record('week-2', change, meera);
  const release = { status: 'absent', comments: 'Ill', released: true, began: { released: false } };
  expect(await record('week-2', { ...release, seen_at })).toMatchObject({
    status: 409,
    body: { code: 'conflict', current: { comments: 'Did not come', by: 'Meera' } },
  });
  expect(await taskOf('week-2')).not.toHaveProperty('recorded');
  const now = changed.body.record.at;
  expect((await record('week-2', { ...release, seen_at: now })).status).toBe(200);
  expect(await taskOf('week-2')).toMatchObject({ comments: 'Did not come' });
});

test('an undone choice takes its records with it, a corrected start does not', async () => {
  const { record, taskOf, student, context, app, clock, mentor, urlOf } = await makeStudentWithoutFiles();
  await record('week-2', { status: 'absent', released: true });
  const [chosen] = await context.database.reader.selectFrom('selections').selectAll().execute();
  const office = await app.as(await buildAdministrator(context));
  const corrected = await office.post(`/api/staff/students/${student.email}/start`, {
    start: '2026-10-20T09:00',
    reason: 'Wrong day',
  });
  expect(corrected.status).toBe(201);
  expect(await taskOf('week-2')).toMatchObject({ recorded: { status: 'absent' } });
  clock.advance(minuteMs);
  await context.database.transaction(async (writer) => {
    const by = { actorId: student.id, at: clock.now(), reason: 'Wrong project' };
    await endSelection(writer, student.id, 'undone', by);
  });
  expect((await record('week-2', { status: 'absent' })).status, 'no project').toBe(409);
  await buildSelection(context, {
    account_id: student.id,
    project_id: chosen?.project_id ?? '',
    started_at: clock.now(),
  });
  expect(await taskOf('week-2')).toMatchObject({ state: 'locked', marks: null });
  expect(await taskOf('week-2')).not.toHaveProperty('recorded');
  expect((await mentor.get(urlOf('week-2'))).body.record).toBeNull();
  expect((await record('week-2', { status: 'not_submitted' })).status, 'not open').toBe(409);
  expect((await record('week-2', { status: 'excused' })).status).toBe(200);
});

test('the student reports that a record was read', async () => {
  const { record, taskOf, client, student, clock } = await makeStudentWithoutFiles();
  await record('week-2', { status: 'absent', released: true });
  const { marked_at } = await taskOf('week-2');
  const read = (at: string) =>
    client.post(`/api/students/readMark/${student.email}`, { task: 'week-2', version: null, marked_at: at });
  expect(
    (
      await client.post(`/api/students/readMark/${student.email}`, {
        task: 'week-1',
        version: null,
        marked_at,
      })
    ).status,
  ).toBe(404);
  clock.advance(1_000);
  expect((await read(marked_at)).status).toBe(204);
  expect((await taskOf('week-2')).read_at).toBe(new Date(clock.now()).toISOString());
  clock.advance(1_000);
  await record('week-2', { status: 'absent', comments: 'Ill', released: true, began: { comments: '' } });
  expect((await taskOf('week-2')).read_at, 'of what it was').toBeNull();
});
