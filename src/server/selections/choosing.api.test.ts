import { expect, test } from 'vitest';
import { dayMs } from '#contract/durations';
import { engineName } from '#support/empty-database';
import { buildBatch, buildProject, buildStudent } from '#support/factories';
import { untilBlocked } from '#support/until-blocked';
import { makePortalFixture } from '#support/portal-fixture';
import { readAuditLog } from '#support/read-audit-log';
import { writeProfile } from '../accounts/imported-profiles.ts';
import { accountData, eraseAccount } from '../accounts/account-data.ts';

const none = { 'week-1': null, 'week-2': null, 'week-3': null, 'week-4': null, final: null };
const url = '/api/staff/batches/OURS/dates';
const opens = Date.parse('2027-01-05T03:30:00Z');
const ends = Date.parse('2027-01-12T18:29:59.999Z');
const early = 'You can choose a project after Tue 5 Jan 2027, 9:00 am IST.';
const over = 'Choosing ended on Tue 12 Jan 2027, 11:59 pm IST. Your academy will choose a project for you.';

/** Chooses from 5 January, 09:00, to the end of 12 January. */
async function makeChoosing() {
  const portal = await makePortalFixture({ classmate: { confirmed_at: 1 } });
  const { app, clients, people, project, renew } = portal;
  const choosable = await buildProject(app.context, {
    id: 'PBOATS',
    course_id: portal.course.id,
    name: 'Boats',
  });
  const foreign = await buildBatch(app.context);
  const dates = { start: '2026-11-02', viva_deadline: null, due: none };
  const setDates = (times: object) => clients.mentor.put(url, { ...dates, ...times });
  expect(
    (await setDates({ choose_from: '2027-01-05T09:00', choose_until: '2027-01-12' })).body,
  ).toMatchObject({
    choose_from: '2027-01-05T09:00:00',
    choose_until: '2027-01-12T23:59:59',
  });
  const at = async (now: number) => {
    app.clock.advance(now - app.clock.now());
    for (const role of ['student', 'classmate', 'mentor', 'administrator'] as const) await renew(role);
  };
  const choose = (p_id: string = project.id, sp_id = people.classmate.email, headers = {}) =>
    clients.classmate.post('/api/students/selectProject', { sp_id, p_id }, headers);
  const prefer = (p_id: string | null, headers = {}) =>
    clients.classmate.put(`/api/students/preferredProject/${people.classmate.email}`, { p_id }, headers);
  const course = async () =>
    (await clients.classmate.get(`/api/students/studentCourse/${people.classmate.email}`)).body;
  const act = (body: object, headers = {}) =>
    clients.administrator.post(
      '/api/staff/people-acts',
      { act: 'choose-project', ids: [String(people.classmate.id)], ...body },
      headers,
    );
  const reach = async (more = '') =>
    (
      await clients.administrator.get(
        `/api/staff/people-acts?act=choose-project&ids=${people.classmate.id}${more}`,
      )
    ).body;
  return { ...portal, foreign, choosable, setDates, at, choose, prefer, course, act, reach };
}

test('projects are chosen from one instant to another, both inclusive; before and after, the day is named', async () => {
  const { app, at, choose, clients, people, project, course, setDates } = await makeChoosing();
  const { reader } = app.context.database;
  const told = await reader.selectFrom('notices').select(['account_id', 'text']).execute();
  expect(told, 'who has a project hears nothing').toEqual([
    {
      account_id: people.classmate.id,
      text: 'The dates of your batch have changed: when you can choose a project',
    },
  ]);
  expect(await choose()).toMatchObject({ status: 400, body: { code: 'bad_request', message: early } });
  // Another's address, and a project that is there already, come first; an unknown project comes last.
  expect((await choose('P001', people.student.email)).status).toBe(403);
  const own = { sp_id: people.student.email, p_id: 'UNKNOWN' };
  expect((await clients.student.post('/api/students/selectProject', own)).status).toBe(200);
  expect((await choose('UNKNOWN')).body.message).toBe(early);
  await at(opens - 1);
  expect((await choose()).body.message).toBe(early);
  await at(ends + 1);
  expect((await choose()).body.message).toBe(over);
  expect(await course()).toMatchObject({
    s_choosing: {
      from: new Date(opens).toISOString(),
      until: new Date(ends).toISOString(),
      preferred: null,
    },
  });
  // Absent times stay; without any, the answers are as they were.
  expect((await setDates({})).body).toMatchObject({ choose_from: '2027-01-05T09:00:00' });
  await setDates({ choose_from: null, choose_until: null });
  expect(await course()).not.toHaveProperty('s_choosing');
  expect((await choose()).status).toBe(201);
  expect((await choose(project.id)).status).toBe(200);
});

