import { expect, test } from 'vitest';
import { makeChosen } from '#support/changed-choice';

/** What mentors see and do beside the current choice is not about one that was undone. */

async function makeChanged() {
  const portal = await makeChosen();
  await portal.give({ task: 'week-1', marks: 90 }, portal.firstId);
  await portal.give({ task: 'week-2', marks: 80, released: 0 });
  await portal.undo();
  await portal.choose();
  return { ...portal, s_id: portal.people.student.email };
}

const queueOf = async ({ clients }: Awaited<ReturnType<typeof makeChanged>>) =>
  (await clients.mentor.get('/api/staff/batches/OURS/submissions')).body as { number: string }[];

test('a sheet of marks is about the new work: the old work is nothing to mark', async () => {
  const portal = await makeChanged();
  const check = async (task: string) => {
    const body = { task, text: `email,marks\n${portal.s_id},77\n` };
    return (await portal.clients.mentor.post('/api/staff/batches/OURS/marks/check', body)).body;
  };
  expect((await check('week-1')).rows).toMatchObject([{ state: 'wrong' }]);
  await portal.give({ task: 'week-1', marks: null });
  expect((await check('week-1')).rows).toMatchObject([{ state: 'new' }]);
});

test('beside a submission stand the marks of the same project', async () => {
  const portal = await makeChanged();
  await portal.give({ task: 'week-3', marks: 70 });
  await portal.give({ task: 'final', marks: null });
  const row = (await queueOf(portal)).find((one) => 'task' in one && one.task === 'final');
  const { body } = await portal.clients.mentor.get(`/api/staff/submissions/${row?.number}`);
  expect(body.other_marks).toMatchObject([{ task: 'week-3', marks: 70 }]);
  expect(body.other_marks).toHaveLength(1);
});

test('mentors are told that work was submitted again only where its own project has a mark', async () => {
  const portal = await makeChanged();
  const submit = async () => {
    portal.app.clock.advance(1_000);
    const form = [
      ['selectedWeek', '1'],
      ['comments', 'Anew'],
    ] as const;
    const { status } = await portal.clients.student.form(`/api/students/uploadWeek/${portal.s_id}`, form);
    expect(status).toBe(201);
    const notices = await portal.app.context.database.reader
      .selectFrom('notices')
      .where('account_id', '=', portal.people.mentor.id)
      .select('text')
      .execute();
    return notices.map(({ text }) => text).filter((text) => text.includes('again'));
  };
  expect(await submit()).toEqual([]);
  const [row] = await queueOf(portal);
  const mark = { marks: 60, comments: '', released: true, original: null };
  expect((await portal.clients.mentor.put(`/api/staff/submissions/${row?.number}/mark`, mark)).status).toBe(
    200,
  );
  expect(await submit()).toHaveLength(1);
});

test('a changed rubric does not mark the old work again', async () => {
  const portal = await makeChosen();
  const path = `/api/staff/projects/${portal.project.id}/rubric/week-2`;
  const { mentor } = portal.clients;
  const given = await mentor.put(path, { lines: [{ text: 'Tests', points: 50 }], original: [] });
  const [line] = given.body.lines;
  await portal.give({ task: 'week-2', marks: null });
  const [row] = (await mentor.get('/api/staff/batches/OURS/submissions?task=week-2')).body;
  const mark = { comments: '', released: false, marks: 50, rubric: { lines: [line.id] }, original: null };
  const marked = await mentor.put(`/api/staff/submissions/${row.number}/mark`, mark);
  expect(marked.status, marked.body.message).toBe(200);
  const changed = await mentor.put(path, { lines: [{ text: 'Other', points: 40 }], original: [line.id] });
  expect(changed.body.outdated).toBe(1);
  await portal.undo();
  expect((await mentor.get(path)).body.outdated).toBe(0);
  expect((await mentor.post(`${path}/remark`)).body).toEqual({ remarked: 0, left: 0 });
});
