import { expect, test } from 'vitest';
import { newPlan, type VivaPlan } from '#contract/vivas/plan';
import type { CheckedVivas } from '#contract/vivas/viva-sheet-calls';
import {
  buildAdministrator,
  buildBatch,
  buildMentor,
  buildSelection,
  buildStudent,
} from '#support/factories';
import { makeTestApp } from '#support/test-app';

const plan = '/api/staff/batches/OURS/viva-plan';
const path = `${plan}/sheet`;
const hours = { from: '09:00', to: '18:00', breaks: [{ from: '13:00', to: '14:00' }] };
const names = ['Asha Rao', 'Bina Das', 'Chitra Nair', 'Devi Pillai'];

async function makeOffice() {
  const app = await makeTestApp();
  const batch = await buildBatch(app.context, { name: 'OURS' });
  const students: { id: number; email: string }[] = [];
  for (const [index, name] of names.entries()) {
    const email = `${name.split(' ')[0]?.toLowerCase()}@example.test`;
    const student = await buildStudent(app.context, {
      batch_id: batch.id,
      name,
      email,
      phone: `987654321${index}`,
    });
    if (index < 3) await buildSelection(app.context, { account_id: student.id });
    students.push(student);
  }
  await buildMentor(app.context, [batch.id], { name: 'Dr. Meera Iyer', email: 'meera@example.test' });
  await buildMentor(app.context, [batch.id], { name: 'Ravi Menon', email: 'ravi@example.test' });
  const office = await app.as(await buildAdministrator(app.context));
  const check = async (text: string, more: object = {}) => {
    const { status, body } = await office.post(`${path}/check`, { text, ...more });
    return { status, message: body.message as string, checked: body as CheckedVivas };
  };
  const save = (text: string, more: object = {}) => office.post(path, { text, ...more });
  const faultsOf = async (text: string) =>
    (await check(text)).checked.rows.flatMap(({ line, cells }) =>
      cells.flatMap(({ cell, fault }) => (fault === null ? [] : [`${cell ?? line}: ${fault}`])),
    );
  const times = async (day = '2026-12-03') => {
    const { vivas } = (await office.get(`${plan}?day=${day}`)).body as {
      vivas: {
        student: { s_name: string };
        local: string;
        minutes: number;
        room: string;
        examiners: { name: string }[];
      }[];
    };
    return vivas.map(({ student, local, minutes, room, examiners }) =>
      [student.s_name, local.slice(11), minutes, room, ...examiners.map(({ name }) => name)].join(' '),
    );
  };
  const setPlan = (change: Partial<VivaPlan> = {}) =>
    office.put(plan, {
      ...newPlan,
      days: [{ day: '2026-12-03', ...hours }],
      rooms: [{ name: 'Room 1', link: null }],
      examiners: [{ email: 'meera@example.test', hours: null }],
      ...change,
    });
  return { ...app, batch, students, office, check, save, faultsOf, times, setPlan };
}

const list = `Vivas of December;;;;
Sl No;Name;Date;Time;Venue;Examiner 1;Examiner 2
1;asha rao;3 Dec 2026;10:00 am;Room 2;Meera Iyer;Ravi Menon
2;Bina Das;3/12/2026;10:25-10:55;Room 2;Prof. Meera Iyer;
;Lunch;3 Dec 2026;1 pm;;;
3;Chitra Nair;3 Dec 2026;2.30 pm;Online https://meet.example.test/viva;ravi@example.test;
;Total: 3;;;;;
`;

