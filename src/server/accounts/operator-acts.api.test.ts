import { expect, test } from 'vitest';
import {
  buildAdministrator,
  buildBatch,
  buildMentor,
  buildProject,
  buildSelection,
  buildStudent,
} from '#support/factories';
import { importFiles } from '#support/import-folder';
import { makeTestApp, type TestApp } from '#support/test-app';
import { confirmAccount } from './confirm-account.ts';
import { inviteStaff } from './invite-staff.ts';
import { issuePasswordReset } from './issue-password-reset.ts';
import { assignBatch } from './assign-batch.ts';

async function auditOf({ context }: TestApp) {
  const rows = await context.database.reader.selectFrom('audit_log').selectAll().orderBy('id').execute();
  return rows.map(({ actor_id, act, subject, before, after }) => ({
    actor_id,
    act,
    subject,
    before: JSON.parse(before ?? 'null') as unknown,
    after: JSON.parse(after ?? 'null') as unknown,
  }));
}

test('placing a waiting student opens the batch to them and is on record', async () => {
  const app = await makeTestApp();
  await buildBatch(app.context, { name: 'WEB 1' });
  const student = await buildStudent(app.context, { email: 'asha@example.test', batch_id: null });
  const placed = { email: 'asha@example.test', before: null, after: 'WEB 1' };
  expect(await assignBatch(app.context, 'Asha@example.test', 'web1')).toEqual(placed);
  expect((await (await app.as(student)).get('/api/auth/session')).body.student.batch).toBe('WEB 1');
  expect(await assignBatch(app.context, 'asha@example.test', 'WEB 1')).toEqual({
    ...placed,
    before: 'WEB 1',
  });
  expect(await auditOf(app)).toEqual([
    {
      actor_id: null,
      act: 'place-student',
      subject: 'asha@example.test',
      before: { batch: null },
      after: { batch: 'WEB 1' },
    },
  ]);
});

test('a placement is refused for strangers, staff, unknown batches and other courses than the chosen one', async () => {
  const app = await makeTestApp();
  const { context } = app;
  const home = await buildBatch(context, { name: 'HOME' });
  await buildBatch(context, { name: 'ELSEWHERE' });
  const student = await buildStudent(context, { email: 'asha@example.test', batch_id: home.id });
  const project = await buildProject(context, { id: 'P001', course_id: home.course_id });
  await buildSelection(context, { account_id: student.id, project_id: project.id });
  await buildMentor(context, [], { email: 'mentor@example.test' });
  const placing = (email: string, batch: string) => assignBatch(context, email, batch);
  await expect(placing('nobody@example.test', 'HOME')).rejects.toThrow(
    'There is no account with the address nobody@example.test.',
  );
  await expect(placing('mentor@example.test', 'HOME')).rejects.toThrow(
    'mentor@example.test is a mentor, not a student.',
  );
  await expect(placing('asha@example.test', 'NOPE')).rejects.toThrow('There is no batch "NOPE"; known:');
  await expect(placing('asha@example.test', 'ELSEWHERE')).rejects.toThrow(
    /has chosen P001 of .* cannot move to ELSEWHERE/,
  );
  expect(await auditOf(app)).toEqual([]);
});

test('a confirmation does not undo a placement of before', async () => {
  const app = await makeTestApp();
  await buildBatch(app.context, { name: 'FIRST' });
  await buildBatch(app.context, { name: 'SECOND' });
  await buildStudent(app.context, { email: 'asha@example.test', batch_id: null, confirmed_at: null });
  await importFiles(app.context, { 'people.csv': 'email,batch,grade\nasha@example.test,FIRST,A\n' });
  await assignBatch(app.context, 'asha@example.test', 'SECOND');
  expect((await confirmAccount(app.context, 'asha@example.test')).after).toMatchObject({
    batch: 'SECOND',
    grade: 'A',
  });
});

test('a confirmation whose imported batch does not fit the chosen project is refused whole', async () => {
  const app = await makeTestApp();
  const { context } = app;
  const home = await buildBatch(context, { name: 'HOME' });
  await buildBatch(context, { name: 'ELSEWHERE' });
  const student = await buildStudent(context, {
    email: 'asha@example.test',
    batch_id: home.id,
    confirmed_at: null,
  });
  await importFiles(context, { 'people.csv': 'email,batch\nasha@example.test,ELSEWHERE\n' });
  await buildSelection(context, { account_id: student.id });
  await expect(confirmAccount(context, 'asha@example.test')).rejects.toThrow(/cannot move to ELSEWHERE/);
  const { confirmed_at } = await context.database.reader
    .selectFrom('accounts')
    .where('id', '=', student.id)
    .select('confirmed_at')
    .executeTakeFirstOrThrow();
  expect(confirmed_at).toBeNull();
});

