import { expect, test } from 'vitest';
import { newPlan, type VivaPlan } from '#contract/vivas/plan';
import {
  buildAdministrator,
  buildBatch,
  buildMentor,
  buildSelection,
  buildStudent,
} from '#support/factories';
import { makeTestApp } from '#support/test-app';
import { erasePersonalRows } from '../platform/database/personal-tables.ts';
import { vivasPersonal } from './tables.ts';

const path = '/api/staff/batches/OURS/viva-plan';
const hours = { from: '09:00', to: '18:00', breaks: [{ from: '13:00', to: '14:00' }] };

/** A batch with students who have a project, and its mentors, who examine. */
async function makeOffice({ students: count = 4, mentors = 2, plan = {} as Partial<VivaPlan> } = {}) {
  const app = await makeTestApp();
  const batch = await buildBatch(app.context, { name: 'OURS' });
  const students: { id: number; email: string }[] = [];
  for (let index = 0; index < count; index += 1) {
    const name = `Student ${String(index + 1).padStart(2, '0')}`;
    // No digits: a search for a name with a number must not find an email.
    const email = `${'abcdefgh'[index] ?? ''}@example.test`;
    const student = await buildStudent(app.context, { batch_id: batch.id, name, email });
    await buildSelection(app.context, { account_id: student.id });
    students.push(student);
  }
  const panel: { id: number; email: string }[] = [];
  for (let index = 0; index < mentors; index += 1)
    panel.push(
      await buildMentor(app.context, [batch.id], {
        name: `Mentor ${index + 1}`,
        email: `mentor${index + 1}@example.test`,
      }),
    );
  const office = await app.as(await buildAdministrator(app.context));
  const settings: VivaPlan = {
    ...newPlan,
    days: [
      { day: '2026-12-03', ...hours },
      { day: '2026-12-04', ...hours },
    ],
    rooms: [
      { name: 'Room 1', link: null },
      { name: 'Online', link: 'https://meet.example.test/viva' },
    ],
    examiners: panel.map(({ email }) => ({ email, hours: null })),
    ...plan,
  };
  const set = (change: Partial<VivaPlan> = {}) => office.put(path, { ...settings, ...change });
  const fill = (body: object = { order: 'name' }) => office.post(`${path}/vivas`, body);
  const of = (index: number) => `${path}/students/${students[index]?.email ?? ''}`;
  return { ...app, batch, students, panel, office, settings, set, fill, of };
}

const clock = (instant: string): string =>
  new Date(Date.parse(instant) + 5.5 * 3_600_000).toISOString().slice(11, 16);

test('a plan is set, read back and audited; two people change different parts of it', async () => {
  const { office, panel, set, settings, context } = await makeOffice();
  expect((await office.get(path)).body).toMatchObject({ plan: newPlan, students: 4, unplaced_count: 4 });
  expect((await set()).body).toMatchObject({ plan: settings, unplaced: [{ why: null }, {}, {}, {}] });
  const { plan } = (await office.get(path)).body as { plan: VivaPlan };

  const longer = await office.put(path, { ...plan, length: 30, began: { length: 20 } });
  expect(longer.body).toMatchObject({ plan: { length: 30, buffer: 5 } });
  const meanwhile = await office.put(path, { ...plan, buffer: 10, began: { buffer: 5 } });
  expect(meanwhile.body, 'untouched fields keep what is stored').toMatchObject({
    plan: { length: 30, buffer: 10 },
  });
  const older = await office.put(path, { ...plan, length: 15, began: { length: 20 } });
  expect(older).toMatchObject({ status: 409, body: { current: { plan: { length: 30 } } } });

  const narrower = [
    { email: panel[0]?.email ?? '', hours: [{ day: '2026-12-03', from: '09:00', to: '12:00' }] },
  ];
  expect((await set({ examiners: narrower })).body).toMatchObject({ plan: { examiners: narrower } });
  const lines = await context.database.reader.selectFrom('audit_log').select('act').execute();
  expect(lines.filter(({ act }) => act === 'set-viva-plan')).toHaveLength(4);
});