test('the office’s list becomes a plan: rooms and examiners join it, each row is shown first, and again nothing changes', async () => {
  const { check, save, times, office, context, students } = await makeOffice();
  const { checked } = await check(list);
  expect(checked.counts).toEqual({ new: 3, changed: 0, unchanged: 1, wrong: 0 });
  expect(checked.adds).toEqual({ rooms: ['Room 2', 'Online'], examiners: ['Dr. Meera Iyer', 'Ravi Menon'] });
  expect(checked.rows[1]).toMatchObject({ line: 4, state: 'new', name: 'Bina Das' });
  const shown = checked.rows[1]?.cells.flatMap(({ field, value }) =>
    field === 'day' || field === 'time' ? [value] : [],
  );
  expect(shown).toEqual(['Thu 3 Dec 2026', '10:25 am – 10:55 am']);
  expect(await times(), 'a dry run').toEqual([]);

  expect(await save(list, { seen: checked.seen })).toMatchObject({ status: 200, body: { saved: 3 } });
  expect(await times()).toEqual([
    'Asha Rao 10:00 20 Room 2 Dr. Meera Iyer Ravi Menon',
    'Bina Das 10:25 30 Room 2 Dr. Meera Iyer',
    'Chitra Nair 14:30 20 Online Ravi Menon',
  ]);
  const { body } = await office.get(plan);
  expect(body.plan).toMatchObject({
    panel: 2,
    rooms: [{ name: 'Room 2' }, { link: 'https://meet.example.test/viva' }],
  });
  expect(body.vivas[0].concerns, 'a plan without days has no hours to be outside of').toEqual([]);
  const audit = () =>
    context.database.reader
      .selectFrom('audit_log')
      .where('act', 'in', ['place-viva', 'set-viva-plan'])
      .select(['act', 'about_id'])
      .execute();
  const lines = await audit();
  expect(lines.map(({ act }) => act).toSorted()).toEqual([...Array(3).fill('place-viva'), 'set-viva-plan']);
  expect(lines.filter(({ about_id }) => about_id === students[0]?.id)).toHaveLength(1);

  const again = await check(list);
  expect(again.checked.counts).toEqual({ new: 0, changed: 0, unchanged: 4, wrong: 0 });
  expect(await save(list)).toMatchObject({ status: 200, body: { saved: 0 } });
  expect(await audit()).toHaveLength(4);
});

test('students are known by email, phone or name', async () => {
  const { setPlan, save, times, faultsOf, context, batch } = await makeOffice();
  await setPlan();
  const text =
    'Email,Mobile,Name,Time\nasha@example.test,,Somebody,10:00\n,+91 98765 43211,,10:25\n,,CHITRA  NAIR,10:50\n';
  expect(await save(text)).toMatchObject({ status: 200, body: { saved: 3 } });
  expect(await times(), 'one day, one room and one examiner need not be written').toEqual([
    'Asha Rao 10:00 20 Room 1 Dr. Meera Iyer',
    'Bina Das 10:25 20 Room 1 Dr. Meera Iyer',
    'Chitra Nair 10:50 20 Room 1 Dr. Meera Iyer',
  ]);
  await buildStudent(context, { batch_id: batch.id, name: 'Bina Das', email: 'bina2@example.test' });
  expect(
    await faultsOf(
      'Email,Mobile,Name,Time\nnobody@example.test,,Asha Rao,10:00\n,9999999999,,10:25\n,,Bina Das,10:50\n,,Nobody,11:00\ndevi@example.test,,,12:00\n',
    ),
  ).toEqual([
    'A2: This batch has no student with this email',
    'B3: This batch has no student with this phone',
    'C4: Two students have this name. Write the email',
    'C5: This batch has no student with this name',
    'A6: This student has no project yet',
  ]);
});

test('wrong rows are named with the reason, and nothing is saved', async () => {
  const { setPlan, faultsOf, save, times } = await makeOffice();
  await setPlan({ examiners: [] });
  const text =
    'Email;Date;Time;Room;Examiners\nasha@example.test;3 Dec 2026;2:30;Room 1;Meera Iyer\nbina@example.test;3 Dec 2026;10:00;Lab https://meet.example.test/a;Nobody Known\nchitra@example.test;5 Foo;10:02;;\nchitra@example.test;3 Dec 2026;11:00;Room 1;meera@example.test\n';
  expect(await faultsOf(text)).toEqual([
    'C2: 02:30 is at night. Write 14:30, or add am or pm',
    'E3: No mentor, examiner or administrator is called Nobody Known. Invite them, or write the email',
    'B4: This is not a day, such as 3 Dec 2026',
    'E4: The examiner is missing',
  ]);
  expect(await save(text)).toMatchObject({
    status: 409,
    body: {
      message:
        'Row 2, Asha Rao: 02:30 is at night. Write 14:30, or add am or pm (and 2 more). Nothing was saved.',
    },
  });
  expect(await times()).toEqual([]);
});

