import { expect, test } from 'vitest';
import { dayMs, hourMs } from '#contract/durations';
import {
  buildBatch,
  buildMentor,
  buildProject,
  buildSelection,
  buildStudent,
  buildSubmission,
} from '#support/factories';
import { readAuditLog } from '#support/read-audit-log';
import { makeTestApp } from '#support/test-app';
import { touchedTasks } from './outage-reach.ts';

/** It is 21 November, 14:30 in Kolkata; week 1 is due two days after it opens. */
async function makeClass() {
  const app = await makeTestApp();
  const { context, clock } = app;
  const due_days = JSON.stringify({ 'week-1': { days: 2 }, 'week-2': { days: 2 } });
  const batch = await buildBatch(context, { name: 'OURS', due_days });
  const project = await buildProject(context, { course_id: batch.course_id });
  const student = async (name: string, days: number | null) => {
    const account = await buildStudent(context, { batch_id: batch.id, name, email: `${name}@example.test` });
    if (days !== null) {
      const started_at = clock.now() - days * dayMs;
      await buildSelection(context, { account_id: account.id, project_id: project.id, started_at });
    }
    return account;
  };
  // Week 1 opened yesterday: due tomorrow.
  const asha = await student('asha', 8);
  // Submitted before the outage.
  const bina = await student('bina', 8);
  await buildSubmission(context, { account_id: bina.id, submitted_at: clock.now() - dayMs / 2 });
  // Submitted after it.
  const chitra = await student('chitra', 8);
  await buildSubmission(context, { account_id: chitra.id, submitted_at: clock.now() });
  // Week 1 was due days ago; week 2 is not open yet.
  await student('dev', 13);
  // No project.
  await student('eva', null);
  const mentor = await app.as(await buildMentor(context, [batch.id], { name: 'Meera' }));
  const url = '/api/staff/batches/OURS/outage';
  const times = { from: '2026-11-21T10:00', to: '2026-11-21T13:00' };
  const reach = (of: { from: string; to: string } = times) =>
    mentor.get(`${url}?from=${of.from}&to=${of.to}`);
  const grant = (body: object = {}, headers = {}) =>
    mentor.post(url, { ...times, reason: 'The line of the academy was cut.', ...body }, headers);
  const dueOf = async (account: { id: number; email: string }) => {
    const { body } = await (await app.as(account)).get(`/api/students/timeline/${account.email}`);
    return body.tasks[0].due_at as string;
  };
  return { app, reach, grant, dueOf, asha, bina, chitra, mentor };
}

const due = Date.parse('2026-11-22T18:29:59.999Z');

test('it shows whom it touches first, grants its time to all of them, and once', async () => {
  const { reach, grant, dueOf, asha, bina, chitra, app } = await makeClass();
  const seen = await reach();
  const then = new Date(due + 3 * hourMs).toISOString();
  const weekOne = [{ task: 'week-1', due_at: new Date(due).toISOString(), due_then: then }];
  expect(seen).toMatchObject({ status: 200 });
  expect(seen.body).toEqual({
    count: 2,
    students: ['asha', 'chitra'].map((name) => ({
      student: { s_id: `${name}@example.test`, s_name: name },
      tasks: weekOne,
    })),
  });
  const key = { 'idempotency-key': 'k' };
  expect(await grant({}, key)).toMatchObject({ status: 201, body: { granted: 2 } });
  expect(await grant({}, key)).toMatchObject({ status: 201, body: { granted: 2 } });
  expect(await grant()).toMatchObject({
    status: 409,
    body: { message: 'No student is affected, or all have the extension already.' },
  });
  expect((await reach()).body).toEqual({ count: 0, students: [] });
  expect([await dueOf(asha), await dueOf(bina), await dueOf(chitra)]).toEqual([
    then,
    new Date(due).toISOString(),
    then,
  ]);
  const events = (await readAuditLog(app)).filter(({ act }) => act === 'grant-outage');
  expect(events.map(({ subject }) => subject)).toEqual([asha.email, chitra.email]);
  expect(events[0]).toMatchObject({
    before: { due: [{ task: 'week-1', due_at: new Date(due).toISOString() }] },
    after: { due: [{ task: 'week-1', due_at: then }], reason: 'The line of the academy was cut.' },
  });
  const told = await app.context.database.reader
    .selectFrom('notices')
    .select(['account_id', 'kind', 'text'])
    .orderBy('id')
    .execute();
  expect(told.map(({ account_id, kind }) => [account_id, kind])).toEqual([
    [asha.id, 'grant'],
    [chitra.id, 'grant'],
  ]);
  expect(JSON.stringify(told)).not.toContain('was cut');
});