test.each([
  [{ length: 22 }, 'length', 'The length must be a multiple of 5 minutes, not 22'],
  [{ length: 0 }, 'length', 'The length must be from 5 to 240 minutes'],
  [{ buffer: 3 }, 'buffer', 'The time between two vivas must be a multiple of 5 minutes, not 3'],
  [{ panel: 4 }, 'panel', 'A panel has 1 to 3 examiners'],
  [
    { days: [{ day: '2026-12-03', from: '09:07', to: '18:00', breaks: [] }] },
    'days',
    '2026-12-03: 09:07 is not a multiple of 5 minutes',
  ],
  [
    { days: [{ day: '2026-12-03', from: '18:00', to: '09:00', breaks: [] }] },
    'days',
    '2026-12-03: 09:00 is not after 18:00',
  ],
  [
    { days: [{ day: '2026-12-03', ...hours, breaks: [{ from: '08:00', to: '10:00' }] }] },
    'days',
    'The break on 2026-12-03 must be between 09:00 and 18:00',
  ],
  [
    {
      days: [
        { day: '2026-12-03', ...hours },
        { day: '2026-12-03', ...hours },
      ],
    },
    'days',
    '2026-12-03 is there twice',
  ],
  [
    { days: [{ day: '2026-02-31', ...hours }] },
    'days',
    '2026-02-31 must be a day from 2000 to 2099, YYYY-MM-DD',
  ],
  [
    { rooms: [{ name: 'Room 1', link: 'http://meet.example.test' }] },
    'rooms',
    'The link of Room 1 must begin with https://',
  ],
  [
    {
      rooms: [
        { name: 'Room 1', link: null },
        { name: ' ROOM  1', link: null },
      ],
    },
    'rooms',
    'ROOM  1 is there twice',
  ],
  [
    { examiners: [{ email: 'nobody@example.test', hours: null }] },
    'examiners',
    'No mentor, examiner or administrator has the email nobody@example.test',
  ],
])('a plan with %j is refused by name, and nothing is stored', async (change, name, message) => {
  const { set, office } = await makeOffice({ students: 0 });
  expect(await set(change)).toMatchObject({ status: 400, body: { message, fields: [{ name, message }] } });
  expect((await office.get(path)).body).toMatchObject({ plan: newPlan });
});

test('one press gives everybody a time, and pressed again moves nobody', async () => {
  const { set, fill, office } = await makeOffice({ students: 6, plan: { panel: 2, reserve: false } });
  await set();
  const { body } = await fill();
  expect(body).toMatchObject({ unplaced_count: 0, days: [{ day: '2026-12-03', vivas: 6 }] });
  expect(
    body.vivas.map(({ starts_at: at, room }: { starts_at: string; room: string }) => [clock(at), room]),
  ).toEqual(['09:00', '09:25', '09:50', '10:15', '10:40', '11:05'].map((at) => [at, 'Room 1']));
  expect(body.vivas[0]).toMatchObject({
    student: { s_name: 'Student 01' },
    minutes: 20,
    buffer: 5,
    examiners: [{ name: 'Mentor 1' }, { name: 'Mentor 2' }],
    concerns: [],
  });
  const again = await fill();
  expect(again.body.vivas).toEqual(body.vivas);
  expect((await office.get(`${path}?day=2026-12-04`)).body).toMatchObject({ day: '2026-12-04', vivas: [] });
});

test('who is suspended gets no time, and one that was given is named', async () => {
  const { set, fill, office, students, context } = await makeOffice({
    students: 3,
    plan: { reserve: false },
  });
  await set();
  const suspended = (at: number | null, index: number) =>
    context.database.transaction((writer) =>
      writer
        .updateTable('accounts')
        .set({ suspended_at: at })
        .where('id', '=', students[index]!.id)
        .execute(),
    );
  await suspended(context.clock.now(), 0);
  const { body } = await fill();
  expect(body).toMatchObject({ unplaced_count: 0, days: [{ vivas: 2 }] });
  await suspended(context.clock.now(), 1);
  const { vivas } = (await office.get(path)).body;
  expect(vivas).toMatchObject([{ concerns: ['suspended'] }, { concerns: [] }]);
  const day = (await office.get(`${path.replace('viva-plan', 'viva-day')}?day=2026-12-03`)).body;
  expect(day.vivas.map((viva: { suspended?: true }) => viva.suspended)).toEqual([true, undefined]);
  await suspended(null, 0);
  expect((await fill()).body.days).toMatchObject([{ vivas: 3 }]);
});

