import { expect, test } from 'vitest';
import { messages } from '#contract/messages';
import { serverMessages } from '../../platform/http/server-messages.ts';
import {
  buildAdministrator,
  buildBatch,
  buildMentor,
  buildProject,
  buildSelection,
  buildStudent,
} from '#support/factories';
import { readAuditLog } from '#support/read-audit-log';
import { makeTestApp, type TestApp } from '#support/test-app';
import { issueSetupToken } from '../../accounts/sign-up/set-up-administrator.ts';
import { assignBatch } from '../../people/assign-batch.ts';
import { loadSample } from './sample-files.ts';

async function makeSample() {
  const app = await makeTestApp();
  await loadSample(app.context);
  const administrator = await app.as(await buildAdministrator(app.context));
  const read = async () => (await administrator.get('/api/staff/sample')).body;
  const remove = (headers = {}) => administrator.post('/api/staff/sample/removal', undefined, headers);
  const batch = async (name: string) =>
    app.context.database.reader
      .selectFrom('batches')
      .where('name', '=', name)
      .selectAll()
      .executeTakeFirstOrThrow();
  return { ...app, administrator, read, remove, batch };
}

const catalogue = ['courses', 'batches', 'batch_mentors', 'projects', 'briefs', 'rubric_lines'] as const;
const tables = [...catalogue, 'rubric_places', 'catalogue_files', 'batch_counts'] as const;

async function countRows({ context }: Pick<TestApp, 'context'>): Promise<number> {
  let count = 0;
  for (const table of tables)
    count += (await context.database.reader.selectFrom(table).selectAll().execute()).length;
  return count;
}

test('a sample in which nobody lives goes with one press, with a line in the audit log, and no start brings it back', async () => {
  const app = await makeSample();
  const { read, remove, batch, context } = app;
  const found = await read();
  expect(found).toMatchObject({ is_there: true, in_the_way: [] });
  expect([found.courses.length, found.batches.length, found.projects.length]).toEqual([2, 3, 10]);
  // Somebody was in it once, and lives elsewhere by now.
  const elsewhere = await buildBatch(context, { name: 'OWN-1' });
  const student = await buildStudent(context, { batch_id: (await batch('DSA-2026-10')).id });
  expect((await read()).in_the_way).toEqual(['1 student is in DSA-2026-10']);
  await assignBatch(context, student.email, 'OWN-1');
  const own = await buildProject(context, { id: 'OWN', background_image: '/images/clinic-queue.svg' });
  const key = { 'idempotency-key': 'once' };
  expect(await remove(key)).toMatchObject({ status: 200, body: { message: serverMessages.sampleRemoved } });
  expect((await remove(key)).status, 'the same press').toBe(200);
  expect(await remove()).toMatchObject({ status: 409, body: { message: /no sample/ } });
  expect(await read()).toEqual({ is_there: false, courses: [], batches: [], projects: [], in_the_way: [] });
  const { reader } = context.database;
  const rows = async (table: (typeof tables)[number]) =>
    reader.selectFrom(table).selectAll().execute() as Promise<object[]>;
  for (const table of ['batch_mentors', 'briefs', 'rubric_lines', 'rubric_places'] as const)
    expect(await rows(table), table).toEqual([]);
  expect(await rows('batches')).toMatchObject([{ id: elsewhere.id }]);
  expect(await rows('projects')).toMatchObject([{ id: own.id }]);
  expect(await rows('catalogue_files'), 'a picture that another project shows stays').toMatchObject([
    { path: '/images/clinic-queue.svg' },
  ]);
  const events = (await readAuditLog(app)).filter(({ act }) => act === 'remove-sample');
  expect(events).toHaveLength(1);
  expect(await loadSample(context)).toBe(false);
});

