import { beforeEach, expect, test } from 'vitest';
import { dayMs } from '#contract/durations';
import {
  buildAdministrator,
  buildBatch,
  buildExaminer,
  buildMark,
  buildMentor,
  buildProject,
  buildRecord,
  buildSelection,
  buildStudent,
  buildSubmission,
  buildViva,
} from '#support/factories';
import { confirmHour } from '#support/build-viva-hour';
import { freezeStudents } from '#support/freeze-student';
import { makeTestApp, type Client, type TestApp } from '#support/test-app';

type Account = Awaited<ReturnType<typeof buildStudent>>;

let app: TestApp;
let student: Account;
let other: Account;
let examiner: Account;
let foreign: Account;
let office: Account;
let batch: { id: number; name: string };
let asExaminer: Client;
let file: string;
let viva: { id: number };

beforeEach(async () => {
  app = await makeTestApp();
  const { context } = app;
  batch = await buildBatch(context, { name: 'OURS' });
  office = await buildAdministrator(context);
  student = await buildStudent(context, { batch_id: batch.id, name: 'Asha Menon', phone: '9876543210' });
  other = await buildStudent(context, { batch_id: batch.id });
  examiner = await buildExaminer(context, office.id, { name: 'Prof. Nair' });
  foreign = await buildExaminer(context, office.id);
  const project = await buildProject(context, {});
  for (const { id } of [student, other])
    await buildSelection(context, {
      account_id: id,
      project_id: project.id,
      started_at: context.clock.now() - 29 * dayMs,
    });
  viva = await buildViva(context, { batch_id: batch.id, account_id: student.id, panel: [examiner.id] });
  await buildViva(context, { batch_id: batch.id, account_id: other.id, panel: [foreign.id] });
  const submitted = await (
    await app.as(student)
  ).form(`/api/students/uploadWeek/${student.email}`, [
    ['selectedWeek', '1'],
    ['comments', 'My week'],
    ['files', { name: 'work.txt', bytes: 'my work' }],
  ]);
  file = submitted.body.receipt.file.id;
  asExaminer = await app.as(examiner);
});

const papers = (client: Client, of = student) => client.get(`/api/staff/vivas/${of.email}`);
/** Papers, file and list as one word: whether the student is there for somebody. */
async function sees(client: Client): Promise<boolean[]> {
  const [page, bytes, list] = [
    await papers(client),
    await client.get(`/api/files/${file}`),
    await client.get('/api/staff/vivas'),
  ];
  return [page.status === 200, bytes.status === 200, JSON.stringify(list.body).includes(student.email)];
}
const all = [true, true, true];
const nothing = [false, false, false];

test('an examiner reads project and versions of the students of their panel, without phone, marks and others', async () => {
  const list = await asExaminer.get('/api/staff/vivas');
  expect(list.body).toMatchObject([{ student: { s_name: 'Asha Menon' }, panel: ['Prof. Nair'] }]);
  const { body } = await papers(asExaminer);
  expect(body).toMatchObject({ batch: 'OURS', versions: [{ task: 'week-1', comments: 'My week' }] });
  expect(JSON.stringify(body)).not.toMatch(/9876543210|marks/);
  expect(await sees(asExaminer)).toEqual(all);
});

test('calls that other mentors may make are closed to an examiner, a talk gives no seat', async () => {
  const { project } = (await papers(asExaminer)).body;
  const mentor = await app.as(await buildMentor(app.context));
  for (const url of [
    '/api/notices',
    '/api/staff/batches',
    '/api/staff/phrases',
    `/api/projects/projects/${project.id}`,
  ]) {
    expect([url, (await asExaminer.get(url)).status]).toEqual([url, 403]);
    expect([url, (await mentor.get(url)).status]).toEqual([url, 200]);
  }
  const talk = { batch_id: batch.id, account_id: other.id, purpose: 'talk' as const, panel: [examiner.id] };
  await app.context.database.transaction((writer) =>
    writer.deleteFrom('viva_slots').where('account_id', '=', other.id).execute(),
  );
  await buildViva(app.context, talk);
  expect((await papers(asExaminer, other)).status).toBe(403);
});

test('mentors of other batches and administrators read them as panel members only', async () => {
  const panelist = await buildMentor(app.context);
  const [mentor, administrator] = [await app.as(panelist), await app.as(office)];
  expect((await papers(mentor)).status).toBe(403);
  expect((await papers(administrator)).status).toBe(403);
  for (const { id } of [panelist, office]) await seat(id);
  expect(await sees(mentor)).toEqual(all);
  expect(await sees(administrator)).toEqual(all);
});

const seat = (account_id: number) =>
  app.context.database.transaction((writer) =>
    writer.insertInto('viva_panels').values({ slot_id: viva.id, account_id }).execute(),
  );

