import { expect, test } from 'vitest';
import { dayMs } from '#contract/durations';
import { meanOfMarks } from '#contract/marking/mean-of-marks';
import { countedMarks } from '#contract/marking/recorded';
import {
  buildAdministrator,
  buildBatch,
  buildMark,
  buildMentor,
  buildSelection,
  buildStudent,
  buildSubmission,
} from '#support/factories';
import { makeTestApp } from '#support/test-app';
import { countedOf } from './counted.ts';

/** The same student in every list: week 1 marked by a file, the rest without one, the final unreleased. */
async function makeEverywhere() {
  const app = await makeTestApp();
  const { context, clock } = app;
  const batch = await buildBatch(context);
  const student = await buildStudent(context, { batch_id: batch.id, name: 'Asha' });
  await buildSelection(context, { account_id: student.id, started_at: clock.now() - 40 * dayMs });
  const mentorAccount = await buildMentor(context, [batch.id], { name: 'Anjali' });
  const mentor = await app.as(mentorAccount);
  const office = await app.as(await buildAdministrator(context));
  const client = await app.as(student);
  const version = await buildSubmission(context, { account_id: student.id });
  await buildMark(context, { submission_id: version.id, marks: 80, marked_by: mentorAccount.id });
  const record = (task: string, body: object) =>
    mentor.put(`/api/staff/students/${student.email}/tasks/${task}/recorded`, { released: true, ...body });
  await record('week-2', { status: 'absent', comments: 'Ill' });
  await record('week-3', { status: 'excused' });
  await record('final', { status: 'marked', marks: 33, released: false });
  await record('viva', { status: 'marked', marks: 70 });
  const text = async (url: string) => String((await office.get(url)).body);
  return {
    app,
    context,
    batch,
    student,
    mentor,
    office,
    client,
    version,
    record,
    timeline: async () => (await client.get(`/api/students/timeline/${student.email}`)).body.tasks,
    progress: async () => (await mentor.get(`/api/staff/batches/${batch.name}/progress`)).body.students,
    page: async () => (await mentor.get(`/api/staff/students/${student.email}`)).body,
    grades: async () => {
      const [head = '', line = ''] = (await text(`/api/staff/exports/grades?batch=${batch.name}`)).split(
        '\r\n',
      );
      const cells = line.split(',');
      return Object.fromEntries(
        head
          .replace('\uFEFF', '')
          .split(',')
          .map((name, at) => [name, cells[at]]),
      );
    },
    distribution: async () =>
      (await mentor.get(`/api/staff/batches/${batch.name}/marks/distribution`)).body.tasks.map(
        ({ task, count, mentors }: { task: string; count: number; mentors: { name: string }[] }) => [
          task,
          count,
          mentors.map(({ name }) => name).join(),
        ],
      ),
    counted: async () =>
      (await countedOf(context.database.reader, [student.id]))
        .map(({ task, status, marks }) => [task, status, marks])
        .toSorted(),
  };
}

test('every list, count, export and plot agrees about a student without files', async () => {
  const { timeline, progress, page, grades, distribution, counted, mentor, batch } = await makeEverywhere();
  const tasks: Parameters<typeof countedMarks>[0][] = await timeline();
  const numbers = tasks.map(countedMarks);
  expect(numbers).toEqual([80, 0, null, null, null, 70]);
  expect(await counted()).toEqual([
    ['viva', 'marked', 70],
    ['week-1', 'marked', 80],
    ['week-2', 'absent', 0],
    ['week-3', 'excused', null],
  ]);
  const [row] = await progress();
  const stones = row.stones.map(({ state, marks }: { state: string; marks: number | null }) => [
    state,
    marks,
  ]);
  expect(stones).toEqual([
    ['released', 80],
    ['released', 0],
    ['open', null],
    ['open', null],
    ['held-back', 33],
    ['released', 70],
  ]);
  expect(row.stones[2].recorded).toEqual({ status: 'excused', counts: true, released: true });
  expect(row.reason, 'week 4 alone is missing').toMatch(/^Week 4 open for 12 days/);
  const { tasks: ofPage, reason } = await page();
  expect(reason).toBe(row.reason);
  expect(ofPage.map(({ state, marks }: { state: string; marks: number | null }) => [state, marks])).toEqual(
    stones,
  );
  expect(ofPage[1].recorded).toMatchObject({ status: 'absent', comments: 'Ill', released: true });
  expect(await grades()).toMatchObject({
    'week-1': '80',
    'week-2': '0',
    'week-3': '',
    final: '',
    viva: '70',
    'tasks submitted': '1',
    'tasks with released marks': '3',
    'result so far': String(meanOfMarks(numbers)),
    'final NOT RELEASED': '33',
    'week-2 NOT RELEASED': '',
    'recorded without a file': expect.stringContaining(
      'week-2: Absent; week-3: Excused; viva: Marked without a file',
    ),
  });
  expect(await distribution()).toEqual([
    ['week-1', 1, 'Anjali'],
    ['week-2', 1, 'Anjali'],
    ['final', 1, 'Anjali'],
    ['viva', 1, 'Anjali'],
  ]);
  const submissions = (await mentor.get(`/api/staff/batches/${batch.name}/submissions`)).body;
  expect(
    submissions.map(({ task }: { task: string }) => task),
    'no submission without a file',
  ).toEqual(['week-1']);
});

