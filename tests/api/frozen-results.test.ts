import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { dayMs } from '#contract/durations';
import { openFrozen } from '#server/accounts/frozen-students';
import { isRefusedBy } from '#server/platform/database/database-errors';
import { frozenRefusal } from '#server/platform/database/frozen-refusal';
import {
  buildAdministrator,
  buildBatch,
  buildMark,
  buildMentor,
  buildSelection,
  buildStudent,
  buildSubmission,
} from '#support/factories';
import { freezeStudents, frozenMessage } from '#support/freeze-student';
import { makeTestApp } from '#support/test-app';

/** A student with work of each state, of whom nothing is frozen yet. */
async function makeStudent() {
  const app = await makeTestApp();
  const { context } = app;
  const batch = await buildBatch(context);
  const student = await buildStudent(context, { batch_id: batch.id, name: 'Asha Nair' });
  const selection = await buildSelection(context, { account_id: student.id });
  const of = { account_id: student.id };
  const marked = await buildSubmission(context, { ...of, task: 'week-1' });
  await buildMark(context, { submission_id: marked.id, marks: 70 });
  const unreleased = await buildSubmission(context, { ...of, task: 'week-2' });
  await buildMark(context, { submission_id: unreleased.id, marks: 60, released: 0 });
  const unmarked = await buildSubmission(context, { ...of, task: 'week-3' });
  const office = await buildAdministrator(context);
  const run = (statement: string) =>
    context.database.transaction((writer) => sql.raw(statement).execute(writer));
  const record = (task: string, status = 'absent') =>
    `insert into recorded_marks (account_id, task, choice, status, marks, comments, released, recorded_at)
     values (${student.id}, '${task}', ${selection.started_at}, '${status}', 0, '', 0, 1)`;
  await run(record('final'));
  return { app, context, batch, student, selection, marked, unreleased, unmarked, office, run, record };
}
type Made = Awaited<ReturnType<typeof makeStudent>>;

/** As a process of any version writes them. */
const changes: Record<string, (made: Made) => string> = {
  'a first mark': ({ unmarked }) =>
    `insert into marks (submission_id, marks, comments, released, marked_at) values (${unmarked.id}, 50, '', 1, 1)`,
  'a first mark, not released': ({ unmarked }) =>
    `insert into marks (submission_id, marks, comments, released, marked_at) values (${unmarked.id}, 50, '', 0, 1)`,
  'a mark by an upsert': ({ marked }) =>
    `insert into marks (submission_id, marks, comments, released, marked_at) values (${marked.id}, 50, '', 1, 1)
     on conflict (submission_id) do update set marks = excluded.marks`,
  'another number': ({ marked }) => `update marks set marks = 71 where submission_id = ${marked.id}`,
  'other comments': ({ marked }) => `update marks set comments = 'So.' where submission_id = ${marked.id}`,
  'a release': ({ unreleased }) => `update marks set released = 1 where submission_id = ${unreleased.id}`,
  'a withdrawal': ({ marked }) => `update marks set released = 0 where submission_id = ${marked.id}`,
  'another marker': ({ marked, office }) =>
    `update marks set marked_by = ${office.id} where submission_id = ${marked.id}`,
  'a mark that moves to other work': ({ marked, unmarked }) =>
    `update marks set submission_id = ${unmarked.id}, marks = 71 where submission_id = ${marked.id}`,
  'the end of a mark': ({ marked }) => `delete from marks where submission_id = ${marked.id}`,
  'a record': ({ record }) => record('viva'),
  'a changed record': ({ student }) =>
    `update recorded_marks set status = 'excused', marks = null where account_id = ${student.id}`,
  'a released record': ({ student }) =>
    `update recorded_marks set released = 1 where account_id = ${student.id}`,
  'the end of a record': ({ student }) => `delete from recorded_marks where account_id = ${student.id}`,
  'another name': ({ student }) => `update accounts set name = 'Asha K' where id = ${student.id}`,
  'an undone choice': ({ selection }) => `delete from selections where id = ${selection.id}`,
  'an extension': ({ student, office }) =>
    `insert into extensions (account_id, task, due_at, due_before, reason, granted_by, granted_at)
     values (${student.id}, 'week-1', 2, 1, 'Ill.', ${office.id}, 1)`,
};

const ended = ({ selection: { id, account_id, project_id, started_at }, office }: Made) =>
  `insert into former_selections (selection_id, account_id, project_id, started_at, chosen_at, ended_at, ended_as, reason, ended_by)
   values (${id}, ${account_id}, '${project_id}', ${started_at}, ${started_at}, ${started_at}, 'corrected', 'So.', ${office.id})`;

