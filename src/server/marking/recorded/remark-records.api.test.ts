import { expect, test } from 'vitest';
import {
  buildBatch,
  buildMark,
  buildMentor,
  buildProject,
  buildRubricLine,
  buildSelection,
  buildStudent,
  buildSubmission,
} from '#support/factories';
import { freezeStudents } from '#support/freeze-student';
import { readAuditLog } from '#support/read-audit-log';
import { dayMs } from '#support/student-fixture';
import { makeTestApp } from '#support/test-app';

/** A rubric of two lines for the viva, for which students of two mentors are marked without a file. */
async function makeRubric() {
  const app = await makeTestApp();
  const { context, clock } = app;
  const ours = await buildBatch(context);
  const theirs = await buildBatch(context, { course_id: ours.course_id });
  const project = await buildProject(context, { course_id: ours.course_id as number });
  const of = { project_id: project.id, task: 'viva' as const };
  const clear = await buildRubricLine(context, { ...of, text: 'Clear', points: 40 });
  const tested = await buildRubricLine(context, { ...of, text: 'Tested', points: 30 });
  const mentor = await app.as(await buildMentor(context, [ours.id]));
  const other = await app.as(await buildMentor(context, [theirs.id]));
  const student = async (batch = ours) => {
    const account = await buildStudent(context, { batch_id: batch.id });
    const started_at = clock.now() - 40 * dayMs;
    await buildSelection(context, { account_id: account.id, project_id: project.id, started_at });
    return account;
  };
  const ids = [String(clear.id), String(tested.id)];
  const urlOf = ({ email }: { email: string }) => `/api/staff/students/${email}/tasks/viva/recorded`;
  const record = async (of_: { email: string }, body: object, by = mentor) => {
    const given = { status: 'marked', marks: 70, comments: 'Calm.', released: false, rubric: { lines: ids } };
    const answer = await by.put(urlOf(of_), { ...given, ...body });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  };
  const path = `/api/staff/projects/${project.id}/rubric/viva`;
  const lines = [
    { id: ids[0], text: 'Clear', points: 40 },
    { id: ids[1], text: 'Tested on a phone', points: 45 },
  ];
  return {
    app,
    context,
    ours,
    theirs,
    mentor,
    other,
    student,
    ids,
    record,
    change: async () => (await mentor.put(path, { lines, original: ids })).body.outdated as number,
    outdated: async (by = mentor) => (await by.get(path)).body.outdated as number,
    remark: async (by = mentor) => (await by.post(`${path}/remark`)).body,
    recordOf: async (of_: { email: string }, by = mentor) => (await by.get(urlOf(of_))).body.record,
  };
}

test('a changed rubric recalculates unreleased marks without a file, as it does marks', async () => {
  const { app, student, record, change, outdated, remark, recordOf, ids } = await makeRubric();
  const [plain, byHand, released, one, without] = [
    await student(),
    await student(),
    await student(),
    await student(),
    await student(),
  ];
  await record(plain, {});
  await record(byHand, { marks: 60, rubric: { lines: ids, reason: 'Late' } });
  await record(released, { released: true });
  await record(one, { marks: 40, rubric: { lines: [ids[0]] } });
  await record(without, { marks: 50, rubric: null });
  expect(await outdated()).toBe(0);
  expect(await change()).toBe(2);
  expect(await recordOf(plain), 'nothing before somebody says so').toMatchObject({ marks: 70 });
  expect(await remark()).toEqual({ remarked: 2, left: 0 });
  expect(await recordOf(plain)).toMatchObject({
    marks: 85,
    released: false,
    comments: 'Calm.',
    rubric: { lines: [{ points: 40 }, { text: 'Tested on a phone', points: 45 }], reason: null },
  });
  expect(await recordOf(byHand)).toMatchObject({ marks: 60, rubric: { reason: 'Late' } });
  expect(await recordOf(released)).toMatchObject({ marks: 70, released: true });
  expect(await recordOf(one)).toMatchObject({ marks: 40 });
  expect(await recordOf(without)).toMatchObject({ marks: 50 });
  expect(await remark(), 'once').toEqual({ remarked: 0, left: 0 });
  const log = await readAuditLog(app);
  const changes = log.filter(({ act, subject }) => act === 'record-mark' && subject === plain.email);
  expect(changes).toHaveLength(2);
});

test('each mentor recalculates the own students; nobody recalculates what is frozen', async () => {
  const { context, ours, theirs, student, record, change, outdated, remark, recordOf, other } =
    await makeRubric();
  const [own, frozen, foreign] = [await student(), await student(), await student(theirs)];
  await record(own, {});
  await record(frozen, {});
  await record(foreign, {}, other);
  await freezeStudents(context, { batchId: ours.id, accountIds: [frozen.id] });
  expect(await change()).toBe(1);
  expect(await outdated(other)).toBe(1);
  expect(await remark()).toEqual({ remarked: 1, left: 0 });
  expect(await recordOf(frozen)).toMatchObject({ marks: 70 });
  expect(await recordOf(foreign, other)).toMatchObject({ marks: 70 });
  expect(await remark(other)).toEqual({ remarked: 1, left: 0 });
});

test('a recalculated record does not count over a version that came after it', async () => {
  const { context, student, record, change, remark, recordOf } = await makeRubric();
  const account = await student();
  await record(account, {});
  const { id } = await buildSubmission(context, { account_id: account.id, task: 'viva' });
  await buildMark(context, { submission_id: id, marks: 55, released: 1 });
  expect(await recordOf(account)).toMatchObject({ counts: false });
  expect(await change()).toBe(1);
  expect(await remark()).toEqual({ remarked: 1, left: 0 });
  expect(await recordOf(account)).toMatchObject({ marks: 85, counts: false });
});

test('marks beside records are recalculated together', async () => {
  const { context, student, record, mentor, ids, recordOf, remark, change } = await makeRubric();
  const account = await student();
  await record(account, {});
  const submitted = await student();
  const { number } = await buildSubmission(context, { account_id: submitted.id, task: 'viva' });
  const mark = { marks: 70, comments: '', released: false, rubric: { lines: ids } };
  expect((await mentor.put(`/api/staff/submissions/${number}/mark`, mark)).status).toBe(200);
  expect(await change()).toBe(2);
  expect(await remark()).toEqual({ remarked: 2, left: 0 });
  expect(await recordOf(account)).toMatchObject({ marks: 85 });
  const { marks } = await context.database.reader
    .selectFrom('marks')
    .select('marks')
    .executeTakeFirstOrThrow();
  expect(marks).toBe(85);
});