test('a draw is repeated by its seed, and needs one', async () => {
  const { set, fill } = await makeOffice({ students: 6, plan: { reserve: false } });
  await set({ rooms: [{ name: 'Room 1', link: null }] });
  expect(await fill({ order: 'draw' })).toMatchObject({ status: 400, body: { fields: [{ name: 'seed' }] } });
  const { body } = await fill({ order: 'draw', seed: 'monday' });
  const names = body.vivas.map(({ student }: { student: { s_name: string } }) => student.s_name);
  expect(names.toSorted()).not.toEqual(names);
});

test('who does not fit is named with the reason', async () => {
  const { set, fill } = await makeOffice({ plan: { reserve: false } });
  const short = { day: '2026-12-03', from: '09:00', to: '09:30', breaks: [] };
  await set({ days: [short] });
  expect((await fill()).body).toMatchObject({
    days: [{ vivas: 2 }],
    unplaced_count: 2,
    unplaced: [
      { student: { s_name: 'Student 03' }, why: 'rooms' },
      { student: { s_name: 'Student 04' }, why: 'rooms' },
    ],
  });
});

test('a move is refused where somebody is, and works across its own old time', async () => {
  const { set, fill, office, of, panel } = await makeOffice({
    students: 2,
    mentors: 3,
    plan: { reserve: false },
  });
  await set();
  await fill();
  const place = (starts_at: string, room = 'Room 1', examiner = 2) => ({
    starts_at,
    room,
    examiners: [panel[examiner]?.email ?? ''],
  });
  expect(await office.put(of(0), place('2026-12-03T09:05'))).toMatchObject({ status: 200 });
  expect(
    await office.put(of(1), place('2026-12-03T09:25', 'Room 1', 1)),
    'the buffer is of the room',
  ).toMatchObject({ status: 409, body: { message: 'Room 1 is taken from 9:05 am to 9:30 am.' } });
  expect(await office.put(of(1), place('2026-12-03T09:10', 'Online'))).toMatchObject({
    status: 409,
    body: { message: 'mentor3@example.test is taken from 9:05 am to 9:30 am.' },
  });
  expect(await office.put(of(1), place('2026-12-03T09:10', 'Garden'))).toMatchObject({
    status: 400,
    body: { message: 'The plan has no room Garden. Add it to the rooms first.' },
  });
  expect(await office.put(of(1), place('2026-12-03T09:12', 'Online', 1))).toMatchObject({
    status: 400,
    body: { message: 'The time must be a multiple of 5 minutes' },
  });
  const lunch = await office.put(of(1), place('2026-12-03T13:00', 'Online', 1));
  expect(lunch.body.vivas, 'the office may').toMatchObject([{}, { concerns: ['beyond-hours'] }]);
  const older = { ...place('2026-12-03T11:00'), began: { starts_at: '2026-12-03T09:00' } };
  expect(await office.put(of(0), older)).toMatchObject({ status: 409 });
});

test('a refused move or removal shows the time that is stored, on whichever day it is', async () => {
  const { set, fill, office, of } = await makeOffice({ students: 1 });
  await set();
  await fill();
  const shown = { starts_at: '2026-12-03T09:00', room: 'Room 1', examiners: ['mentor1@example.test'] };
  const theirs = { ...shown, starts_at: '2026-12-04T10:00' };
  await office.put(of(0), theirs);
  const current = { day: '2026-12-04', vivas: [{ local: theirs.starts_at }] };
  for (const starts_at of ['2026-12-03T11:00', '2026-12-04T11:00', '2026-12-05T11:00']) {
    const move = { ...shown, starts_at, began: { starts_at: shown.starts_at } };
    expect(await office.put(of(0), move)).toMatchObject({ status: 409, body: { current } });
  }
  expect(await office.delete(of(0), {}, { began: shown })).toMatchObject({ status: 409, body: { current } });
  await office.delete(of(0), {}, { began: theirs });
  const without = { status: 409, body: { current: { vivas: [], unplaced_count: 1 } } };
  for (const name of ['starts_at', 'room', 'examiners'] as const) {
    const unchanged = { ...theirs, began: { [name]: theirs[name] } };
    expect(await office.put(of(0), unchanged), `${name} was not changed`).toMatchObject(without);
  }
});

