import { expect, test } from 'vitest';
import type { Task } from '#contract/dates';
import { dayMs } from '#contract/durations';
import {
  buildBatch,
  buildMark,
  buildMentor,
  buildSelection,
  buildStudent,
  buildSubmission,
} from '#support/factories';
import { makePortalFixture } from '#support/portal-fixture';
import { makeTestApp } from '#support/test-app';

const minute = 60_000;
const path = '/api/staff/batches/OURS/releases/tasks';

/** Three unreleased marks, of two tasks. */
async function makeMarked() {
  const { app, batch, foreign } = await makePortalFixture({});
  const { context, clock, as } = app;
  const asMentor = await as(await buildMentor(context, [batch.id]));
  const mark = async (name: string, task: Task, marks: number, of = batch.id) => {
    const { id } = await buildStudent(context, { name, batch_id: of });
    const submission = await buildSubmission(context, { account_id: id, task });
    await buildMark(context, { submission_id: submission.id, marks, released: 0 });
    return { number: submission.number, marks };
  };
  const anu = await mark('Anu Joseph', 'week-1', 70);
  const biju = await mark('Biju Paul', 'week-1', 60);
  const devi = await mark('Devi Nair', 'final', 80);
  const stranger = await mark('Esha Stranger', 'final', 50, foreign.id);
  const released = async () =>
    (
      await context.database.reader
        .selectFrom('marks')
        .innerJoin('submissions', 'submissions.id', 'marks.submission_id')
        .where('marks.released', '=', 1)
        .select('submissions.number')
        .execute()
    ).map(({ number }) => number);
  const { reader } = context.database;
  const logged = () =>
    reader.selectFrom('audit_log').where('act', '=', 'mark-submission').selectAll().execute();
  const noticed = () =>
    reader.selectFrom('notices').where('kind', '=', 'mark-released').selectAll().execute();
  return { clock, asMentor, anu, biju, devi, stranger, released, logged, noticed };
}

test('marks of several tasks are released and withdrawn in one request', async () => {
  const { asMentor, anu, biju, devi, released, logged, noticed } = await makeMarked();
  const tasks = [
    { task: 'week-1', marks: [anu, biju] },
    { task: 'final', marks: [devi] },
  ];
  const numbers = [anu, biju, devi].map(({ number }) => number);
  const key = { 'Idempotency-Key': 'release' };
  expect(await asMentor.post(path, { tasks }, key)).toMatchObject({
    status: 200,
    body: { released: true, done: numbers },
  });
  expect((await released()).toSorted()).toEqual(numbers.toSorted());
  expect(await logged()).toHaveLength(3);
  expect(await noticed()).toHaveLength(3);
  expect((await asMentor.post(path, { tasks }, key)).status, 'a repetition').toBe(200);
  expect(await logged()).toHaveLength(3);
  expect((await asMentor.post(path, { tasks: tasks.slice(1) }, key)).status, 'another request').toBe(409);
  expect((await asMentor.post(path, { tasks, released: false })).status).toBe(200);
  expect(await released()).toEqual([]);
});

test.each([
  ['changed since', { anu: 71 }, 'Anu Joseph, Week 1: This mark has changed since you saw the list.'],
  ['the second of a task', { biju: 61 }, 'Biju Paul, Week 1: This mark has changed since you saw the list.'],
  [
    'of the last task',
    { devi: 81 },
    'Devi Nair, Final project: This mark has changed since you saw the list.',
  ],
  [
    'several',
    { biju: 61, devi: 81 },
    'Biju Paul, Week 1 (and 1 more): This mark has changed since you saw the list.',
  ],
])('one mark that is not as seen refuses all, and is named: %s', async (_, seen, message) => {
  const { asMentor, released, logged, noticed, ...of } = await makeMarked();
  const listed = (name: 'anu' | 'biju' | 'devi') => ({
    ...of[name],
    marks: (seen as Record<string, number>)[name] ?? of[name].marks,
  });
  const tasks = [
    { task: 'week-1', marks: [listed('anu'), listed('biju')] },
    { task: 'final', marks: [listed('devi')] },
  ];
  expect(await asMentor.post(path, { tasks })).toMatchObject({
    status: 409,
    body: { code: 'conflict', message: `${message} Nothing was released.` },
  });
  expect([await released(), await logged(), await noticed()]).toEqual([[], [], []]);
});

