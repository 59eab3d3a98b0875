import { parse } from 'csv-parse/sync';
import { expect, onTestFinished, test } from 'vitest';
import { tasks, type Task } from '#contract/dates';
import { dayMs, minuteMs } from '#contract/durations';
import type { MarkDistribution } from '#contract/marking/calls';
import type { BatchProgress } from '#contract/progress/calls';
import type { StudentResult } from '#contract/results/result-calls';
import type { Timeline, WeekStatus } from '#contract/submissions/calls';
import { makeDatabase } from '#server/platform/database/database';
import { migrate, steps } from '#server/platform/database/migrate';
import { makeChosen, type Given } from '#support/changed-choice';
import { makeBlankLocation } from '#support/empty-database';
import {
  buildAdministrator,
  buildBatch,
  buildMark,
  buildSelection,
  buildStudent,
  buildSubmission,
} from '#support/factories';
import { openLocation } from '#support/locations';
import { readZip } from '#support/read-zip';
import { taskLabel } from '#server/submissions/open-task';
import { finalMarks } from '../../src/web/features/courses/final-marks.ts';

/** Whoever shows or counts marks and work goes by the current choice, and all say the same. */

type Marks = Partial<Record<Task, number>>;
type Portal = Awaited<ReturnType<typeof makeChosen>>;

const marksIn = (of: readonly { task: Task; marks: number | null }[]): Marks =>
  Object.fromEntries(of.flatMap(({ task, marks }) => (marks === null ? [] : [[task, marks]])));

const csvOf = (body: unknown) =>
  parse(body as string, { bom: true, columns: true }) as Record<string, string>[];
const numberOrNull = (cell: string | undefined) => (cell === undefined || cell === '' ? null : Number(cell));

/** Each reader's answer: marks, submitted tasks and means. */
async function everyReader(portal: Portal, batch: string) {
  const { clients, people, app } = portal;
  const s_id = people.student.email;
  const office = clients.administrator;
  const timeline = (await clients.student.get(`/api/students/timeline/${s_id}`)).body as Timeline;
  const result = (await clients.student.get(`/api/students/result/${s_id}`)).body as StudentResult;
  const weeks = (await clients.student.get(`/api/students/weeklyStatus/${s_id}`)).body as WeekStatus[];
  const progress = (await office.get(`/api/staff/batches/${batch}/progress`)).body as BatchProgress;
  const own = progress.students.find(({ student }) => student.s_id === s_id);
  const stones = own?.stones ?? [];
  const grades = csvOf((await office.get(`/api/staff/exports/grades?batch=${batch}`)).body).find(
    ({ email }) => email === s_id,
  );
  const lines = csvOf((await office.get(`/api/staff/batches/${batch}/progress.csv`)).body);
  const listed = lines.find(({ email }) => email === s_id);
  const cellsOf = (line: typeof grades, name: (task: Task) => string) =>
    marksIn(tasks.map((task) => ({ task, marks: numberOrNull(line?.[name(task)]) })));
  const queue = (await office.get(`/api/staff/batches/${batch}/submissions`)).body as {
    task: Task;
    marks: number | null;
  }[];
  const student = (await office.get(`/api/staff/students/${s_id}`)).body as {
    tasks: { task: Task; marks: number | null; shown: { marks: number } | null }[];
  };
  const given = (await office.get(`/api/staff/batches/${batch}/marks/distribution`)).body as MarkDistribution;
  const sheets: Record<string, Marks> = {};
  for (const [format, column] of [
    ['capstone', () => 'marks'],
    ['moodle', () => 'Grade'],
    ['canvas', taskLabel],
  ] as const) {
    const cells = [];
    for (const task of tasks) {
      const { body } = await office.get(
        `/api/staff/batches/${batch}/marks.csv?task=${task}&format=${format}`,
      );
      cells.push({ task, marks: numberOrNull(csvOf(body)[0]?.[column(task)]) });
    }
    sheets[format] = marksIn(cells);
  }
  const files: Record<string, string[]> = {};
  for (const versions of ['newest', 'all'])
    for (const task of tasks) {
      const { rawPayload } = await app.app.inject({
        url: `/api/staff/exports/files?batch=${batch}&task=${task}&versions=${versions}`,
        headers: { cookie: await app.cookieOf(people.administrator) },
      });
      const names = [...readZip(rawPayload).keys()].filter((name) => name !== 'contents.csv');
      (files[versions] ??= []).push(
        ...names.map((name) => name.split('/')[1]?.slice(0, task.length + 3) ?? ''),
      );
    }
  const [counts] = (await office.get('/api/staff/batches')).body.filter(
    ({ name }: { name: string }) => name === batch,
  );
  return {
    released: {
      timeline: marksIn(timeline.tasks),
      weeks: marksIn(weeks.map(({ week, marks }) => ({ task: `week-${week}` as Task, marks }))),
      grades: cellsOf(grades, (task) => task),
      shownToStaff: marksIn(student.tasks.map(({ task, shown }) => ({ task, marks: shown?.marks ?? null }))),
    },
    newest: {
      stones: marksIn(stones),
      progressCsv: cellsOf(listed, (task) => `${task} marks`),
      queue: marksIn(queue),
      student: marksIn(student.tasks),
      distribution: Object.fromEntries(given.tasks.map(({ task, count }) => [task, count])),
      ...sheets,
    },
    results: {
      screen: result.result ?? result.so_far,
      csv: numberOrNull(grades?.['result so far'] || grades?.['result']),
      listed: numberOrNull(listed?.['result so far'] || listed?.['result']),
    },
    finish: finalMarks(timeline.tasks, result),
    submitted: Number(grades?.['tasks submitted']),
    states: Object.fromEntries(timeline.tasks.map(({ task, state }) => [task, state])),
    files,
    counts: { submissions: counts.submissions, unmarked: counts.unmarked, heldBack: counts.heldBack },
    queue: queue.length,
  };
}