test('one student is shown whatever the day, and anybody is found by name or email', async () => {
  const { set, fill, office, of, students } = await makeOffice({ students: 3, plan: { reserve: false } });
  await set();
  await fill();
  await office.delete(of(2), {}, {});
  const later = { starts_at: '2026-12-04T10:00', room: 'Room 1', examiners: ['mentor1@example.test'] };
  await office.put(of(1), later);
  const read = async (query: string) => (await office.get(`${path}?${query}`)).body;
  const email = (index: number) => students[index]?.email ?? '';
  expect(await read(`day=2026-12-03&student=${email(1)}`)).toMatchObject({
    day: '2026-12-03',
    vivas: [{ student: { s_id: email(0) } }],
    chosen: { student: { s_id: email(1) }, viva: { local: '2026-12-04T10:00' }, extra: 0 },
  });
  expect(await read(`student=${email(2)}`)).toMatchObject({ chosen: { viva: null } });
  expect(await read('student=nobody@example.test')).toMatchObject({ chosen: null });
  expect(await read('find=%20')).toMatchObject({ found: [] });
  expect(await read('find=STUDENT%2003')).toMatchObject({ found: [{ local: null }] });
  expect((await read('find=student')).found).toMatchObject([
    { student: { s_id: email(0) }, local: '2026-12-03T09:00' },
    { student: { s_id: email(1) }, local: '2026-12-04T10:00' },
    { student: { s_id: email(2) }, local: null },
  ]);
  expect(await read(`find=${email(1)}`)).toMatchObject({ found: [{ student: { s_id: email(1) } }] });
});

test('a time is taken away, unless it was changed meanwhile; the key of a repeated move answers', async () => {
  const { set, fill, office, of } = await makeOffice({ students: 1 });
  await set();
  await fill();
  const shown = { starts_at: '2026-12-03T09:00', room: 'Room 1', examiners: ['mentor1@example.test'] };
  const move = { ...shown, starts_at: '2026-12-03T10:00' };
  const key = { 'idempotency-key': 'moved' };
  expect(await office.put(of(0), move, key)).toMatchObject({ status: 200 });
  expect(await office.put(of(0), move, key)).toMatchObject({ status: 200 });
  expect(await office.delete(of(0), {}, { began: shown })).toMatchObject({ status: 409 });
  expect(await office.delete(of(0), {}, { began: move })).toMatchObject({ status: 204 });
  expect((await office.get(path)).body).toMatchObject({ unplaced_count: 1, days: [] });

  // Its answer was lost: it comes again when the office has given another time.
  const late = () => office.delete(of(0), { 'idempotency-key': 'nothing to do' }, {});
  expect(await late()).toMatchObject({ status: 204 });
  await office.put(of(0), move);
  expect(await late()).toMatchObject({ status: 204 });
  expect((await office.get(path)).body).toMatchObject({ unplaced_count: 0 });
});

test('nobody is given a time that has passed', async () => {
  const app = await makeOffice({ students: 2 });
  const days = ['2026-11-20', '2026-11-21'].map((day) => ({ day, ...hours }));
  await app.set({ days, rooms: [{ name: 'Room 1', link: null }] });
  app.clock.set('2026-11-21T14:32:00+05:30');
  const { body } = await app.fill();
  expect(body).toMatchObject({ days: [{ day: '2026-11-21', vivas: 2 }], unplaced_count: 0 });
  expect(body.vivas.map(({ local }: { local: string }) => local)).toEqual([
    '2026-11-21T14:35',
    '2026-11-21T15:00',
  ]);
  await app.office.delete(app.of(1), {}, {});
  app.clock.set('2026-11-21T18:00:00+05:30');
  expect((await app.fill()).body).toMatchObject({ unplaced: [{ why: 'over' }] });
});

test('more time for one makes their viva longer', async () => {
  const { set, fill, office, of } = await makeOffice({ students: 2, plan: { reserve: false } });
  await set({ rooms: [{ name: 'Room 1', link: null }] });
  expect(await office.put(`${of(0)}/extra`, { minutes: 12 })).toMatchObject({ status: 400 });
  expect((await office.put(`${of(0)}/extra`, { minutes: 10 })).body).toMatchObject({
    extra: [{ student: { s_name: 'Student 01' }, minutes: 10 }],
  });
  const { body } = await fill();
  expect(body.vivas).toMatchObject([{ minutes: 30 }, { minutes: 20 }]);
  expect(body.vivas.map(({ starts_at: at }: { starts_at: string }) => clock(at))).toEqual(['09:00', '09:35']);
  expect((await office.put(`${of(0)}/extra`, { minutes: 0, began: { minutes: 10 } })).body).toMatchObject({
    extra: [],
  });
});