test('a mark of another batch refuses all, without a name', async () => {
  const { asMentor, anu, stranger, released } = await makeMarked();
  const tasks = [
    { task: 'week-1', marks: [anu] },
    { task: 'final', marks: [stranger] },
  ];
  const { status, body } = await asMentor.post(path, { tasks });
  expect([status, await released()]).toEqual([409, []]);
  expect(body.message).toContain(`${stranger.number}, Final project: `);
  expect(body).toMatchObject({ skipped: [{ number: stranger.number, reason: 'changed' }] });
});

test('after ten minutes nothing is withdrawn', async () => {
  const { asMentor, clock, anu, devi, released } = await makeMarked();
  await asMentor.post(path, { tasks: [{ task: 'week-1', marks: [anu] }] });
  clock.advance(6 * minute);
  await asMentor.post(path, { tasks: [{ task: 'final', marks: [devi] }] });
  clock.advance(6 * minute);
  const tasks = [
    { task: 'final', marks: [devi] },
    { task: 'week-1', marks: [anu] },
  ];
  const refused = await asMentor.post(path, { tasks, released: false });
  expect(refused).toMatchObject({ status: 409, body: { skipped: [{ reason: 'released_for_good' }] } });
  expect(refused.body.message).toMatch(/^Anu Joseph, Week 1: .* Nothing was withdrawn\.$/);
  expect(await released()).toHaveLength(2);
});

test.each([
  ['no task', []],
  ['a task twice', [1, 2].map(() => ({ task: 'final', marks: [{ number: 'CAP-1', marks: 5 }] }))],
  ['a task without marks', [{ task: 'final', marks: [] }]],
])('%s is refused', async (_, tasks) => {
  const { asMentor } = await makeMarked();
  expect((await asMentor.post(path, { tasks })).status).toBe(400);
});

test('the lists say who gave each mark, and whether it was the reader', async () => {
  const app = await makeTestApp();
  const { context } = app;
  const batch = await buildBatch(context);
  const student = await buildStudent(context, { batch_id: batch.id });
  await buildSelection(context, {
    account_id: student.id,
    started_at: context.clock.now() - 40 * dayMs,
  });
  const numbers: string[] = [];
  for (const task of ['week-1', 'week-2', 'week-3'] as const)
    numbers.push((await buildSubmission(context, { account_id: student.id, task })).number);
  const bina = await app.as(await buildMentor(context, [batch.id], { name: 'Bina' }));
  const ravi = await app.as(await buildMentor(context, [batch.id], { name: 'Ravi' }));
  const marked = await bina.put(`/api/staff/submissions/${numbers[0]}/mark`, { marks: 60 });
  expect(marked.body.marker).toEqual({ name: 'Bina', is_you: true });
  await ravi.put(`/api/staff/submissions/${numbers[1]}/mark`, { marks: 70 });
  const record = { status: 'absent' };
  const path = `/api/staff/students/${student.email}/tasks/viva/recorded`;
  expect((await ravi.put(path, record)).status).toBe(200);
  const listed = (await bina.get(`/api/staff/batches/${batch.name}/submissions?order=waiting`)).body;
  expect(listed.map(({ marker }: { marker?: object }) => marker)).toEqual([
    { name: 'Bina', is_you: true },
    { name: 'Ravi', is_you: false },
    undefined,
  ]);
  for (const [client, is_you] of [
    [bina, false],
    [ravi, true],
  ] as const) {
    const [one] = (await client.get(`/api/staff/batches/${batch.name}/recorded`)).body;
    expect(one.marker).toEqual({ name: 'Ravi', is_you });
  }
});
