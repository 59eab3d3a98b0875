import { parse } from 'csv-parse/sync';
import { expect, test, vi } from 'vitest';
import { dayMs } from '#contract/durations';
import { studentMessages } from '#contract/student-messages';
import { buildMark, buildProject, buildSubmission } from '#support/factories';
import { makePortalFixture } from '#support/portal-fixture';
import { readAuditLog } from '#support/read-audit-log';
import { keptProgress, recountProgress } from '#support/recount-progress';

const secret = 'He was talked into it.';

async function makeChosen() {
  const portal = await makePortalFixture({ classmate: {} });
  const { app, course, people, clients, project } = portal;
  const second = await buildProject(app.context, { course_id: course.id, name: 'Boats' });
  const s_id = people.student.email;
  const undo = (body: object = {}, headers = {}, who: 'administrator' | 'mentor' = 'administrator') =>
    clients[who].post(
      `/api/staff/students/${s_id}/undo-selection`,
      { p_id: project.id, reason: secret, ...body },
      headers,
    );
  const choose = (p_id: string, headers = {}) =>
    clients.student.post('/api/students/selectProject', { sp_id: s_id, p_id }, headers);
  const read = async (call: string) => (await clients.student.get(`/api/students/${call}/${s_id}`)).body;
  const submit = async (week: string) =>
    clients.student.form(`/api/students/uploadWeek/${s_id}`, [
      ['selectedWeek', week],
      ['comments', 'Done'],
    ]);
  const counts = async () =>
    (await clients.mentor.get('/api/staff/batches')).body.find(
      ({ name }: { name: string }) => name === 'OURS',
    );
  return { ...portal, second, s_id, undo, choose, read, submit, counts };
}

test('an undone choice is none: the student chooses again, and weeks open by the new start', async () => {
  const { undo, choose, read, submit, app, second, counts, renew } = await makeChosen();
  expect(await counts()).toMatchObject({ withProject: 1 });
  const undone = await undo();
  expect(undone).toMatchObject({ status: 201, body: { project: null, start: null } });
  expect(await counts()).toMatchObject({ withProject: 0 });
  expect(await read('studentswithprojects')).toEqual([]);
  expect(await read('timeline')).toMatchObject({ start_date: null });
  expect(await submit('1')).toMatchObject({ status: 409 });
  app.clock.advance(dayMs);
  await renew('mentor');
  const chosen = await choose(second.id);
  expect(chosen).toMatchObject({
    status: 201,
    body: { p_id: second.id, start_date: new Date(app.clock.now()).toISOString() },
  });
  expect(await counts()).toMatchObject({ withProject: 1 });
  expect(await submit('1')).toMatchObject({ status: 403, body: { code: 'not_open' } });
  // A page from before does not undo the new choice, also of the same project.
  await renew('administrator');
  const older = { p_id: second.id, began: { start_date: undone.body.start_date } };
  const { body } = await undo(older);
  expect(body).toMatchObject({ code: 'conflict', current: { start_date: chosen.body.start_date } });
  // Chosen again, it is for good again.
  expect(await choose('P001')).toMatchObject({ status: 200, body: { p_id: second.id } });
});

test.each([
  ['has none then is refused', false, 409, studentMessages.noProjectYet],
  ['has another one then waits for its weeks', true, 403, /^Week 3 is not open yet/],
])('a submission that is under way while its choice is undone and %s', async (_, again, status, message) => {
  const { app, undo, choose, second, clients, s_id } = await makeChosen();
  const { files } = app.context;
  vi.spyOn(files, 'stage').mockImplementationOnce(async (...of) => {
    await undo();
    if (again) await choose(second.id);
    return files.stage(...of);
  });
  const sent = await clients.student.form(`/api/students/uploadWeek/${s_id}`, [
    ['selectedWeek', '3'],
    ['files', { name: 'work.txt', bytes: 'my work' }],
  ]);
  expect(sent.status).toBe(status);
  expect(sent.body.message).toMatch(message);
});

