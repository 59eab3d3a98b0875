import { expect, test } from 'vitest';
import { dayMs } from '#contract/durations';
import { buildBatch, buildMentor, buildSelection, buildStudent, buildSubmission } from '#support/factories';
import { freezeStudents } from '#support/freeze-student';
import { readAuditLog } from '#support/read-audit-log';
import { makeTestApp } from '#support/test-app';

const names = ['Asha', 'Binu', 'Chitra', 'Devan', 'Esther'] as const;
type Name = (typeof names)[number];

/** A batch whose week 1 was due a week after it opened, and five students who began some days ago. */
async function makeBatch(days = 20) {
  const app = await makeTestApp();
  const { context, clock } = app;
  const batch = await buildBatch(context, { due_days: JSON.stringify({ 'week-1': { days: 7 } }) });
  const mentor = await app.as(await buildMentor(context, [batch.id]));
  const students = {} as Record<Name, Awaited<ReturnType<typeof buildStudent>>>;
  for (const name of names) {
    students[name] = await buildStudent(context, {
      batch_id: batch.id,
      name,
      email: `${name}@example.test`.toLowerCase(),
    });
    await buildSelection(context, { account_id: students[name].id, started_at: clock.now() - days * dayMs });
  }
  const url = `/api/staff/batches/${batch.name}/unsubmitted`;
  return {
    app,
    context,
    clock,
    batch,
    mentor,
    students,
    url,
    list: async (query = 'task=week-1') => (await mentor.get(`${url}?${query}`)).body,
    extend: (name: Name, until: string) =>
      mentor.post(`/api/staff/students/${students[name].email}/extensions`, {
        task: 'week-1',
        until,
        reason: 'Ill',
      }),
    request: async (name: Name) =>
      (await app.as(students[name])).post(`/api/students/extensionRequest/${students[name].email}`, {
        task: 'week-1',
        until: '2026-11-30',
        reason: 'Ill',
      }),
    /** "0 for all who have not submitted". */
    zeroFor: (which: readonly string[], more: object = {}, headers = {}) =>
      mentor.post(
        url,
        { task: 'week-1', students: which, comments: 'Nothing came.', released: true, ...more },
        headers,
      ),
  };
}

const listed = ({ students }: { students: { student: { s_name: string }; skip: string | null }[] }) =>
  students.map(({ student, skip }) => [student.s_name, skip]);

test('who has submitted nothing after the due date, and whom "0 for all" leaves out', async () => {
  const { list, extend, request, context, students, mentor } = await makeBatch();
  await buildSubmission(context, { account_id: students.Asha.id });
  expect((await extend('Binu', '2026-11-30')).status).toBe(201);
  expect((await request('Chitra')).status).toBe(201);
  await mentor.put(`/api/staff/students/${students.Devan.email}/tasks/week-1/recorded`, {
    status: 'excused',
  });
  const page = await list();
  expect(listed(page)).toEqual([
    ['Binu', 'extension'],
    ['Chitra', 'request'],
    ['Devan', 'recorded'],
    ['Esther', null],
  ]);
  expect(page.students[0]).toMatchObject({ extended: true, request_open: false, record: null });
  expect(page.students[1]).toMatchObject({ extended: false, request_open: true });
  expect(page.students[2].record).toMatchObject({ status: 'excused', released: false });
  expect(page.next).toBeNull();
});

test('a task without a due date of its own is due by the viva’s deadline, and pages continue', async () => {
  const young = await makeBatch(34);
  expect((await young.list('task=week-2')).students).toEqual([]);
  const { list } = await makeBatch(36);
  const first = await list('task=week-2&limit=3');
  expect(listed(first).map(([name]) => name)).toEqual(['Asha', 'Binu', 'Chitra']);
  const rest = await list(`task=week-2&limit=3&after=${first.next}`);
  expect(listed(rest).map(([name]) => name)).toEqual(['Devan', 'Esther']);
  expect(rest.next).toBeNull();
});

test('pages of a large batch continue, and nobody is left out or shown twice', async () => {
  const { list, context, batch, clock } = await makeBatch();
  const many = 230;
  await context.database.transaction(async (writer) => {
    const created_at = clock.now();
    const emails = Array.from({ length: many }, (_, n) => `many${n}@x.test`);
    const made = await writer
      .insertInto('accounts')
      .values(
        emails.map((email) => ({ email, name: email, role: 'student', batch_id: batch.id, created_at })),
      )
      .returning('id')
      .execute();
    const { project_id } = await writer
      .selectFrom('selections')
      .select('project_id')
      .limit(1)
      .executeTakeFirstOrThrow();
    const started_at = clock.now() - 20 * dayMs;
    const chosen = made.map(({ id: account_id }) => ({ account_id, project_id, started_at }));
    await writer.insertInto('selections').values(chosen).execute();
  });
  const names: string[] = [];
  let after = '';
  for (let pages = 0; pages < 20; pages++) {
    const page = await list(`task=week-1&limit=40${after}`);
    expect(page.students.length).toBeLessThanOrEqual(40);
    names.push(...page.students.map((one: { student: { s_id: string } }) => one.student.s_id));
    if (page.next === null) break;
    after = `&after=${page.next}`;
  }
  expect([names.length, new Set(names).size]).toEqual([many + 5, many + 5]);
});