const old: Given[] = [
  { task: 'week-1', marks: 90 },
  { task: 'week-2', marks: 80.5 },
  { task: 'week-3', marks: null },
  { task: 'week-4', marks: 60, released: 0 },
  { task: 'final', marks: 71 },
  { task: 'viva', marks: 70 },
];
const oldReleased = { 'week-1': 90, 'week-2': 80.5, final: 71, viva: 70 };

type Case = {
  before: Given[];
  change: ('undo' | 'choose' | 'move')[];
  after?: Given[];
  released: Marks;
  newest: Marks;
  mean: number | null;
  submissions: number;
  unmarked?: number;
  heldBack?: number;
};

test.each<[string, Case]>([
  [
    'a standing choice',
    {
      before: old,
      change: [],
      released: oldReleased,
      newest: { ...oldReleased, 'week-4': 60 },
      mean: 77.9,
      submissions: 6,
      unmarked: 1,
      heldBack: 1,
    },
  ],
  [
    'no mark',
    {
      before: [{ task: 'week-1', marks: null }],
      change: [],
      released: {},
      newest: {},
      mean: null,
      submissions: 1,
      unmarked: 1,
    },
  ],
  [
    'one mark',
    {
      before: [{ task: 'week-1', marks: 77.17 }],
      change: [],
      released: { 'week-1': 77.17 },
      newest: { 'week-1': 77.17 },
      mean: 77.2,
      submissions: 1,
    },
  ],
  [
    'an undone choice',
    { before: old, change: ['undo'], released: {}, newest: {}, mean: null, submissions: 0 },
  ],
  [
    'undone, and chosen again',
    { before: old, change: ['undo', 'choose'], released: {}, newest: {}, mean: null, submissions: 0 },
  ],
  [
    'undone, chosen again, submitted and marked again',
    {
      before: old,
      change: ['undo', 'choose'],
      after: [
        { task: 'week-1', marks: 55 },
        { task: 'week-2', marks: null },
        { task: 'week-3', marks: 45, released: 0 },
        { task: 'final', marks: 50 },
      ],
      released: { 'week-1': 55, final: 50 },
      newest: { 'week-1': 55, 'week-3': 45, final: 50 },
      mean: 52.5,
      submissions: 4,
      unmarked: 1,
      heldBack: 1,
    },
  ],
  [
    'undone, chosen again, all but one marked: the course is not complete',
    {
      before: old,
      change: ['undo', 'choose'],
      after: (['week-1', 'week-2', 'week-3', 'week-4', 'final'] as const).map((task) => ({
        task,
        marks: 50,
      })),
      released: { 'week-1': 50, 'week-2': 50, 'week-3': 50, 'week-4': 50, final: 50 },
      newest: { 'week-1': 50, 'week-2': 50, 'week-3': 50, 'week-4': 50, final: 50 },
      mean: 50,
      submissions: 5,
    },
  ],
  [
    'a moved batch',
    {
      before: old,
      change: ['move'],
      released: oldReleased,
      newest: { ...oldReleased, 'week-4': 60 },
      mean: 77.9,
      submissions: 6,
      unmarked: 1,
      heldBack: 1,
    },
  ],
  [
    'undone and moved',
    { before: old, change: ['undo', 'move'], released: {}, newest: {}, mean: null, submissions: 0 },
  ],
])(
  '%s',
  { timeout: 60_000 },
  async (_, { before, change, after = [], released, newest, mean, submissions, ...counts }) => {
    const portal = await makeChosen();
    for (const given of before)
      await portal.give(given, given.task === 'week-1' ? portal.firstId : undefined);
    let batch = 'OURS';
    for (const step of change) {
      if (step === 'undo') await portal.undo();
      if (step === 'choose') await portal.choose();
      if (step !== 'move') continue;
      const next = await buildBatch(portal.app.context, { name: 'NEXT', course_id: portal.course.id });
      await portal.app.context.database.transaction((writer) =>
        writer
          .updateTable('accounts')
          .set({ batch_id: next.id })
          .where('id', '=', portal.people.student.id)
          .execute(),
      );
      batch = 'NEXT';
    }
    for (const given of after) await portal.give(given);
    const read = await everyReader(portal, batch);
    const weeksOf = (marks: Marks) =>
      Object.fromEntries(Object.entries(marks).filter(([task]) => task.startsWith('week')));
    for (const [reader, marks] of Object.entries(read.released))
      expect(marks, reader).toEqual(reader === 'weeks' ? weeksOf(released) : released);
    const counted = Object.fromEntries(Object.keys(newest).map((task) => [task, 1]));
    for (const [reader, marks] of Object.entries(read.newest))
      expect(marks, reader).toEqual(reader === 'distribution' ? counted : newest);
    expect(read.results).toEqual({ screen: mean, csv: mean, listed: mean });
    expect(read.finish).toBeNull();
    expect(read.submitted).toBe(submissions);
    const { unmarked = 0, heldBack: unreleased = 0 } = counts;
    expect(read.counts).toEqual({ submissions, unmarked, heldBack: unreleased });
    expect(read.queue).toBe(submissions);
    const all = change.includes('undo') ? after : before;
    const version = change.includes('undo') ? 2 : 1;
    const names = all.map(({ task }) => `${task} v${version}`);
    expect(read.files['newest']?.toSorted()).toEqual(names.toSorted());
    expect(read.files['all']?.toSorted()).toEqual(names.toSorted());
  },
);