test('what is excused does not count, although an earlier version was marked', async () => {
  const { timeline, progress, page, grades, distribution, counted, record, client, student, version } =
    await makeEverywhere();
  const excused = { status: 'excused', comments: 'Ill all week', newest: version.number };
  expect(await record('week-1', excused)).toMatchObject({
    status: 409,
    body: { code: 'lower_than_released', seen: { version: 1, marks: 80 } },
  });
  expect((await record('week-1', { ...excused, confirm_lower: true })).status).toBe(200);
  const [task] = await timeline();
  expect(task).toMatchObject({
    state: 'submitted',
    version: 1,
    marks: null,
    comments: null,
    marked_version: null,
    recorded: { status: 'excused', counts: true, comments: 'Ill all week' },
  });
  const [week] = (await client.get(`/api/students/weeklyStatus/${student.email}`)).body;
  expect(week).toMatchObject({ state: 'submitted', marks: null, recorded: { status: 'excused' } });
  expect((await progress())[0].stones[0]).toMatchObject({ state: 'submitted', marks: null });
  expect((await page()).tasks[0]).toMatchObject({ marks: null, recorded: { status: 'excused' } });
  expect(await grades()).toMatchObject({ 'week-1': '', 'result so far': '35' });
  expect((await counted())[1]).toEqual(['week-1', 'excused', null]);
  expect((await distribution()).map(([name]: [string]) => name)).toEqual(['week-2', 'final', 'viva']);
});

test('a later file replaces a record in every list, once its mark is released', async () => {
  const { context, student, timeline, progress, grades, distribution, counted, mentor, batch } =
    await makeEverywhere();
  const later = await buildSubmission(context, { account_id: student.id, task: 'week-2' });
  expect((await progress())[0].stones[1]).toMatchObject({
    state: 'submitted',
    marks: null,
    recorded: { status: 'absent', counts: true },
  });
  expect((await timeline())[1]).toMatchObject({ state: 'marked', marks: 0 });
  expect((await distribution()).map(([task]: [string]) => task)).toEqual(['week-1', 'final', 'viva']);
  const [desk] = (await mentor.get(`/api/staff/batches/${batch.name}/submissions?task=week-2`)).body;
  expect(desk).toMatchObject({ marks: null, recorded: { status: 'absent', marks: 0, released: true } });
  const url = `/api/staff/submissions/${later.number}/mark`;
  expect((await mentor.put(url, { marks: 60, released: true, original: null })).status).toBe(200);
  expect((await timeline())[1]).toMatchObject({ marks: 60, recorded: { counts: false } });
  expect((await counted())[2]).toEqual(['week-2', 'marked', 60]);
  expect((await progress())[0].stones[1]).toMatchObject({ state: 'released', marks: 60 });
  expect(await grades()).toMatchObject({ 'week-2': '60', 'tasks submitted': '2' });
  expect(await distribution()).toContainEqual(['week-2', 1, 'Anjali']);
});

