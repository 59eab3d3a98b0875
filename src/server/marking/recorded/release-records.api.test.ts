import { expect, test } from 'vitest';
import { dayMs } from '#contract/durations';
import { limits } from '#contract/limits';
import {
  buildBatch,
  buildMark,
  buildMentor,
  buildRecord,
  buildSelection,
  buildStudent,
  buildSubmission,
} from '#support/factories';
import { readAuditLog } from '#support/read-audit-log';
import { makeTestApp } from '#support/test-app';

const minute = 60_000;

/** Asha was absent, Binu excused, Chitra marked for the viva: nothing is released. */
async function makeRecords() {
  const app = await makeTestApp();
  const { context, clock } = app;
  const batch = await buildBatch(context);
  const mentor = await app.as(await buildMentor(context, [batch.id]));
  const student = async (name: string) => {
    const email = `${name.toLowerCase()}@example.test`;
    const account = await buildStudent(context, { batch_id: batch.id, name, email });
    await buildSelection(context, { account_id: account.id, started_at: clock.now() - 40 * dayMs });
    return account;
  };
  const [asha, binu, chitra] = [await student('Asha'), await student('Binu'), await student('Chitra')];
  const record = (s_id: string, task: string, body: object) =>
    mentor.put(`/api/staff/students/${s_id}/tasks/${task}/recorded`, body);
  await record(asha.email, 'week-2', { status: 'absent', comments: 'You were not there.' });
  await record(binu.email, 'week-2', { status: 'excused' });
  await record(chitra.email, 'viva', { status: 'marked', marks: 64 });
  const url = `/api/staff/batches/${batch.name}/recorded`;
  const list = [
    { s_id: asha.email, task: 'week-2', status: 'absent', marks: 0 },
    { s_id: binu.email, task: 'week-2', status: 'excused', marks: null },
    { s_id: chitra.email, task: 'viva', status: 'marked', marks: 64 },
  ];
  return {
    ...app,
    asha,
    binu,
    mentor,
    record,
    list,
    listed: async (query = '') => (await mentor.get(url + query)).body,
    release: (body: object, headers = {}) => mentor.post(url, { records: list, ...body }, headers),
    shown: async () => {
      const client = await app.as(asha);
      return (await client.get(`/api/students/timeline/${asha.email}`)).body.tasks[1].recorded;
    },
  };
}
const names = (of: { s_name: string }[]) => of.map(({ s_name }) => s_name);

test('unreleased records are listed, released together, and withdrawn within ten minutes', async () => {
  const { listed, release, shown, clock, ...app } = await makeRecords();
  const all = await listed();
  expect(
    all.map(({ student, task, record, seen }: Record<string, any>) => [
      student.s_name,
      task,
      record.status,
      seen,
    ]),
  ).toEqual([
    ['Asha', 'week-2', 'absent', null],
    ['Binu', 'week-2', 'excused', null],
    ['Chitra', 'viva', 'marked', null],
  ]);
  expect((await listed('?task=viva')).map(({ student }: { student: object }) => student)).toMatchObject([
    { s_name: 'Chitra' },
  ]);
  expect(await shown()).toBeUndefined();
  const before = (await readAuditLog(app)).length;
  const key = { 'idempotency-key': 'k1' };
  const first = await release({}, key);
  expect(first).toMatchObject({ status: 200, body: { released: true, skipped: [] } });
  expect(names(first.body.done)).toEqual(['Asha', 'Binu', 'Chitra']);
  expect((await release({}, key)).body, 'repeated').toEqual(first.body);
  expect(await listed()).toEqual([]);
  expect(await shown()).toMatchObject({ status: 'absent', comments: 'You were not there.' });
  expect((await readAuditLog(app)).length - before, 'one line each').toBe(3);

  clock.advance(10 * minute);
  const [one] = app.list;
  expect(names((await release({ released: false, records: [one] })).body.done)).toEqual(['Asha']);
  expect(await shown()).toBeUndefined();
  clock.advance(1);
  const late = await release({ released: false });
  expect(names(late.body.done), 'already withdrawn').toEqual(['Asha']);
  expect(names(late.body.skipped)).toEqual(['Binu', 'Chitra']);
});

test('what changed, what is lower than the student sees, and what belongs to others is left out and named', async () => {
  const { release, record, list, listed, context, asha, app: _, ...app } = await makeRecords();
  const { id } = await buildSubmission(context, { account_id: asha.id, task: 'week-3' });
  await buildMark(context, { submission_id: id, marks: 70 });
  const { number } = await context.database.reader
    .selectFrom('submissions')
    .where('id', '=', id)
    .select('number')
    .executeTakeFirstOrThrow();
  await record(asha.email, 'week-3', { status: 'absent', newest: number });
  expect((await listed('?task=week-3'))[0].seen).toEqual({ version: 1, marks: 70 });
  const stranger = await buildStudent(context);
  const lower = { s_id: asha.email, task: 'week-3', status: 'absent', marks: 0 };
  const foreign = { ...lower, s_id: stranger.email };
  const changed = { ...list[2], marks: 90 };
  const answer = await release({ records: [lower, foreign, changed, list[1]] });
  expect(names(answer.body.done)).toEqual(['Binu']);
  expect(answer.body.skipped.map(({ s_id, message }: Record<string, string>) => [s_id, message])).toEqual([
    [asha.email, expect.stringContaining('70 out of 100')],
    [stranger.email, 'has changed since you opened the list.'],
    ['chitra@example.test', 'has changed since you opened the list.'],
  ]);
  const confirmed = await release({ records: [{ ...lower, confirm_lower: true }] });
  expect(names(confirmed.body.done)).toEqual(['Asha']);
  expect((await app.mentor.post('/api/staff/batches/OTHER/recorded', { records: list })).status).toBe(403);
});

test('the list is full of what can be released: not of undone choices, and of the asked task alone', async () => {
  const { context, asha, binu, listed } = await makeRecords();
  for (let n = 0; n < limits.releasedAtOnce; n++)
    await buildRecord(context, { account_id: asha.id, task: 'week-1', choice: n, released: 0 });
  await buildRecord(context, { account_id: binu.id, task: 'final', released: 0 });
  const tasks = async (query = '') => (await listed(query)).map(({ task }: { task: string }) => task);
  expect(await tasks()).toEqual(['week-2', 'week-2', 'viva', 'final']);
  expect(await tasks('?task=final')).toEqual(['final']);
  expect(await tasks('?task=week-1')).toEqual([]);
});