test('submissions stay with the project that they were made for, shown as such; versions count on', async () => {
  const { undo, choose, read, submit, app, second, s_id, clients, project, receipt, renew } =
    await makeChosen();
  const { database } = app.context;
  const row = await database.reader.selectFrom('submissions').select('id').executeTakeFirstOrThrow();
  await buildMark(app.context, { submission_id: row.id, marks: 80, comments: 'Good' });
  app.clock.advance(1_000);
  await undo();
  const made = { p_id: project.id, p_name: `Project ${project.id}` };
  const listed = { number: receipt.number, made_for: made, earlier_mark: { marks: 80, comments: 'Good' } };
  expect((await read('submissions'))[0]).toMatchObject(listed);
  app.clock.advance(1_000);
  await choose(second.id);
  expect((await read('submissions'))[0]).toMatchObject(listed);
  const unmarked = { state: 'locked', marks: null, comments: null };
  expect((await read('timeline')).tasks[0]).toMatchObject({
    ...unmarked,
    version: 1,
    marked_version: null,
    earlier_project: true,
  });
  expect((await read('weeklyStatus'))[0]).toMatchObject(unmarked);
  const asked = await clients.student.post(`/api/students/secondLook/${s_id}`, {
    task: 'week-1',
    version: 1,
    reason: 'Please',
  });
  expect(asked).toMatchObject({ status: 409, body: { message: /earlier project/ } });
  const staffSees = async () => (await clients.mentor.get(`/api/staff/students/${s_id}`)).body;
  expect((await staffSees()).tasks[0]).toMatchObject({ state: 'locked', earlier_project: true });
  const versions = await clients.mentor.get(`/api/staff/students/${s_id}/submissions`);
  expect(versions.body[0].made_for).toEqual(made);
  const brief = await clients.mentor.get(`/api/staff/submissions/${receipt.number}/brief`);
  expect(brief.body.project).toEqual({ id: project.id, name: made.p_name });
  expect(await keptProgress(database.reader)).toEqual(await recountProgress(database.reader));
  // A week later: the first version for the new project is the second one.
  app.clock.advance(7 * dayMs);
  await renew('student');
  await renew('mentor');
  const next = await clients.student.form(`/api/students/uploadWeek/${s_id}`, [
    ['selectedWeek', '1'],
    ['comments', 'Anew'],
  ]);
  expect(next.body.receipt).toMatchObject({ version: 2 });
  const list = (await clients.student.get(`/api/students/submissions/${s_id}`)).body;
  expect(list.map(({ made_for: of }: { made_for?: object }) => of)).toEqual([undefined, made]);
  const { tasks } = (await clients.student.get(`/api/students/timeline/${s_id}`)).body;
  expect(tasks[0]).toMatchObject({
    state: 'submitted',
    version: 2,
    marks: null,
    marked_version: null,
    earlier_project: false,
  });
  expect(await keptProgress(database.reader)).toEqual(await recountProgress(database.reader));
  expect(await submit('2')).toMatchObject({ status: 403 });
});

test('for an office and mentors, marks and lateness of an earlier project do not count', async () => {
  const { undo, choose, submit, app, second, s_id, clients, people, renew } = await makeChosen();
  const { id } = await app.context.database.reader
    .selectFrom('submissions')
    .select('id')
    .executeTakeFirstOrThrow();
  await buildMark(app.context, { submission_id: id, marks: 80, released: 1 });
  await buildSubmission(app.context, { account_id: people.student.id, task: 'week-2', late: 1 });
  const exported = async () => {
    const { body } = await clients.administrator.get('/api/staff/exports/grades');
    const lines = parse(body as string, { bom: true, columns: true }) as Record<string, string>[];
    const own = lines.find(({ email }) => email === s_id);
    return [own?.['week-1'], own?.['tasks submitted'], own?.['result so far']];
  };
  const late = async () =>
    (await clients.mentor.get(`/api/staff/students/${s_id}`)).body.tasks.map(
      (task: { late: boolean }) => task.late,
    );
  expect(await exported()).toEqual(['80', '2', '80']);
  expect((await late()).slice(0, 2)).toEqual([false, true]);
  app.clock.advance(1_000);
  await undo();
  app.clock.advance(1_000);
  await choose(second.id);
  expect(await exported()).toEqual(['', '0', '']);
  expect((await late()).slice(0, 2)).toEqual([false, false]);
  app.clock.advance(7 * dayMs);
  await renew('student');
  await renew('administrator');
  await submit('1');
  expect(await exported(), 'the mark is of the earlier version').toEqual(['', '1', '']);
});