test('extra minutes lengthen a viva that has a time, unless what follows is taken', async () => {
  const { set, fill, office, of } = await makeOffice({ students: 3, mentors: 1, plan: { reserve: false } });
  await set({ rooms: [{ name: 'Room 1', link: null }] });
  await fill();
  await office.delete(of(1), {}, {});
  const minutes = async () =>
    (await office.get(path)).body.vivas.map((one: { minutes: number }) => one.minutes);
  const give = (index: number, more: number, began: number) =>
    office.put(`${of(index)}/extra`, { minutes: more, began: { minutes: began } });
  expect(await give(0, 25, 0)).toMatchObject({ status: 200, body: { chosen: { extra: 25 } } });
  expect(await minutes()).toEqual([45, 20]);
  expect(await give(0, 30, 25)).toMatchObject({
    status: 409,
    body: { message: 'Room 1 is taken from 9:50 am to 10:15 am.' },
  });
  expect((await office.get(path)).body.extra, 'nothing of a refusal is stored').toMatchObject([
    { minutes: 25 },
  ]);
  await give(0, 10, 25);
  await give(2, 40, 0);
  expect(await minutes()).toEqual([30, 60]);
  await give(0, 0, 10);
  expect(await minutes()).toEqual([20, 60]);
  expect((await office.get(path)).body.vivas[0], 'room, start and examiners stay').toMatchObject({
    local: '2026-12-03T09:00',
    room: 'Room 1',
    examiners: [{ email: 'mentor1@example.test' }],
  });
});

test('two batches see each other’s rooms and examiners', async () => {
  const { context, set, fill, office, settings, panel } = await makeOffice({ students: 1 });
  const other = await buildBatch(context, { name: 'THEIRS' });
  const student = await buildStudent(context, { batch_id: other.id });
  await buildSelection(context, { account_id: student.id });
  await set();
  await fill();
  const theirs = '/api/staff/batches/THEIRS/viva-plan';
  const planTheirs = async (change: Partial<VivaPlan>): Promise<string> => {
    await office.put(theirs, { ...settings, ...change });
    const { body } = await office.post(`${theirs}/vivas`, { order: 'name' });
    await office.delete(`${theirs}/students/${student.email}`, {}, {});
    return clock(body.vivas[0].starts_at);
  };
  expect(await planTheirs({ rooms: [{ name: 'room 1', link: null }] }), 'the room').toBe('09:25');
  const hall = [{ name: 'Hall', link: null }];
  expect(await planTheirs({ rooms: hall }), 'the other examiner').toBe('09:00');
  const alone = [{ email: panel[0]?.email ?? '', hours: null }];
  expect(await planTheirs({ rooms: hall, examiners: alone }), 'the examiner').toBe('09:25');
  expect((await office.get(theirs)).body).toMatchObject({ taken: [{ who: 'Mentor 1', minutes: 25 }] });
});

test('of many who want one time at once, one has it', async () => {
  const { set, office, of, panel, context } = await makeOffice({ students: 8, mentors: 1 });
  await set();
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, index) =>
      office.put(of(index % 8), {
        starts_at: '2026-12-03T10:00',
        room: index % 2 === 0 ? 'Room 1' : 'Online',
        examiners: [panel[0]?.email ?? ''],
      }),
    ),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]));
  const rows = await context.database.reader.selectFrom('viva_slots').select('account_id').execute();
  expect(rows).toHaveLength(1);
  const winners = answers.flatMap(({ status }, index) => (status === 200 ? [index % 8] : []));
  expect(new Set(winners).size).toBe(1);
});

test('an anonymisation takes the time away, and frees room and examiner', async () => {
  const { set, fill, office, students, context } = await makeOffice({ students: 1 });
  await set();
  await fill();
  await context.database.transaction((writer) =>
    erasePersonalRows(writer, vivasPersonal, students[0]?.id ?? 0),
  );
  const left = await context.database.reader.selectFrom('viva_steps').select('step').execute();
  expect(left).toEqual([]);
  expect((await office.get(path)).body).toMatchObject({ days: [] });
});