test('each is judged again: whoever submitted, got an extension or a record meanwhile is left out and named', async () => {
  const { zeroFor, extend, request, context, students, mentor, app, list } = await makeBatch();
  const outsider = await buildStudent(context, { name: 'Farah', email: 'farah@example.test' });
  const all = [...names.map((name) => students[name].email), outsider.email];
  await buildSubmission(context, { account_id: students.Asha.id });
  await extend('Binu', '2026-11-30');
  await request('Chitra');
  await mentor.put(`/api/staff/students/${students.Devan.email}/tasks/week-1/recorded`, { status: 'absent' });
  const key = { 'idempotency-key': 'all' };
  const answer = await zeroFor(all, {}, key);
  expect(answer.body.recorded).toEqual([{ s_id: students.Esther.email, s_name: 'Esther' }]);
  const skips = (body: { skipped: { s_name: string; why: string }[] }) =>
    body.skipped.map(({ s_name, why }) => [s_name, why]);
  expect(skips(answer.body)).toEqual([
    ['Asha', 'submitted'],
    ['Binu', 'extension'],
    ['Chitra', 'request'],
    ['Devan', 'recorded'],
    ['farah@example.test', 'not_in_batch'],
  ]);
  expect((await zeroFor(all, {}, key)).body, 'repeated').toEqual(answer.body);
  const recorded = (await readAuditLog(app)).filter(({ act }) => act === 'record-mark');
  expect(recorded.map(({ subject }) => subject)).toEqual([students.Devan.email, students.Esther.email]);
  const esther = await app.as(students.Esther);
  const timeline = (await esther.get(`/api/students/timeline/${students.Esther.email}`)).body;
  expect(timeline.tasks[0]).toMatchObject({
    state: 'marked',
    marks: 0,
    version: null,
    recorded: { status: 'not_submitted', comments: 'Nothing came.' },
  });
  expect((await esther.get('/api/notices')).body.notices[0]).toMatchObject({ kind: 'mark-released' });
  expect(listed(await list()).at(-1)).toEqual(['Esther', 'recorded']);
});

test('a submission that arrives while the mentor looks is not recorded as missing, in whichever order', async () => {
  const { zeroFor, app, students, context } = await makeBatch();
  const clients = await Promise.all(names.map((name) => app.as(students[name])));
  const submit = (at: number) =>
    clients[at]!.form(`/api/students/uploadWeek/${students[names[at]!].email}`, [
      ['selectedWeek', '1'],
      ['comments', 'Here it is'],
    ]);
  const emails = names.map((name) => students[name].email);
  const [answer] = await Promise.all([zeroFor(emails), submit(0), submit(1), submit(2)]);
  const { recorded, skipped } = answer.body;
  expect(recorded.length + skipped.length).toBe(5);
  const versions = await context.database.reader
    .selectFrom('submissions')
    .select(['account_id', 'id'])
    .execute();
  const records = await context.database.reader
    .selectFrom('recorded_marks')
    .select(['account_id', 'submission_id'])
    .execute();
  expect(versions).toHaveLength(3);
  // Whoever was recorded had no version then: the version came after, and its mark will replace the record.
  for (const { submission_id } of records) expect(submission_id).toBeNull();
  const submittedFirst = skipped.map(({ s_id }: { s_id: string }) => s_id);
  expect(records).toHaveLength(5 - submittedFirst.length);
});

test('before the due date nobody is recorded', async () => {
  const { zeroFor, students } = await makeBatch();
  const { body } = await zeroFor([students.Asha.email], { task: 'week-2' });
  expect(body).toMatchObject({
    recorded: [],
    skipped: [{ why: 'not_due', message: 'Asha is not due yet.' }],
  });
});

test('"0 for all" leaves out a frozen result and names it, and records the others', async () => {
  const { list, zeroFor, context, students, batch } = await makeBatch();
  await freezeStudents(context, { batchId: batch.id, accountIds: [students.Asha.id] });
  expect(listed(await list())).toContainEqual(['Asha', 'frozen']);
  const { status, body } = await zeroFor([students.Asha.email, students.Binu.email]);
  expect(status).toBe(200);
  expect(body.recorded).toMatchObject([{ s_name: 'Binu' }]);
  expect(body.skipped).toMatchObject([{ s_name: 'Asha', message: 'Asha has a frozen result.' }]);
});