test('a corrected start keeps the marks of the present choice, a second undo ends them, and a late mark changes nothing', async () => {
  const portal = await makeChosen();
  const { clients, people, app } = portal;
  const s_id = people.student.email;
  await portal.give({ task: 'week-1', marks: 90 }, portal.firstId);
  await portal.undo();
  await portal.choose();
  await portal.give({ task: 'week-1', marks: 55 });
  await portal.give({ task: 'week-2', marks: null });
  const marks = async () => {
    const { released, counts } = await everyReader(portal, 'OURS');
    return [released.timeline, released.grades, counts.submissions];
  };
  const now = [{ 'week-1': 55 }, { 'week-1': 55 }, 2];
  expect(await marks()).toEqual(now);
  const start = new Date(app.clock.now() - 40 * dayMs).toISOString().slice(0, 16);
  const corrected = await portal.clients.mentor.post(`/api/staff/students/${s_id}/start`, {
    start,
    reason: 'Wrong month',
  });
  expect(corrected.status, corrected.body.message).toBe(201);
  expect(await marks(), 'before the present choice, the start is earlier than the old work').toEqual(now);
  // The mentor releases a mark for the old version: it is not of the present project.
  const old = await app.context.database.reader
    .selectFrom('submissions')
    .where('id', '=', portal.firstId)
    .select('number')
    .executeTakeFirstOrThrow();
  const given = { marks: 99, comments: '', released: true };
  await portal.clients.mentor.put(`/api/staff/submissions/${old.number}/mark`, given);
  expect(await marks()).toEqual(now);
  app.clock.advance(1_000);
  const undone = await clients.administrator.post(`/api/staff/students/${s_id}/undo-selection`, {
    p_id: portal.second.id,
    reason: 'Again',
  });
  expect(undone.status).toBe(201);
  expect(await marks()).toEqual([{}, {}, 0]);
});

test('a clock that is set back counts no work for another choice', async () => {
  const { app, clients, people, undo, second } = await makeChosen();
  const s_id = people.student.email;
  const submitted = async () => {
    const { tasks: all } = (await clients.student.get(`/api/students/timeline/${s_id}`)).body as Timeline;
    return all.filter(({ state }) => state === 'submitted').map(({ task }) => task);
  };
  expect(await submitted()).toEqual(['week-1']);
  app.clock.advance(-30 * minuteMs);
  await undo();
  const choice = { sp_id: s_id, p_id: second.id };
  expect((await clients.student.post('/api/students/selectProject', choice)).status).toBe(201);
  expect(await submitted(), 'of the choice that was undone').toEqual([]);
  app.clock.advance(-10 * minuteMs);
  const start = new Date(app.clock.now() - 29 * dayMs).toISOString().slice(0, 16);
  const corrected = { start, reason: 'Began before' };
  expect((await clients.mentor.post(`/api/staff/students/${s_id}/start`, corrected)).status).toBe(201);
  const form = [
    ['selectedWeek', '2'],
    ['comments', 'new work'],
  ] as const;
  expect((await clients.student.form(`/api/students/uploadWeek/${s_id}`, form)).status).toBe(201);
  expect(await submitted(), 'of the present choice').toEqual(['week-2']);
});