test('conflicts in the list and with what is stored are named before', async () => {
  const { setPlan, faultsOf, office, context } = await makeOffice();
  await setPlan();
  const other = await buildBatch(context, { name: 'THEIRS' });
  const theirs = await buildStudent(context, { batch_id: other.id });
  await buildSelection(context, { account_id: theirs.id });
  await office.put('/api/staff/batches/THEIRS/viva-plan', {
    ...newPlan,
    rooms: [{ name: 'Room 9', link: null }],
  });
  await office.put(`/api/staff/batches/THEIRS/viva-plan/students/${theirs.email}`, {
    starts_at: '2026-12-03T15:00',
    room: 'Room 9',
    examiners: ['ravi@example.test'],
  });
  const head = 'Email;Time;Room;Examiners\n';
  expect(
    await faultsOf(
      `${head}asha@example.test;10:00;Room 1;Meera Iyer\nbina@example.test;10:20;Room 1;Ravi Menon\nchitra@example.test;10:10;Room 2;Meera Iyer\n`,
    ),
  ).toEqual([
    'C3: Room 1 is taken from 10:00 am to 10:25 am (row 2), with 5 minutes between two vivas',
    'D4: Dr. Meera Iyer is taken from 10:00 am to 10:25 am (row 2)',
  ]);
  expect(await faultsOf(`${head}asha@example.test;10:00;Room 1;\nASHA@example.test;11:00;Room 1;\n`)).toEqual(
    ['A3: This student is also in row 2'],
  );
  expect(
    await faultsOf(
      `${head}asha@example.test;15:10;Room 9;Meera Iyer\nbina@example.test;14:50;Room 1;Ravi Menon\n`,
    ),
    'the rooms and examiners of other batches',
  ).toEqual([
    'C2: Room 9 is taken from 3:00 pm to 3:25 pm',
    'D3: Ravi Menon is taken from 3:00 pm to 3:25 pm',
  ]);
});

test('rows exchange their times, move across their own old time, and keep what an empty cell leaves open', async () => {
  const { setPlan, save, check, times } = await makeOffice();
  await setPlan();
  const head = 'Email;Time;Examiners\n';
  await save(
    `${head}asha@example.test;10:00;Ravi Menon\nbina@example.test;10:25;\nchitra@example.test;11:00;\n`,
  );
  const moved = `${head}asha@example.test;10:25;\nbina@example.test;10:00;\nchitra@example.test;11:05;\n`;
  const { checked } = await check(moved);
  expect(checked.counts).toEqual({ new: 0, changed: 3, unchanged: 0, wrong: 0 });
  expect(checked.rows[0]?.cells.find(({ field }) => field === 'time')).toMatchObject({
    value: '10:25 am – 10:45 am',
    before: '10:00 am – 10:20 am',
  });
  expect(await save(moved, { seen: checked.seen })).toMatchObject({ body: { saved: 3 } });
  expect(await times()).toEqual([
    'Bina Das 10:00 20 Room 1 Dr. Meera Iyer',
    'Asha Rao 10:25 20 Room 1 Ravi Menon',
    'Chitra Nair 11:05 20 Room 1 Dr. Meera Iyer',
  ]);
});

test('what is outside of the hours is said and may be; what was moved since the dry run is not replaced unseen', async () => {
  const { setPlan, check, save, office, times } = await makeOffice();
  await setPlan();
  const text = 'Email;Time\nasha@example.test;13:10\nbina@example.test;10:00\n';
  const { checked } = await check(text);
  expect(checked.concerns).toEqual([{ line: 2, concerns: ['beyond-hours'] }]);
  const later = { starts_at: '2026-12-03T16:00', room: 'Room 1', examiners: ['meera@example.test'] };
  await office.put(`${plan}/students/asha@example.test`, later);
  expect(await save(text, { seen: checked.seen })).toMatchObject({
    status: 409,
    body: { message: 'Times changed since you checked the rows. Nothing was saved. Check the rows again.' },
  });
  expect(await times()).toEqual(['Asha Rao 16:00 20 Room 1 Dr. Meera Iyer']);
  const key = { 'idempotency-key': 'sheet' };
  const send = () => office.post(path, { text }, key);
  expect([await send(), await send()]).toMatchObject([{ body: { saved: 2 } }, { body: { saved: 2 } }]);
});

test.each([
  ['Name,Room\nAsha Rao,Room 1', 'Choose the column with the times.'],
  ['Time,Room\n10:00,Room 1', 'Choose the column with the students: their email, phone or name.'],
  ['Name,Time', 'The spreadsheet has no rows below its headings.'],
])('%j is refused with what to do', async (text, message) => {
  const { check } = await makeOffice();
  const answer = await check(text);
  expect(answer).toMatchObject({ status: 400, message });
});

test('columns can be chosen', async () => {
  const { setPlan, check } = await makeOffice();
  await setPlan();
  const { checked } = await check('A,B\nasha@example.test,10:00\n', { columns: ['email', 'time'] });
  expect(checked.counts.new).toBe(1);
  expect(await check('A,B\nx,y\n', { columns: ['time', 'time'] })).toMatchObject({ status: 400 });
});