test('the panel of another student, and a student moved to another panel or batch, are closed', async () => {
  expect(await sees(await app.as(foreign))).toEqual(nothing);
  expect((await papers(asExaminer, other)).status).toBe(403);
  const { database } = app.context;
  const elsewhere = await buildBatch(app.context);
  const place = (batch_id: number) =>
    database.transaction((writer) =>
      writer.updateTable('accounts').set({ batch_id }).where('id', '=', student.id).execute(),
    );
  await place(elsewhere.id);
  expect(await sees(asExaminer)).toEqual(nothing);
  await place(batch.id);
  expect(await sees(asExaminer)).toEqual(all);
  await database.transaction((writer) =>
    writer
      .updateTable('viva_panels')
      .set({ account_id: foreign.id })
      .where('slot_id', '=', viva.id)
      .execute(),
  );
  expect(await sees(asExaminer)).toEqual(nothing);
  expect(await sees(await app.as(foreign))).toEqual(all);
});

test('access ends 30 days after the last viva of the batch', async () => {
  const own = { batch_id: batch.id, panel: [examiner.id] };
  const late = await buildStudent(app.context, { batch_id: batch.id });
  const starts_at = app.clock.now() + 12 * 3_600_000;
  await app.context.database.transaction((writer) =>
    writer.updateTable('viva_slots').set({ starts_at }).where('id', '=', viva.id).execute(),
  );
  const another = await buildBatch(app.context);
  const elsewhere = await buildStudent(app.context, { batch_id: another.id });
  await buildViva(app.context, {
    ...own,
    batch_id: another.id,
    account_id: elsewhere.id,
    starts_at: starts_at + 20 * dayMs,
  });
  app.clock.advance(12 * 3_600_000 + 30 * dayMs - 1);
  expect(await sees(await app.as(examiner))).toEqual(all);
  app.clock.advance(1);
  expect(await sees(await app.as(examiner))).toEqual(nothing);
  await buildViva(app.context, { ...own, account_id: late.id, starts_at: starts_at + 5 * dayMs });
  expect(await sees(await app.as(examiner))).toEqual(all);
});

test.each([
  [
    'a released mark',
    async () => {
      const own = { accountId: student.id, batchId: batch.id, examinerId: examiner.id };
      await confirmHour(app.context, own);
      const { id } = await buildSubmission(app.context, { account_id: student.id, task: 'viva' });
      await buildMark(app.context, { submission_id: id, released: 1 });
    },
  ],
  [
    'a released record',
    () => buildRecord(app.context, { account_id: student.id, task: 'viva', released: 1 }),
  ],
  ['a frozen result', () => freezeStudents(app.context, { batchId: batch.id, accountIds: [student.id] })],
])('access ends with %s', async (_, end) => {
  await buildRecord(app.context, { account_id: student.id, task: 'final', released: 1 });
  expect(await sees(asExaminer)).toEqual(all);
  await end();
  expect(await sees(asExaminer)).toEqual(nothing);
});

test('a removed examiner sees nothing', async () => {
  await app.context.database.transaction((writer) =>
    writer
      .updateTable('examiner_accounts')
      .set({ removed_at: 1, removed_by: office.id })
      .where('account_id', '=', examiner.id)
      .execute(),
  );
  expect(await sees(asExaminer)).toEqual(nothing);
});

const opened = () =>
  app.context.database.reader
    .selectFrom('audit_log')
    .where('act', '=', 'open-viva-file')
    .select(['actor_id', 'about_id'])
    .execute();

test('each file that a panel member opens is in the audit log, once in ten minutes', async () => {
  const line = { actor_id: examiner.id, about_id: student.id };
  await asExaminer.get(`/api/files/${file}/preview`);
  await asExaminer.get(`/api/files/${file}/text`);
  expect(await opened()).toEqual([line]);
  app.clock.advance(11 * 60_000);
  await asExaminer.get(`/api/files/${file}`);
  expect(await opened()).toEqual([line, line]);
  await (await app.as(foreign)).get(`/api/files/${file}`);
  await (await app.as(student)).get(`/api/files/${file}`);
  await (await app.as(office)).get(`/api/files/${file}`);
  expect(await opened()).toHaveLength(2);
});

test('an examiner who is given a batch by an older process stays an examiner', async () => {
  await app.context.database.transaction((writer) =>
    writer
      .insertInto('batch_mentors')
      .values({ batch_id: batch.id, name: examiner.name, account_id: examiner.id })
      .execute(),
  );
  const { body } = await asExaminer.get('/api/auth/session');
  expect(body.student).toMatchObject({ role: 'mentor', batches: [], examiner: true });
  expect((await asExaminer.get(`/api/students/timeline/${other.email}`)).status).toBe(403);
  expect((await asExaminer.get(`/previews/files/${file}`)).status).toBe(303);
  expect((await (await app.as(foreign)).get(`/previews/files/${file}`)).status).toBe(403);
});