test('another outage adds to what was given before, also while somebody extends by hand', async () => {
  const { grant, dueOf, asha, mentor, app } = await makeClass();
  await grant();
  const extend = mentor.post(`/api/staff/students/${asha.email}/extensions`, {
    task: 'week-2',
    until: '2026-12-24',
    reason: 'Was ill.',
  });
  const [second, extended] = await Promise.all([
    grant({ from: '2026-11-21T13:00', to: '2026-11-21T14:00' }),
    extend,
  ]);
  expect([second.status, extended.status]).toEqual([201, 201]);
  expect(await dueOf(asha)).toBe(new Date(due + 4 * hourMs).toISOString());
  const rows = await app.context.database.reader.selectFrom('extensions').select('id').execute();
  expect(rows).toHaveLength(5);
  const { body } = await mentor.get(`/api/staff/students/${asha.email}/time`);
  expect(body.tasks[1].due_at).toBe('2026-12-24T18:29:59.999Z');
  expect(body.acts.map(({ kind }: { kind: string }) => kind).toSorted()).toEqual([
    'extension',
    'outage',
    'outage',
  ]);
});

test.each([
  [{ to: '2026-11-21T10:00' }, 'The end of the outage must be after its beginning.'],
  [{ to: '2027-01-21T10:00' }, 'An outage can last at most 31 days.'],
  [{ from: '2026-11-21' }, 'from must be a day and a time from 2000 to 2099, YYYY-MM-DDTHH:MM'],
])('%j is refused in words', async (wrong, message) => {
  const { grant } = await makeClass();
  expect(await grant(wrong)).toMatchObject({ status: 400, body: { message } });
});

test('a task is touched that was open before the end, is due in or after the outage, and was not submitted', () => {
  const start = Date.parse('2026-11-01T00:00:00Z');
  const from = start + 8 * dayMs;
  const outage = { from, to: from + hourMs };
  const rule = {
    start,
    dueDays: { 'week-1': { days: 1 } },
    batchDeadline: null,
    extensions: {},
    zone: 'UTC',
  } as const;
  const touched = (
    of: Parameters<typeof touchedTasks>[0],
    submitted: Parameters<typeof touchedTasks>[1] = [],
  ) => touchedTasks(of, submitted, outage).map(({ task }) => task);
  expect(touched(rule)).toEqual(['week-1']);
  const dueAt = start + 9 * dayMs - 1;
  expect(touchedTasks(rule, [], { from: dueAt, to: dueAt + hourMs }), 'due as it begins').toHaveLength(1);
  expect(touchedTasks(rule, [], { from: dueAt + 1, to: dueAt + hourMs }), 'due before').toHaveLength(0);
  const opens = start + 7 * dayMs;
  expect(touchedTasks(rule, [], { from: opens - hourMs, to: opens }), 'opens as it ends').toHaveLength(0);
  expect(
    touchedTasks(rule, [], { from: opens - hourMs, to: opens + 1 }),
    'opens before the end',
  ).toHaveLength(1);
  expect(touched(rule, [{ task: 'week-1', submittedAt: from - 1 }])).toEqual([]);
  expect(touched(rule, [{ task: 'week-1', submittedAt: from }])).toEqual(['week-1']);
  expect(touched({ ...rule, dueDays: {} })).toEqual([]);
});
