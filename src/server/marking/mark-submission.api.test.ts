import { expect, test } from 'vitest';
import {
  buildAdministrator,
  buildBatch,
  buildMentor,
  buildSelection,
  buildStudent,
  buildSubmission,
} from '#support/factories';
import { makeTestApp } from '#support/test-app';

async function makeMarkable() {
  const app = await makeTestApp();
  const { context } = app;
  const batch = await buildBatch(context);
  const student = await buildStudent(context, { batch_id: batch.id });
  await buildSelection(context, { account_id: student.id, started_at: app.clock.now() - 40 * 86_400_000 });
  const submission = await buildSubmission(context, { account_id: student.id });
  const mentorAccount = await buildMentor(context, [batch.id]);
  return {
    ...app,
    batch,
    student,
    submission,
    mentorAccount,
    mentor: await app.as(mentorAccount),
    url: `/api/staff/submissions/${submission.number}/mark`,
    log: () => context.database.reader.selectFrom('audit_log').selectAll().orderBy('id').execute(),
  };
}

test('a mark is set, changed and released; the log tells each change', async () => {
  const app = await makeMarkable();
  const { mentor, url, student, submission } = app;
  const timeline = async () =>
    (await (await app.as(student)).get(`/api/students/timeline/${student.email}`)).body.tasks[0];
  const held = await mentor.put(url, { marks: 55, comments: 'First look' });
  expect(held).toMatchObject({
    status: 200,
    body: {
      number: submission.number,
      student: { s_id: student.email, s_name: student.name },
      task: 'week-1',
      version: 1,
      state: 'marked',
      marks: 55,
      mark_comments: 'First look',
      released: false,
    },
  });
  expect(await timeline()).toMatchObject({ state: 'submitted', marks: null, comments: null });
  app.clock.advance(1_000);
  const released = await mentor.put(url, { marks: 62.5, comments: 'Better', released: true });
  expect(released.body).toMatchObject({ marks: 62.5, mark_comments: 'Better', released: true });
  expect(await timeline()).toMatchObject({ state: 'marked', marks: 62.5, comments: 'Better' });
  const log = (await app.log()).map((row) => ({
    ...row,
    before: row.before === null ? null : JSON.parse(row.before),
    after: JSON.parse(row.after as string),
  }));
  expect(log).toMatchObject([
    {
      actor_id: app.mentorAccount.id,
      act: 'mark-submission',
      subject: submission.number,
      before: null,
      after: { marks: 55, comments: 'First look', released: false },
    },
    {
      before: { marks: 55, comments: 'First look', released: false },
      after: { marks: 62.5, comments: 'Better', released: true },
    },
  ]);
  expect((log[1]?.at as number) - (log[0]?.at as number)).toBe(1_000);
});

test('an earlier version can be marked too', async () => {
  const app = await makeMarkable();
  await buildSubmission(app.context, { account_id: app.student.id, version: 2 });
  expect(await app.mentor.put(app.url, { marks: 40, released: true })).toMatchObject({
    status: 200,
    body: { version: 1, marks: 40, mark_comments: '' },
  });
});

test('many equal marks at once are one mark and one line of the log', async () => {
  const app = await makeMarkable();
  const answers = await Promise.all(
    Array.from({ length: 30 }, () =>
      app.mentor.put(app.url, { marks: 70, comments: 'Good', released: true }),
    ),
  );
  for (const { status, body } of answers) expect([status, body.marks]).toEqual([200, 70]);
  expect(await app.log()).toHaveLength(1);
});

test('marks at once tell each other apart: every "before" is some "after"', async () => {
  const app = await makeMarkable();
  await Promise.all(Array.from({ length: 12 }, (_, marks) => app.mentor.put(app.url, { marks })));
  const log = await app.log();
  expect(log).toHaveLength(12);
  expect(log.filter(({ before }) => before === null)).toHaveLength(1);
  expect(new Set(log.map(({ before }) => before)).size).toBe(12);
});

test('marks are numbers from 0 to 100, comments a text of at most 10,000 characters', async () => {
  const app = await makeMarkable();
  for (const body of [
    { marks: 0 },
    { marks: 100 },
    { marks: 99.5 },
    { marks: 1, comments: 'x'.repeat(10_000) },
    { marks: 1, comments: '', released: false, marked_by: 1, submission_id: 99 },
  ]) {
    expect((await app.mentor.put(app.url, body)).status).toBe(200);
  }
  for (const body of [
    {},
    { marks: -1 },
    { marks: 100.5 },
    { marks: '50' },
    { marks: null },
    { marks: 1, comments: 'x'.repeat(10_001) },
    { marks: 1, comments: 5 },
    { marks: 1, comments: 'a\0b' },
    { marks: 1, released: 'yes' },
  ]) {
    const answer = await app.mentor.put(app.url, body);
    expect([body, answer.status, answer.body.code]).toEqual([body, 400, 'bad_request']);
  }
});

test('only the own mentors and administrators mark; only administrators learn that a receipt is unknown', async () => {
  const app = await makeMarkable();
  const { context } = app;
  const otherMentor = await app.as(await buildMentor(context, [(await buildBatch(context)).id]));
  const administrator = await app.as(await buildAdministrator(context));
  const student = await app.as(app.student);
  const statuses = (number: string) =>
    Promise.all(
      [app.nobody, student, otherMentor, app.mentor, administrator].map(
        async (client) =>
          (await client.put(`/api/staff/submissions/${number}/mark`, { marks: 100, released: true })).status,
      ),
    );
  expect(await statuses('unknown')).toEqual([401, 403, 403, 403, 404]);
  expect(await statuses(String(app.submission.id))).toEqual([401, 403, 403, 403, 404]);
  expect(await app.log()).toEqual([]);
  expect(await statuses(app.submission.number)).toEqual([401, 403, 403, 200, 200]);
});

test('a version that came meanwhile is said before a mark is saved or released, and naming it sets the mark anyway', async () => {
  const { mentor, url, student, submission, context, log } = await makeMarkable();
  const newest = submission.number;
  expect((await mentor.put(url, { marks: 50, original: null, newest })).status).toBe(200);
  const second = await buildSubmission(context, { account_id: student.id, version: 2 });
  const original = { marks: 50, comments: '', released: false };
  for (const released of [false, true]) {
    const refused = await mentor.put(url, { marks: 77, released, original, newest });
    expect(refused, String(released)).toMatchObject({
      status: 409,
      body: { code: 'newer_version', current: { number: second.number, version: 2 } },
    });
    expect(refused.body.message).toContain('Version 2');
  }
  const release = { marks: 50, released: true, original };
  expect((await mentor.put(url, { ...release, newest })).status, 'release alone').toBe(409);
  expect(await log()).toHaveLength(1);
  const third = await buildSubmission(context, { account_id: student.id, version: 3 });
  const again = await mentor.put(url, { ...release, newest: second.number });
  expect(again.body.current, 'another one since').toMatchObject({ version: 3 });
  expect((await mentor.put(url, { ...release, newest: third.number })).status).toBe(200);
  // Who names no version is not asked: the call is as it was.
  expect((await mentor.put(url, { ...release, marks: 60, original: undefined })).status).toBe(200);
});