test('nothing goes as long as somebody lives in it, and all reasons are told', async () => {
  const app = await makeSample();
  const { read, remove, batch, context } = app;
  const mern = await batch('MERN-2026-11');
  const student = await buildStudent(context, { batch_id: mern.id });
  await buildSelection(context, { account_id: student.id, project_id: 'P001' });
  await buildMentor(context, [(await batch('DSA-2026-10')).id]);
  await context.database.transaction((writer) =>
    writer
      .insertInto('imported_people')
      .values({ email: 'a@example.test', batch_id: mern.id, exit_score: null, grade: null, imported_at: 1 })
      .execute(),
  );
  await buildBatch(context, { name: 'OWN-1', course_id: mern.course_id });
  await buildProject(context, { id: 'X1', name: 'Own', course_id: mern.course_id });
  // Its own project under an id of the sample is the academy's.
  await context.database.transaction((writer) =>
    writer.updateTable('projects').set({ name: 'Ours' }).where('id', '=', 'P002').execute(),
  );
  const before = await countRows(app);
  const course = 'Full Stack Web Development (MERN)';
  const reasons = [
    '1 student is in MERN-2026-11',
    '1 imported person waits for MERN-2026-11',
    '1 mentor of DSA-2026-10 has an account',
    '1 student has chosen P001 (Health Centre Token Queue)',
    `your batch OWN-1 belongs to the course ${course}`,
    `your project P002 (Ours) belongs to the course ${course}`,
    `your project X1 (Own) belongs to the course ${course}`,
  ];
  expect((await read()).in_the_way).toEqual(reasons);
  expect(await remove()).toMatchObject({
    status: 409,
    body: { message: `The sample cannot be removed while it is in use: ${reasons.join('; ')}.` },
  });
  expect(await countRows(app)).toBe(before);
});

test('what was left in a batch of the sample keeps it, too', async () => {
  const app = await makeSample();
  const student = await buildStudent(app.context, { batch_id: (await app.batch('MERN-2026-11')).id });
  await (await app.as(student)).post(`/api/discussion/discussion/${student.email}/question`, {
    question: 'Anybody here?',
  });
  await buildBatch(app.context, { name: 'OWN-1' });
  await assignBatch(app.context, student.email, 'OWN-1');
  const before = await countRows(app);
  expect((await app.remove()).status).toBe(409);
  expect(await countRows(app)).toBe(before);
});

test('the first administrator keeps the sample, or takes it away, or is told that it stays', { tags: 'full' }, async () => {
  const setUp = async (sample: string | undefined, prepare?: (app: TestApp) => Promise<void>) => {
    const app = await makeTestApp();
    await loadSample(app.context);
    await prepare?.(app);
    const body = { name: 'Anu', email: 'anu@example.test', password: 'monsoon-7-kayal', sample };
    const token = await issueSetupToken(app.context);
    const { status, body: answer } = await app.nobody.post('/api/auth/setup', { ...body, token });
    return { status, message: answer.message, isEmpty: (await countRows(app)) === 0, app };
  };
  const kept = { status: 201, message: messages.administratorReady, isEmpty: false };
  expect(await setUp(undefined)).toMatchObject(kept);
  expect(await setUp('keep')).toMatchObject(kept);
  const removed = await setUp('remove');
  expect(removed).toMatchObject({ status: 201, message: messages.administratorReadyEmpty, isEmpty: true });
  const events = (await readAuditLog(removed.app)).map(({ act, actor_id }) => [act, actor_id !== null]);
  expect(events.filter(([act]) => act === 'remove-sample')).toEqual([['remove-sample', true]]);
  const lives = async ({ context }: TestApp) => {
    const row = await context.database.reader
      .selectFrom('batches')
      .where('name', '=', 'MERN-2026-11')
      .select('id')
      .executeTakeFirstOrThrow();
    await buildStudent(context, { batch_id: row.id });
  };
  expect(await setUp('remove', lives)).toMatchObject({
    status: 201,
    message: messages.administratorReadySample,
    isEmpty: false,
  });
  expect((await setUp('maybe')).status).toBe(400);
});

test('the office loads the removed sample again while there is no course', async () => {
  const { administrator, read, remove } = await makeSample();
  const load = () => administrator.post('/api/staff/sample');
  const refused = { status: 409, body: { message: serverMessages.hasCourses } };
  expect(await load()).toMatchObject(refused);
  await remove();
  expect(await load()).toMatchObject({ status: 200, body: { message: serverMessages.sampleLoaded } });
  expect(await read()).toMatchObject({ is_there: true, in_the_way: [] });
  expect(await load()).toMatchObject(refused);
});