test.each(Object.entries(changes))(
  '%s is refused while a result is frozen, and open afterwards',
  async (what, statementOf) => {
    const made = await makeStudent();
    const { context, batch, student, office, run } = made;
    if (what === 'an undone choice') await run(ended(made));
    await freezeStudents(context, { batchId: batch.id, accountIds: [student.id] });
    const refused = await run(statementOf(made)).catch((error: unknown) => error);
    expect(isRefusedBy(refused, frozenRefusal)).toBe(true);
    await context.database.transaction((writer) =>
      openFrozen(writer, { accountId: student.id, by: office.id, at: 5, reason: 'A mark was mistyped.' }),
    );
    await run(statementOf(made));
  },
);

test('a choice cannot be made while a result is frozen', async () => {
  const made = await makeStudent();
  const { context, batch } = made;
  const without = await buildStudent(context, { batch_id: batch.id });
  await freezeStudents(context, { batchId: batch.id, accountIds: [without.id] });
  const refused = await buildSelection(context, { account_id: without.id }).catch((error: unknown) => error);
  expect(isRefusedBy(refused, frozenRefusal)).toBe(true);
});

test('what no result is made of changes as before, and others are not touched', async () => {
  const made = await makeStudent();
  const { context, batch, student, marked, unmarked, run } = made;
  const other = await buildStudent(context, { batch_id: batch.id });
  const theirs = await buildSubmission(context, { account_id: other.id });
  await freezeStudents(context, { batchId: batch.id, accountIds: [student.id] });
  await buildMark(context, { submission_id: theirs.id });
  await run(
    `update marks set read_at = 9, second_look_at = 9, html = 'x' where submission_id = ${marked.id}`,
  );
  await run(`update marks set marks = marks, comments = comments where submission_id = ${marked.id}`);
  await run(`update accounts set seen_at = 9, phone = '9000000000', name = name where id = ${student.id}`);
  await buildSubmission(context, { account_id: student.id, task: 'week-3', version: 2 });
  expect(unmarked.version).toBe(1);
});

test('what is frozen never changes', async () => {
  const { context, batch, student, run } = await makeStudent();
  const id = await freezeStudents(context, { batchId: batch.id, accountIds: [student.id] });
  await run(
    `insert into frozen_results (freeze_id, account_id, name, content) values (${id}, ${student.id}, 'Asha', '{}')`,
  );
  for (const statement of [
    `update result_freezes set rule_version = 1 where id = ${id}`,
    `delete from result_freezes where id = ${id}`,
    `update frozen_results set content = '{"result":100}'`,
    `update frozen_results set name = 'Somebody'`,
    'delete from frozen_results',
    'delete from frozen_students',
    `insert into result_freezes (batch_id, number, rule_version, rule, frozen_by, frozen_at)
     select batch_id, number, 0, '{}', frozen_by, 1 from result_freezes`,
    `update frozen_students set opened_at = 5`,
  ])
    await expect(run(statement), statement).rejects.toThrow();
});

test('a call that would change what is frozen is 409 and names the way', async () => {
  const { app, context, batch, student, marked, unmarked } = await makeStudent();
  const mentor = await app.as(await buildMentor(context, [batch.id]));
  await freezeStudents(context, { batchId: batch.id, accountIds: [student.id] });
  const mark = { marks: 90, comments: 'Written on a train.', released: false };
  for (const { number } of [marked, unmarked]) {
    const answer = await mentor.put(`/api/staff/submissions/${number}/mark`, mark);
    expect(answer).toMatchObject({ status: 409, body: { code: 'frozen', message: frozenMessage } });
  }
  const own = await (
    await app.as(student)
  ).put('/api/account/profile', {
    name: 'Asha K',
    phone: '9000000000',
  });
  expect(own).toMatchObject({ status: 409, body: { code: 'frozen' } });
});

test('a list of marks names who is frozen, and an outage leaves them out', async () => {
  const { app, context, batch, student } = await makeStudent();
  const mentor = await app.as(await buildMentor(context, [batch.id]));
  const other = await buildStudent(context, { batch_id: batch.id });
  await buildSelection(context, { account_id: other.id });
  await buildSubmission(context, { account_id: other.id, task: 'week-3' });
  await context.database.transaction((w) =>
    w
      .updateTable('batches')
      .set({ due_days: JSON.stringify({ 'week-1': { days: 366 } }) })
      .execute(),
  );
  await freezeStudents(context, { batchId: batch.id, accountIds: [student.id] });
  const text = `email,marks\n${other.email},50\n${student.email},50`;
  const saved = await mentor.post(`/api/staff/batches/${batch.name}/marks`, { text, task: 'week-3' });
  expect(saved).toMatchObject({ status: 409, body: { message: expect.stringContaining('Asha Nair') } });
  expect(saved.body.message).toContain('frozen');
  const days = (ahead: number) => new Date(context.clock.now() + ahead * dayMs).toISOString().slice(0, 16);
  const outage = { from: days(8), to: days(9) };
  const url = `/api/staff/batches/${batch.name}/outage`;
  const granted = await mentor.post(url, { ...outage, reason: 'The line was cut.' });
  expect(granted).toMatchObject({ status: 201, body: { granted: 1 } });
});