test('a mark below the record that the student sees is asked about, by each way of marking', async () => {
  const { context, student, mentor, batch } = await makeEverywhere();
  const later = await buildSubmission(context, { account_id: student.id, task: 'viva' });
  const url = `/api/staff/submissions/${later.number}/mark`;
  expect(await mentor.put(url, { marks: 69, released: true, original: null })).toMatchObject({
    status: 409,
    body: { code: 'lower_than_released', seen: { version: null, marks: 70 } },
  });
  expect((await mentor.put(url, { marks: 69, released: false, original: null })).status).toBe(200);
  const release = { task: 'viva', marks: [{ number: later.number, marks: 69 }] };
  expect(
    (await mentor.post(`/api/staff/batches/${batch.name}/releases`, release)).body.skipped,
  ).toMatchObject([{ reason: 'lower', message: 'The student sees 70 out of 100; 69 is lower.' }]);
  const sheet = { task: 'viva', released: 'yes', text: `email,marks\n${student.email},69` };
  const { rows } = (await mentor.post(`/api/staff/batches/${batch.name}/marks/check`, sheet)).body;
  expect(rows[0]).toMatchObject({ state: 'wrong' });
});

test('the order "behind" goes by what is neither submitted nor recorded', async () => {
  const { context, batch, record, progress, mentor, student } = await makeEverywhere();
  const other = await buildStudent(context, { batch_id: batch.id, name: 'Binu' });
  await buildSelection(context, { account_id: other.id, started_at: Date.now() - 400 * dayMs });
  const behindOf = async () => {
    const rows = await context.database.reader
      .selectFrom('student_progress')
      .where('account_id', '=', student.id)
      .select('behind_from')
      .execute();
    return rows[0]?.behind_from;
  };
  const before = await behindOf();
  await record('week-4', { status: 'excused', released: false });
  expect(await behindOf(), 'all is decided').toBe(Number.MAX_SAFE_INTEGER);
  const names = (await progress()).map(({ student: { s_name } }: { student: { s_name: string } }) => s_name);
  expect(names.at(-1)).toBe('Asha');
  await mentor.delete(`/api/staff/students/${student.email}/tasks/week-4/recorded`);
  expect(await behindOf()).toBe(before);
});

test('the sheet on screen reads a status where the column is chosen', async () => {
  const { mentor, batch, student, timeline } = await makeEverywhere();
  const columns = ['email', 'status', 'marks', 'comments'];
  const sheet = (line: string) => ({
    task: 'week-4',
    released: 'yes',
    columns,
    text: `email,status,marks,comments\n${line}`,
  });
  const check = async (line: string) =>
    (await mentor.post(`/api/staff/batches/${batch.name}/marks/check`, sheet(line))).body;
  expect((await check(`${student.email},lost,,`)).rows[0]).toMatchObject({ state: 'wrong' });
  expect((await check(`${student.email},,,`)).rows[0]).toMatchObject({ state: 'unchanged' });
  const { rows, seen, counts } = await check(`${student.email},Not submitted,,Nothing came`);
  expect(counts).toMatchObject({ new: 1, wrong: 0 });
  const cells = rows[0].cells.map(({ field, value }: { field: string; value: string }) => [field, value]);
  expect(cells).toContainEqual(['status', 'Not submitted']);
  expect(cells).toContainEqual(['marks', '0']);
  const saved = await mentor.post(`/api/staff/batches/${batch.name}/marks`, {
    ...sheet(`${student.email},Not submitted,,Nothing came`),
    seen,
  });
  expect(saved).toMatchObject({ status: 200, body: { saved: 1 } });
  expect((await timeline())[3]).toMatchObject({ marks: 0, recorded: { status: 'not_submitted' } });
  expect((await check(`${student.email},Not submitted,,Nothing came`)).counts).toMatchObject({
    unchanged: 1,
  });
  expect((await check(`${student.email},marked,55,`)).rows[0]).toMatchObject({ state: 'changed' });
  // Moodle has a column of that name that says something else.
  const moodle = { task: 'week-4', text: `Email address,Status,Grade\n${student.email},No submission,-` };
  expect((await mentor.post(`/api/staff/batches/${batch.name}/marks/check`, moodle)).body.columns).toEqual([
    'email',
    null,
    'marks',
  ]);
});