test('administrators alone undo, and only what they have seen; it is on record and told once', async () => {
  const { undo, app, people, second, project, s_id, clients } = await makeChosen();
  expect((await undo({}, {}, 'mentor')).status).toBe(403);
  expect(await undo({ p_id: second.id })).toMatchObject({
    status: 409,
    body: { message: `The student’s project is ${project.id}, not ${second.id}.` },
  });
  expect((await undo({ reason: '' })).status).toBe(400);
  expect((await undo({ p_id: '' })).status).toBe(400);
  const key = { 'idempotency-key': 'k' };
  expect([(await undo({}, key)).status, (await undo({}, key)).status]).toEqual([201, 201]);
  expect(await undo()).toMatchObject({
    status: 409,
    body: { message: 'The student has not chosen a project.' },
  });
  expect((await readAuditLog(app)).filter(({ act }) => act === 'undo-selection')).toMatchObject([
    {
      actor_id: people.administrator.id,
      subject: s_id,
      before: { p_id: project.id },
      after: { p_id: null, reason: secret },
    },
  ]);
  const told = await app.context.database.reader
    .selectFrom('notices')
    .where('kind', '=', 'selection-undone')
    .select(['account_id', 'text', 'href'])
    .execute();
  expect(told).toEqual([
    {
      account_id: people.student.id,
      text: `The academy has reset your choice of Project ${project.id}. Please choose a project again`,
      href: '/StudentDashboard',
    },
  ]);
  const time = await clients.mentor.get(`/api/staff/students/${s_id}/time`);
  expect(time.body.acts).toMatchObject([
    { kind: 'selection-undone', by: people.administrator.name, reason: secret, project: { id: project.id } },
  ]);
});

test('who has a second factor proves it anew, ten minutes after the last time', async () => {
  const { undo, app, people, renew, read } = await makeChosen();
  const { id } = people.administrator;
  await app.context.database.transaction((writer) =>
    writer.updateTable('accounts').set({ has_second_factor: 1 }).where('id', '=', id).execute(),
  );
  app.clock.advance(10 * 60_000);
  expect(await undo()).toMatchObject({ status: 403, body: { code: 'proof_needed' } });
  expect(await read('studentswithprojects')).toHaveLength(1);
  // A login is a proof.
  await renew('administrator');
  expect((await undo()).status).toBe(201);
});

test('a choice that comes again with the key of one that was undone is refused in words', async () => {
  const { undo, choose, app, second, project } = await makeChosen();
  await undo();
  const key = { 'idempotency-key': 'k' };
  expect((await choose(second.id, key)).status).toBe(201);
  expect((await undo({ p_id: second.id })).status).toBe(201);
  const message = 'The academy has reset your project choice. Please choose again.';
  expect(await choose(second.id, key)).toMatchObject({ status: 409, body: { code: 'conflict', message } });
  expect((await choose(project.id)).status).toBe(201);
  expect(await choose(second.id, key)).toMatchObject({ status: 409, body: { message } });
  expect(
    await app.context.database.reader.selectFrom('former_selections').select('ended_as').execute(),
  ).toEqual([{ ended_as: 'undone' }, { ended_as: 'undone' }]);
});

test('of twenty who undo or correct at once one gets through; one choice stands at most', async () => {
  const { undo, clients, s_id, app } = await makeChosen();
  const correct = () =>
    clients.mentor.post(`/api/staff/students/${s_id}/start`, { start: '2026-11-01T09:00', reason: 'x' });
  const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => (n % 2 === 0 ? undo() : correct())));
  const done = answers.filter(({ status }) => status === 201);
  for (const { status } of answers) expect([201, 409]).toContain(status);
  const { reader } = app.context.database;
  const former = await reader.selectFrom('former_selections').select('ended_as').execute();
  expect(former).toHaveLength(done.length);
  expect(former.filter(({ ended_as }) => ended_as === 'undone').length).toBeLessThanOrEqual(1);
  expect(await keptProgress(reader)).toEqual(await recountProgress(reader));
});
