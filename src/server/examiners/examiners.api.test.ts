import { beforeEach, expect, test } from 'vitest';
import {
  buildAdministrator,
  buildBatch,
  buildMentor,
  buildProject,
  buildSelection,
  buildStudent,
  buildViva,
} from '#support/factories';
import { readAuditLog } from '#support/read-audit-log';
import { makeTestApp, type Client, type TestApp } from '#support/test-app';

let app: TestApp;
let office: Client;
let administrator: { id: number };

beforeEach(async () => {
  app = await makeTestApp({ settings: { publicUrl: new URL('http://127.0.0.1:3000') } });
  administrator = await buildAdministrator(app.context);
  office = await app.as(administrator as never);
});

const nair = { email: 'nair@college.example', name: 'Latha Nair' };
const invite = (body: object = nair, headers = {}) => office.post('/api/staff/examiners', body, headers);
const path = `/api/staff/examiners/${nair.email}`;

const accountOf = (email: string) =>
  app.context.database.reader
    .selectFrom('accounts')
    .where('email', '=', email)
    .selectAll()
    .executeTakeFirstOrThrow();

test('the office invites an examiner: a mentor without a batch for older versions, with one link', async () => {
  const first = await invite(nair, { 'idempotency-key': 'k' });
  expect(first).toMatchObject({
    status: 201,
    body: { examiner: { s_name: 'Latha Nair', has_password: false } },
  });
  expect(first.body.link).toMatch(/reset-password\?token=/);
  const account = await accountOf(nair.email);
  expect(account.role).toBe('mentor');
  const asExaminer = await app.as(account);
  expect((await asExaminer.get('/api/auth/session')).body.student).toMatchObject({
    role: 'mentor',
    batch: null,
    batches: [],
    examiner: true,
  });
  expect((await invite(nair, { 'idempotency-key': 'k' })).status).toBe(201);
  expect((await readAuditLog(app)).filter(({ act }) => act === 'invite-examiner')).toHaveLength(1);
  const listed = await office.get('/api/staff/members');
  expect(listed.body.members).toContainEqual(
    expect.objectContaining({ s_id: nair.email, role: 'mentor', examiner: 'active', batches: [] }),
  );
  const { people } = (await office.get(`/api/staff/people?q=${nair.email}`)).body;
  expect(people).toMatchObject([{ s_id: nair.email, examiner: 'active' }]);
});

test.each(['student', 'mentor', 'administrator', 'examiner'] as const)(
  'the email of a %s is refused with what to do',
  async (role) => {
    const email = 'known@example.test';
    if (role === 'student') await buildStudent(app.context, { email });
    else if (role === 'mentor') await buildMentor(app.context, [], { email });
    else if (role === 'administrator') await buildAdministrator(app.context, { email });
    else await invite({ ...nair, email });
    const { status, body } = await invite({ ...nair, email });
    expect([status, body.message]).toEqual([409, expect.stringContaining(email)]);
  },
);

async function makeViva() {
  const { context } = app;
  const batch = await buildBatch(context, { name: 'OURS' });
  const student = await buildStudent(context, { batch_id: batch.id });
  const project = await buildProject(context, {});
  await buildSelection(context, { account_id: student.id, project_id: project.id });
  await invite();
  const { id } = await accountOf(nair.email);
  const viva = await buildViva(context, { batch_id: batch.id, account_id: student.id, panel: [id] });
  return { student, viva, id, url: `/api/staff/batches/OURS/viva-plan` };
}

test('a removal shows the open work before, takes them out of the plans, and keeps their seat for the record', async () => {
  const { student, viva, id, url } = await makeViva();
  expect((await office.get(url)).body.staff).toContainEqual(expect.objectContaining({ email: nair.email }));
  const { body: plan } = await office.get(url);
  const examiners = [{ email: nair.email, hours: null }];
  expect((await office.put(url, { ...plan.plan, examiners })).status).toBe(200);
  expect((await office.get(path)).body).toMatchObject({ to_come: 1, without_result: 0, batches: ['OURS'] });
  const began = { to_come: 0, without_result: 0 };
  const refused = await office.delete(path, {}, { began });
  expect(refused).toMatchObject({ status: 409, body: { current: { to_come: 1 } } });
  expect((await office.delete(path, {}, { began: { to_come: 1, without_result: 0 } })).status).toBe(204);
  expect((await office.get(url)).body).toMatchObject({ plan: { examiners: [] } });
  expect((await office.get(url)).body.staff).not.toContainEqual(
    expect.objectContaining({ email: nair.email }),
  );
  expect((await office.put(url, { ...plan.plan, examiners })).status).toBe(400);
  const seats = await app.context.database.reader.selectFrom('viva_panels').selectAll().execute();
  expect(seats).toEqual([{ slot_id: viva.id, account_id: id }]);
  const asExaminer = await app.as(await accountOf(nair.email));
  expect((await asExaminer.get('/api/staff/vivas')).body).toEqual([]);
  expect((await asExaminer.get(`/api/staff/vivas/${student.email}`)).status).toBe(403);
  expect((await office.get(path)).body).toMatchObject({ to_come: 1, removed_at: expect.any(String) });
  expect((await office.delete(path)).status).toBe(204);
  expect((await readAuditLog(app)).filter(({ act }) => act === 'remove-examiner')).toHaveLength(1);
});

test('who is invited again examines again, and who is made a mentor is an examiner no more', async () => {
  const { student, id } = await makeViva();
  await office.delete(path);
  expect((await invite()).status).toBe(201);
  const asExaminer = await app.as(await accountOf(nair.email));
  expect((await asExaminer.get(`/api/staff/vivas/${student.email}`)).status).toBe(200);
  const changed = await office.put(`/api/staff/members/${nair.email}`, { role: 'mentor', batches: ['OURS'] });
  expect(changed.body).not.toHaveProperty('examiner');
  expect((await asExaminer.get(`/api/students/timeline/${student.email}`)).status).toBe(200);
  const [line] = (await readAuditLog(app)).filter(({ act, before }) => act === 'invite-staff' && before);
  expect(JSON.stringify(line)).toContain('examiner');
  expect((await office.get(path)).status).toBe(404);
  expect(await examinerRows(id)).toEqual([]);
});

const examinerRows = (id: number) =>
  app.context.database.reader
    .selectFrom('examiner_accounts')
    .where('account_id', '=', id)
    .selectAll()
    .execute();