test('a choice starts within the times, and its key is answered as the first time after them', async () => {
  const { at, choose, people } = await makeChoosing();
  const key = { 'idempotency-key': 'k' };
  await at(opens);
  const first = await choose(undefined, people.classmate.email, key);
  expect(first).toMatchObject({ status: 201, body: { start_date: new Date(opens).toISOString() } });
  await at(ends + dayMs);
  expect(await choose(undefined, people.classmate.email, key)).toMatchObject({
    status: 201,
    body: first.body,
  });
});

test.runIf(engineName === 'postgres').each(['student', 'office'] as const)(
  'a choice of the %s sees a move to another course that is not yet complete',
  async (by) => {
    const { app, at, choose, act, people, project, foreign } = await makeChoosing();
    await at(by === 'student' ? opens : ends + 1);
    const { chosen } = await app.context.database.transaction(async (writer) => {
      await writeProfile(writer, people.classmate.id, { batch_id: foreign.id });
      const begun = by === 'student' ? choose() : act({ p_id: project.id });
      await untilBlocked(app.context.database.reader);
      return { chosen: begun };
    });
    expect((await chosen).status).toBe(by === 'student' ? 400 : 409);
    const { reader } = app.context.database;
    const selections = reader.selectFrom('selections').where('account_id', '=', people.classmate.id);
    expect(await selections.selectAll().execute()).toEqual([]);
  },
);

test('the last millisecond of the last day is in time; an end before the beginning is refused', async () => {
  const { at, choose, setDates } = await makeChoosing();
  const backwards = await setDates({ choose_from: '2027-01-13', choose_until: '2027-01-12' });
  expect(backwards).toMatchObject({
    status: 400,
    body: { message: 'choose_until must be after choose_from' },
  });
  expect((await setDates({ choose_until: 'soon' })).body.message).toMatch(/^choose_until must be a day/);
  await at(ends);
  expect((await choose()).status).toBe(201);
});

test('a preference is one for each student, outside the times only, and the office sees it', async () => {
  const { app, at, prefer, course, clients, people, project, choose, foreign, choosable } =
    await makeChoosing();
  const person = async () =>
    (await clients.administrator.get(`/api/staff/people/${people.classmate.email}`)).body;
  const key = { 'idempotency-key': 'k' };
  expect((await prefer(project.id.toLowerCase(), key)).status).toBe(204);
  expect((await course()).s_choosing.preferred).toBe(project.id);
  expect((await prefer(choosable.id)).status).toBe(204);
  // A repetition arrives after another wish.
  expect((await prefer(project.id.toLowerCase(), key)).status).toBe(204);
  expect((await prefer(choosable.id, key)).status).toBe(409);
  expect((await person()).preferred).toEqual({ id: choosable.id, name: 'Boats' });
  const elsewhere = await buildProject(app.context, { course_id: foreign.course_id });
  expect((await prefer(elsewhere.id)).body.message).toBe('This project belongs to another course.');
  expect((await prefer('UNKNOWN')).status).toBe(400);
  await at(opens);
  expect(await prefer(project.id)).toMatchObject({
    status: 400,
    body: { message: 'You can choose this project now.' },
  });
  expect((await prefer(null)).status).toBe(204);
  expect(await person()).not.toHaveProperty('preferred');
  expect((await choose()).status).toBe(201);
  expect((await prefer(choosable.id)).status).toBe(409);
});