test('a mentor sees neither a review nor an earlier mark of the undone choice beside the new work', async () => {
  const portal = await makeChosen();
  const { clients, people } = portal;
  await portal.give({ task: 'week-1', marks: 90 }, portal.firstId);
  const ask = { task: 'week-1', version: 1, reason: 'The tests count.' };
  const asked = await clients.student.post(`/api/students/secondLook/${people.student.email}`, ask);
  expect(asked.status).toBe(201);
  const reviews = async () =>
    (await clients.mentor.get('/api/staff/batches/OURS/submissions?state=second-look')).body;
  expect(await reviews()).toHaveLength(1);
  await portal.undo();
  expect(await reviews()).toEqual([]);
  await portal.choose();
  await portal.give({ task: 'week-1', marks: null });
  expect(await reviews()).toEqual([]);
  const [row] = (await portal.clients.mentor.get('/api/staff/batches/OURS/submissions')).body;
  expect(row).toMatchObject({ version: 2, marks: null, shown: null, earlier: null, second_look: null });
  // A lower mark than the former project's asks nothing.
  const mark = { marks: 40, comments: '', released: true, original: null };
  const marked = await portal.clients.mentor.put(`/api/staff/submissions/${row.number}/mark`, mark);
  expect(marked.status, marked.body.message).toBe(200);
  // Within one choice both are there, as before.
  await portal.give({ task: 'week-1', marks: null });
  const [newer] = (await portal.clients.mentor.get('/api/staff/batches/OURS/submissions')).body;
  expect(newer).toMatchObject({ version: 3, shown: { marks: 40 }, earlier: { version: 2, marks: 40 } });
});

test('choices that were undone before the step are known after it; other students stay as they were', async () => {
  const { location, drop } = await makeBlankLocation();
  onTestFinished(drop);
  const engine = openLocation(location);
  onTestFinished(() => engine.close());
  const before = Object.entries(steps).filter(([name]) => name < '0098');
  await migrate(engine, Object.fromEntries(before));
  const database = makeDatabase(engine);
  let now = Date.parse('2026-11-01T09:00:00.000Z');
  const context = { database, clock: { now: () => now } };
  const { id: ended_by } = await buildAdministrator(context);
  const mark = async (account_id: number, task: Task, version = 1) => {
    const { id } = await buildSubmission(context, { account_id, task, version });
    await buildMark(context, { submission_id: id });
    return id;
  };
  const undo = async (account_id: number) => {
    const { id, chosen_at: _, ...selection } = await buildSelection(context, { account_id, chosen_at: now });
    now += 1_000;
    const old = await mark(account_id, 'week-1');
    await mark(account_id, 'week-2');
    now += 1_000;
    const former = { ...selection, selection_id: id, chosen_at: selection.started_at, ended_at: now };
    await database.transaction(async (writer) => {
      const ended = { ...former, ended_as: 'undone', reason: 'Too large', ended_by } as const;
      await writer.insertInto('former_selections').values(ended).execute();
      await writer.deleteFrom('selections').where('id', '=', id).execute();
    });
    now += 1_000;
    return old;
  };
  const [stays, undone, again] = [
    await buildStudent(context),
    await buildStudent(context),
    await buildStudent(context),
  ];
  await buildSelection(context, { account_id: stays.id, chosen_at: now });
  const kept = await mark(stays.id, 'week-1');
  await undo(undone.id);
  await undo(again.id);
  await buildSelection(context, { account_id: again.id, chosen_at: now });
  now += 1_000;
  const { id: newest } = await buildSubmission(context, { account_id: again.id, version: 2 });
  await migrate(engine);
  const rows = await database.reader
    .selectFrom('task_progress')
    .orderBy('account_id')
    .orderBy('task')
    .select(['account_id', 'task', 'batch_id', 'submission_id', 'released_id', 'is_current'])
    .execute();
  const earlier = { batch_id: null, released_id: null, is_current: 0 };
  expect(rows).toMatchObject([
    { account_id: stays.id, batch_id: stays.batch_id, released_id: kept, is_current: 1 },
    { account_id: undone.id, task: 'week-1', ...earlier },
    { account_id: undone.id, task: 'week-2', ...earlier },
    {
      account_id: again.id,
      task: 'week-1',
      batch_id: again.batch_id,
      submission_id: newest,
      released_id: null,
    },
    { account_id: again.id, task: 'week-2', ...earlier },
  ]);
});
