import { expect, test } from 'vitest';
import { buildAdministrator, buildBatch, buildMentor, buildStudent } from '#support/factories';
import { readAuditLog } from '#support/read-audit-log';
import { makeTestApp, makeTestContext } from '#support/test-app';
import { inviteStaff } from './invite-staff.ts';
import { issuePasswordReset } from './login/issue-password-reset.ts';

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
  expect(JSON.stringify(await readAuditLog(app))).not.toContain(token);
  await expect(issuePasswordReset(app.context, 'x@example.test')).rejects.toThrow('There is no account');
});

test('a mentor is invited, takes the line that has their name, and signs in by the link', async () => {
  const app = await makeTestApp();
  const { context } = app;
  const [one, two] = [await buildBatch(context, { name: 'ONE' }), await buildBatch(context, { name: 'TWO' })];
  await context.database.transaction((writer) =>
    writer.insertInto('batch_mentors').values({ batch_id: one.id, name: 'Anu', account_id: null }).execute(),
  );
  const input = { email: 'Anu@example.test', name: 'Anu', role: 'mentor', batches: ['one', 'TWO'] } as const;
  const { email, before, after, token } = await inviteStaff(context, input);
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
  expect(await inviteStaff(context, input)).toMatchObject({ before: after, after, token: null });
  expect((await readAuditLog(app)).map(({ act }) => act)).toEqual(['invite-staff', 'reset-password']);

  // A new name goes along into the batches.
  await inviteStaff(context, { ...input, name: 'Anu Menon', batches: [] });
  const names = await context.database.reader.selectFrom('batch_mentors').select('name').execute();
  expect(names.map(({ name }) => name)).toEqual(['Anu Menon', 'Anu Menon']);
});

test('a batch that has a mentor’s name gets the account, however the name is typed', async () => {
  const { context } = await makeTestContext();
  const batch = await buildBatch(context, { name: 'ONE' });
  const row = { batch_id: batch.id, name: 'E\u0301lodie D’SOUZA', account_id: null };
  await context.database.transaction((writer) => writer.insertInto('batch_mentors').values(row).execute());
  const input = { email: 'elodie@example.test', name: "Élodie D'Souza", role: 'mentor' as const };
  const { accountId } = await inviteStaff(context, { ...input, batches: ['ONE'] });
  const rows = await context.database.reader
    .selectFrom('batch_mentors')
    .select(['name', 'account_id'])
    .execute();
  expect(rows).toEqual([{ name: "Élodie D'Souza", account_id: accountId }]);
});

test('staff are refused where they would take a student, a name or the last administrator away', async () => {
  const app = await makeTestApp();
  const { context } = app;
  const batch = await buildBatch(context, { name: 'ONE' });
  await buildStudent(context, { email: 'asha@example.test' });
  await buildMentor(context, [batch.id], { name: 'Anu' });
  await buildAdministrator(context, { email: 'admin@example.test', name: 'Admin' });
  const invite = (input: Partial<Parameters<typeof inviteStaff>[1]>) =>
    inviteStaff(context, { email: 'new@example.test', name: 'New', role: 'mentor', batches: [], ...input });
  await expect(invite({ email: 'asha@example.test' })).rejects.toThrow(
    'asha@example.test belongs to a student. Staff need a different email.',
  );
  await expect(invite({ email: 'new' })).rejects.toThrow('"new" is not a valid email.');
  await expect(invite({ name: ' ' })).rejects.toThrow('The name must have 1 to 120 characters.');
  await expect(invite({ name: 'Anu\nKumari' })).rejects.toThrow('The name must be on one line');
  await expect(invite({ batches: ['TWO'] })).rejects.toThrow('There is no batch "TWO"');
  await expect(invite({ name: 'Anu', batches: ['ONE'] })).rejects.toThrow('ONE has another mentor named Anu');
  await expect(invite({ role: 'administrator', batches: ['ONE'] })).rejects.toThrow(
    'Administrators have every batch',
  );
  await expect(invite({ email: 'admin@example.test' })).rejects.toThrow(
    'admin@example.test is the only administrator who can log in',
  );
  const { length } = await context.database.reader.selectFrom('accounts').selectAll().execute();
  expect(length).toBe(3);
  expect(await readAuditLog(app)).toEqual([]);
});
