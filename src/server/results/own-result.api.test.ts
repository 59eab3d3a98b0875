import { expect, test } from 'vitest';
import type { Task } from '#contract/dates';
import { dayMs } from '#contract/durations';
import {
  buildAdministrator,
  buildBatch,
  buildMark,
  buildMentor,
  buildRecord,
  buildResultRule,
  buildSelection,
  buildStudent,
  buildSubmission,
} from '#support/factories';
import { makeTestApp } from '#support/test-app';

const weights = { 'week-1': 10, 'week-2': 10, 'week-3': 10, 'week-4': 10, final: 40, viva: 20 };

async function makeStudent() {
  const app = await makeTestApp();
  const { context } = app;
  const batch = await buildBatch(context, { name: 'OURS' });
  const student = await buildStudent(context, { batch_id: batch.id });
  await buildSelection(context, { account_id: student.id });
  const own = await app.as(student);
  const path = `/api/students/result/${student.email}`;
  const give = async (
    task: Task,
    marks: number,
    { released = 1, ...of }: { released?: 0 | 1; version?: number; late?: 0 | 1; due_at?: number } = {},
  ) => {
    const { id } = await buildSubmission(context, { account_id: student.id, task, ...of });
    await buildMark(context, { submission_id: id, marks, released });
  };
  const read = async () => (await own.get(path)).body;
  return { ...app, batch, student, path, give, read };
}

test('before a choice it says how the result is made', async () => {
  const { context, as } = await makeTestApp();
  const student = await buildStudent(context);
  await buildResultRule(context, {
    batch_id: student.batch_id as number,
    rule: { pass_mark: 50 },
    reason: 'Asked for by the university.',
  });
  const { body } = await (await as(student)).get(`/api/students/result/${student.email}`);
  expect(body).toMatchObject({
    state: 'incomplete',
    result: null,
    so_far: null,
    rule: { version: 1, reason: 'Asked for by the university.' },
  });
  expect(body.rule.sentences).toContain('You pass with a result of 50 or more.');
  expect(body.with_unreleased).toBeUndefined();
});

test('by the portal’s rule the result is the mean so far, then of all six', async () => {
  const { give, read } = await makeStudent();
  await give('week-1', 80);
  await give('week-2', 71);
  expect(await read()).toMatchObject({ state: 'incomplete', so_far: 75.5, result: null, passed: null });
  for (const task of ['week-3', 'week-4', 'final', 'viva'] as const) await give(task, 90);
  expect(await read()).toMatchObject({ state: 'complete', so_far: null, result: 85.2 });
});

test('with weights and a pass mark it says what is needed; staff also see what is not released', async () => {
  const { give, read, context, batch, path, as } = await makeStudent();
  await buildResultRule(context, { batch_id: batch.id, rule: { weights, pass_mark: 50 } });
  for (const task of ['week-1', 'week-2', 'week-3', 'week-4'] as const) await give(task, 60);
  await give('final', 40);
  await give('viva', 77, { released: 0 });
  const own = await read();
  expect(own).toMatchObject({
    state: 'incomplete',
    so_far: 50,
    reach: { least: 40, most: 60, sentence: 'To pass you need 50 of 100 in the viva.' },
  });
  expect(JSON.stringify(own)).not.toContain('77');
  const unreleased = { state: 'complete', result: 55.4, so_far: null, passed: true, grade: null };
  for (const staff of [await buildMentor(context, [batch.id]), await buildAdministrator(context)])
    expect((await (await as(staff)).get(path)).body).toEqual({ ...own, with_unreleased: unreleased });
});

test('what a student reads is the same to the byte whatever is not released, with and without a file', async () => {
  const { give, context, batch, student, path, app, cookieOf } = await makeStudent();
  await buildResultRule(context, { batch_id: batch.id, rule: { weights, pass_mark: 50 } });
  await give('week-1', 80);
  const seen = await buildSubmission(context, { account_id: student.id, task: 'week-2' });
  const newer = await buildSubmission(context, { account_id: student.id, task: 'week-1', version: 2 });
  const cookie = await cookieOf(student);
  const paths = ['result', 'timeline', 'weeklyStatus', 'submissions'].map(
    (name) => `/api/students/${name}/${student.email}`,
  );
  const answers = async () => {
    const all = [];
    for (const url of [...paths, '/api/notices', '/api/auth/session', path]) {
      const { rawPayload, headers } = await app.inject({ url, headers: { cookie } });
      all.push([url, rawPayload.toString(), headers.etag, headers['content-length']]);
    }
    return all;
  };
  const before = await answers();
  for (const { id } of [seen, newer]) await buildMark(context, { submission_id: id, marks: 13, released: 0 });
  for (const [task, status, marks] of [
    ['week-1', 'absent', 0],
    ['week-3', 'excused', null],
    ['final', 'not_submitted', 0],
    ['viva', 'marked', 91],
  ] as const)
    await buildRecord(context, { account_id: student.id, task, status, marks, released: 0 });
  expect(await answers()).toEqual(before);
});

test('a record without a file counts: absent and not submitted as 0, excused not at all', async () => {
  const { give, read, context, student } = await makeStudent();
  await give('week-1', 80);
  for (const [task, status, marks] of [
    ['week-2', 'absent', 0],
    ['week-3', 'excused', null],
    ['week-4', 'not_submitted', 0],
  ] as const)
    await buildRecord(context, { account_id: student.id, task, status, marks });
  expect(await read()).toMatchObject({
    state: 'incomplete',
    so_far: 26.7,
    lines: [
      {},
      { status: 'absent', marks: 0 },
      { status: 'excused', marks: null, counts: false },
      {},
      {},
      {},
    ],
  });
});

test('late work loses by the due date with its extension', async () => {
  const { give, read, context, batch, student, clock } = await makeStudent();
  await buildResultRule(context, {
    batch_id: batch.id,
    rule: { late: { points: 5, each: 'day', most: null } },
  });
  await give('week-1', 80, { late: 1, due_at: clock.now() - 1.5 * dayMs });
  expect((await read()).lines[0]).toMatchObject({ marks: 80, late_days: 2, late_cost: 10, counted: 70 });
  const extend = (days: number) =>
    context.database.transaction(async (writer) => {
      await writer.deleteFrom('student_extensions').execute();
      const newest = JSON.stringify({
        'week-1': { due_at: clock.now() + days * dayMs, granted_at: clock.now() },
      });
      await writer.insertInto('student_extensions').values({ account_id: student.id, newest }).execute();
    });
  await extend(-0.5);
  expect((await read()).lines[0]).toMatchObject({ late_days: 1, late_cost: 5 });
  await extend(1);
  expect((await read()).lines[0]).toMatchObject({ late_days: 0, late_cost: 0, counted: 80 });
});

test('a student who moves has the rule of the new batch', async () => {
  const { read, context, batch, student, give } = await makeStudent();
  await buildResultRule(context, { batch_id: batch.id, rule: { pass_mark: 40 } });
  const next = await buildBatch(context, { course_id: batch.course_id });
  await buildResultRule(context, { batch_id: next.id, rule: { pass_mark: 90, decimals: 0 } });
  await give('week-1', 66.6);
  expect(await read()).toMatchObject({ so_far: 66.6 });
  await context.database.transaction((writer) =>
    writer.updateTable('accounts').set({ batch_id: next.id }).where('id', '=', student.id).execute(),
  );
  const moved = await read();
  expect(moved.so_far).toBe(67);
  expect(moved.rule.sentences).toContain('You pass with a result of 90 or more.');
});
