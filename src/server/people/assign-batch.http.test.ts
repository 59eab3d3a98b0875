import { expect, test } from 'vitest';
import { buildBatch, buildMentor, buildProject, buildSelection, buildStudent } from '#support/factories';
import { importFiles } from '#support/import-folder';
import { readAuditLog } from '#support/read-audit-log';
import { makeTestApp } from '#support/test-app';
import { assignBatch } from './assign-batch.ts';
import { confirmAccount } from './confirm-account.ts';

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
  expect(await readAuditLog(app)).toEqual([
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
  await buildBatch(context, { name: 'OVER', course_id: home.course_id, retired_at: 1 });
  const placing = (email: string, batch: string) => assignBatch(context, email, batch);
  await expect(placing('nobody@example.test', 'HOME')).rejects.toThrow(
    'There is no account with the email nobody@example.test.',
  );
  await expect(placing('mentor@example.test', 'HOME')).rejects.toThrow(
    'mentor@example.test is a mentor, not a student.',
  );
  await expect(placing('asha@example.test', 'OVER')).rejects.toThrow(
    'OVER is archived, so nobody can join it. Choose another batch, or restore it in the catalogue first.',
  );
  await expect(placing('asha@example.test', 'NOPE')).rejects.toThrow('There is no batch "NOPE"; known:');
  await expect(placing('asha@example.test', 'ELSEWHERE')).rejects.toThrow(
    /has chosen P001 of .* cannot move to ELSEWHERE/,
  );
  expect(await readAuditLog(app)).toEqual([]);
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

test('a student is told of the batch that was typed until the office has placed them, there or elsewhere', async () => {
  const app = await makeTestApp();
  const { context } = app;
  const { course_id } = await buildBatch(context, { name: 'DEFAULT', is_default: 1 });
  await buildBatch(context, { name: 'DSA-2026-10', course_id });
  let count = 0;
  const signUp = async (batch: string) => {
    const email = `typed${++count}@example.test`;
    const body = { name: 'Somebody', email, password: 'secret1', phone: '9876543210', batch };
    expect((await app.nobody.post('/api/auth/signup', body)).status).toBe(201);
    const account = await context.database.reader
      .selectFrom('accounts')
      .where('email', '=', email)
      .select('id')
      .executeTakeFirstOrThrow();
    const client = await app.as(account);
    const typed = async () => (await client.get(`/api/students/studentCourse/${email}`)).body.s_typedbatch;
    return { email, typed };
  };
  expect(await (await signUp(' default ')).typed(), 'the batch it is').toBeNull();
  for (const place of ['DSA-2026-10', 'DEFAULT']) {
    const student = await signUp('DSA-2026-1O');
    expect(await student.typed()).toBe('DSA-2026-1O');
    await assignBatch(context, student.email, place);
    expect(await student.typed(), place).toBeNull();
  }
});