test('after the end the office chooses, all or none: what each prefers, or one project; each is told', async () => {
  const { app, at, prefer, clients, people, project, batch, choosable, act, reach } = await makeChoosing();
  const last = await buildStudent(app.context, { batch_id: batch.id, confirmed_at: 1 });
  const [own, other] = [String(people.classmate.id), String(last.id)];
  await prefer(choosable.id);
  await at(ends);
  const people_of = async () =>
    (await clients.administrator.get('/api/staff/people?batch=OURS&stage=placed')).body;
  expect(await people_of()).not.toHaveProperty('choices');
  expect((await reach()).refused).toMatchObject([{ reason: 'Students of OURS can still choose.' }]);
  await at(ends + 1);
  expect((await people_of()).choices).toEqual(
    [project, choosable].map(({ id }) => ({ id, name: expect.any(String) })),
  );
  const office = await clients.administrator.get('/api/staff/office');
  expect(office.body.waiting.undecided).toEqual([{ name: 'OURS', students: 2 }]);
  expect((await reach()).reached).toMatchObject([{ s_id: people.classmate.email, note: 'Boats' }]);
  const both = await act({ ids: [own, other] });
  expect(both).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('Prefers no project') },
  });
  expect((await act({ p_id: 'UNKNOWN' })).status).toBe(404);
  const key = { 'idempotency-key': 'k' };
  expect(await act({}, key)).toMatchObject({ status: 200, body: { done: 1 } });
  expect(await act({}, key)).toMatchObject({ status: 200 });
  expect((await act({ p_id: project.id }, key)).status).toBe(409);
  expect(await act({ ids: [other], p_id: project.id })).toMatchObject({ status: 200 });
  const start_date = new Date(ends + 1).toISOString();
  const chosen = await clients.classmate.get(`/api/students/studentswithprojects/${people.classmate.email}`);
  expect(chosen.body).toMatchObject([{ p_id: choosable.id, start_date }]);
  expect((await act({ p_id: project.id })).body.message).toContain('Already has a project.');
  const { reader } = app.context.database;
  const notices = await reader
    .selectFrom('notices')
    .where('kind', '=', 'project-chosen')
    .orderBy('account_id')
    .select(['account_id', 'text', 'href'])
    .execute();
  expect(notices).toMatchObject([
    {
      account_id: people.classmate.id,
      text: 'The academy has chosen Boats for you. Your four weeks have begun',
      href: '/ProjectDashboard1',
    },
    { account_id: last.id },
  ]);
  expect((await readAuditLog(app)).filter(({ act: done }) => done === 'choose-for-student')).toMatchObject([
    { actor_id: people.administrator.id, subject: people.classmate.email, after: { p_id: choosable.id } },
    { subject: last.email, after: { p_id: project.id } },
  ]);
  expect((await clients.administrator.get('/api/staff/office')).body.waiting.undecided).toEqual([]);
  const undo = { p_id: choosable.id, reason: 'Moved away.' };
  await clients.administrator.post(`/api/staff/students/${people.classmate.email}/undo-selection`, undo);
  const undone = reader.selectFrom('notices').where('kind', '=', 'selection-undone').select('text');
  expect(await undone.executeTakeFirst()).toEqual({
    text: 'The academy has reset your choice of Boats and will choose another project for you',
  });
});

test('a project without a seat is given to nobody, and its student keeps none', async () => {
  const { app, at, people, choosable, act, clients } = await makeChoosing();
  await app.context.database.transaction((writer) =>
    writer.updateTable('projects').set({ seats: 0 }).where('id', '=', choosable.id).execute(),
  );
  await at(ends + 1);
  const refused = await act({ p_id: choosable.id });
  expect(refused).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('Boats has no seats left.') },
  });
  const chosen = await clients.classmate.get(`/api/students/studentswithprojects/${people.classmate.email}`);
  expect(chosen.body).toEqual([]);
});

test('a preference is in the export of a person, and goes with an anonymisation', async () => {
  const { app, prefer, people, choosable } = await makeChoosing();
  const { database } = app.context;
  const { id: accountId, email } = people.classmate;
  await prefer(choosable.id);
  const stored = async () => (await accountData(database.reader, accountId)).account.preferred_project;
  expect(await stored()).toBe(choosable.id);
  const gone = { accountId, addresses: [email], email: 'gone@removed.invalid', now: app.clock.now() };
  await database.transaction((writer) => eraseAccount(writer, gone));
  expect(await stored()).toBeNull();
});