test("the operator's link sets a new password once; an earlier link has ended", async () => {
  const app = await makeTestApp();
  await buildStudent(app.context, { email: 'asha@example.test' });
  const first = await issuePasswordReset(app.context, 'asha@example.test');
  const { token } = await issuePasswordReset(app.context, 'asha@example.test');
  const reset = (value: string) =>
    app.nobody.post('/api/auth/reset', { token: value, password: 'new secret' });
  expect((await reset(first.token)).status).toBe(400);
  expect((await reset(token)).status).toBe(204);
  expect((await reset(token)).status).toBe(400);
  const login = { email: 'asha@example.test', password: 'new secret' };
  expect((await app.nobody.post('/api/auth/login', login)).status).toBe(200);
  expect(JSON.stringify(await auditOf(app))).not.toContain(token);
  await expect(issuePasswordReset(app.context, 'x@example.test')).rejects.toThrow('There is no account');
});

test('a mentor is invited, takes the line that has their name, and signs in by the link', async () => {
  const app = await makeTestApp();
  const { context } = app;
  const [one, two] = [await buildBatch(context, { name: 'ONE' }), await buildBatch(context, { name: 'TWO' })];
  await context.database.transaction((writer) =>
    writer.insertInto('batch_mentors').values({ batch_id: one.id, name: 'Anu', account_id: null }).execute(),
  );
  const given = { email: 'Anu@example.test', name: 'Anu', role: 'mentor', batches: ['one', 'TWO'] } as const;
  const { email, before, after, token } = await inviteStaff(context, given);
  expect({ email, before, after }).toEqual({
    email: 'anu@example.test',
    before: null,
    after: { name: 'Anu', role: 'mentor', batches: ['ONE', 'TWO'] },
  });
  await app.nobody.post('/api/auth/reset', { token, password: 'new secret' });
  const answer = await app.nobody.post('/api/auth/login', { email, password: 'new secret' });
  expect(answer.body.student).toMatchObject({
    role: 'mentor',
    batches: expect.arrayContaining(['ONE', 'TWO']) as unknown,
  });
  const lines = await context.database.reader
    .selectFrom('batch_mentors')
    .select(['batch_id', 'name'])
    .execute();
  expect(lines).toHaveLength(2);
  expect(lines.map(({ batch_id }) => batch_id).sort()).toEqual([one.id, two.id].sort());

  // Again: nothing changes, and somebody with a password gets no link.
  expect(await inviteStaff(context, given)).toMatchObject({ before: after, after, token: null });
  expect((await auditOf(app)).map(({ act }) => act)).toEqual(['invite-staff']);

  // A new name goes along into the batches.
  await inviteStaff(context, { ...given, name: 'Anu Menon', batches: [] });
  const names = await context.database.reader.selectFrom('batch_mentors').select('name').execute();
  expect(names.map(({ name }) => name)).toEqual(['Anu Menon', 'Anu Menon']);
});

test('staff are refused where they would take a student, a name or the last administrator away', async () => {
  const app = await makeTestApp();
  const { context } = app;
  const batch = await buildBatch(context, { name: 'ONE' });
  await buildStudent(context, { email: 'asha@example.test' });
  await buildMentor(context, [batch.id], { name: 'Anu' });
  await buildAdministrator(context, { email: 'admin@example.test', name: 'Admin' });
  const invite = (given: Partial<Parameters<typeof inviteStaff>[1]>) =>
    inviteStaff(context, { email: 'new@example.test', name: 'New', role: 'mentor', batches: [], ...given });
  await expect(invite({ email: 'asha@example.test' })).rejects.toThrow(
    'asha@example.test belongs to a student; staff need an address of their own.',
  );
  await expect(invite({ email: 'new' })).rejects.toThrow('"new" is no e-mail address.');
  await expect(invite({ name: ' ' })).rejects.toThrow('The name must have 1 to 120 characters.');
  await expect(invite({ batches: ['TWO'] })).rejects.toThrow('There is no batch "TWO"');
  await expect(invite({ name: 'Anu', batches: ['ONE'] })).rejects.toThrow('ONE has another mentor named Anu');
  await expect(invite({ role: 'administrator', batches: ['ONE'] })).rejects.toThrow(
    'Administrators have every batch',
  );
  await expect(invite({ email: 'admin@example.test' })).rejects.toThrow(
    'admin@example.test is the only administrator',
  );
  const { length } = await context.database.reader.selectFrom('accounts').selectAll().execute();
  expect(length).toBe(3);
  expect(await auditOf(app)).toEqual([]);
});
