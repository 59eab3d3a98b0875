import { expect, test } from 'vitest';
import {
  buildAdministrator,
  buildBatch,
  buildCourse,
  buildMark,
  buildMentor,
  buildSelection,
  buildStudent,
  buildSubmission,
} from '#support/factories';
import { makeTestApp, type TestApp } from '#support/test-app';

type Task = 'week-1' | 'week-2' | 'final';

/** A student of a batch with a project and versions of tasks, in their order; the newest receipt last. */
async function buildWork({ context }: TestApp, batchId: number, tasks: Task[], given = {}) {
  const student = await buildStudent(context, { batch_id: batchId, ...given });
  await buildSelection(context, { account_id: student.id });
  const versions = [];
  const counts: Partial<Record<Task, number>> = {};
  for (const task of tasks) {
    const version = (counts[task] = (counts[task] ?? 0) + 1);
    versions.push(await buildSubmission(context, { account_id: student.id, task, version }));
  }
  return { student, versions };
}
const numbersOf = (body: { number: string }[]): string[] => body.map(({ number }) => number);

test('a mentor sees the own batches with their counts, newest first; an administrator every one', async () => {
  const app = await makeTestApp();
  const { context } = app;
  const course = await buildCourse(context, { name: 'Full Stack' });
  const older = await buildBatch(context, {
    name: 'OLD',
    course_id: course.id,
    starts_at: Date.parse('2026-01-01T18:30:00Z'),
  });
  const newer = await buildBatch(context, {
    name: 'NEW',
    course_id: course.id,
    starts_at: Date.parse('2026-02-01T18:30:00Z'),
  });
  const foreign = await buildBatch(context, { name: 'FOREIGN', course_id: course.id, starts_at: 0 });
  const mentor = await buildMentor(context, [older.id, newer.id]);
  await buildStudent(context, { batch_id: newer.id });
  const { versions } = await buildWork(app, newer.id, ['week-1', 'week-1', 'week-2', 'final']);
  await buildMark(context, { submission_id: versions[0]?.id as number });
  await buildMark(context, { submission_id: versions[2]?.id as number, released: 0 });
  await buildWork(app, foreign.id, ['week-1']);
  const expected = [
    {
      name: 'NEW',
      course: 'Full Stack',
      start: '2026-02-01T18:30:00.000Z',
      students: 2,
      withProject: 1,
      submissions: 3,
      unmarked: 2,
      heldBack: 1,
      commentFirst: false,
    },
    {
      name: 'OLD',
      course: 'Full Stack',
      start: '2026-01-01T18:30:00.000Z',
      students: 0,
      withProject: 0,
      submissions: 0,
      unmarked: 0,
      heldBack: 0,
      commentFirst: false,
    },
  ];
  expect((await (await app.as(mentor)).get('/api/staff/batches')).body).toEqual(expected);
  const administrator = await app.as(await buildAdministrator(context));
  expect((await administrator.get('/api/staff/batches')).body).toEqual([
    ...expected,
    {
      name: 'FOREIGN',
      course: 'Full Stack',
      start: '1970-01-01T00:00:00.000Z',
      students: 1,
      withProject: 1,
      submissions: 1,
      unmarked: 1,
      heldBack: 0,
      commentFirst: false,
    },
  ]);
});

test('a student who moves to another batch takes the submissions along', async () => {
  const app = await makeTestApp();
  const [from, to] = [
    await buildBatch(app.context, { name: 'FROM' }),
    await buildBatch(app.context, { name: 'TO' }),
  ];
  const { student, versions } = await buildWork(app, from.id, ['week-1']);
  const administrator = await app.as(await buildAdministrator(app.context));
  const queue = async (name: string) =>
    numbersOf((await administrator.get(`/api/staff/batches/${name}/submissions`)).body);
  expect(await queue('FROM')).toEqual([versions[0]?.number]);
  await app.context.database.transaction((writer) =>
    writer.updateTable('accounts').set({ batch_id: to.id }).where('id', '=', student.id).execute(),
  );
  const later = await buildSubmission(app.context, { account_id: student.id, task: 'final' });
  expect(await queue('FROM')).toEqual([]);
  expect(await queue('TO')).toEqual([later.number, versions[0]?.number]);
});

test("a batch's submissions are the newest versions, newest first, with marks that students do not see yet", async () => {
  const app = await makeTestApp();
  const { context } = app;
  const batch = await buildBatch(context, { name: 'MERN 2026-11' });
  const asha = await buildWork(app, batch.id, ['week-1', 'week-1', 'week-2'], {
    name: 'Asha',
    email: 'asha@example.test',
  });
  const biju = await buildWork(app, batch.id, ['week-1'], { name: 'Biju', email: 'biju@example.test' });
  await buildWork(app, (await buildBatch(context)).id, ['week-1']);
  await buildMark(context, { submission_id: asha.versions[0]?.id as number });
  await buildMark(context, {
    submission_id: asha.versions[2]?.id as number,
    marks: 71.5,
    comments: 'Draft',
    released: 0,
  });
  await buildMark(context, {
    submission_id: biju.versions[0]?.id as number,
    marks: 90,
    comments: 'Good',
    released: 1,
  });
  const mentor = await app.as(await buildMentor(context, [batch.id]));
  const { status, body } = await mentor.get(
    `/api/staff/batches/${encodeURIComponent('mern2026-11 ')}/submissions`,
  );
  expect(status).toBe(200);
  expect(numbersOf(body)).toEqual([
    biju.versions[0]?.number,
    asha.versions[2]?.number,
    asha.versions[1]?.number,
  ]);
  expect(body[0]).toEqual({
    number: biju.versions[0]?.number,
    task: 'week-1',
    version: 1,
    submitted_at: '2026-11-21T09:00:00.000Z',
    late: false,
    links: 'https://example.test/work',
    comments: '',
    file: null,
    student: { s_id: 'biju@example.test', s_name: 'Biju' },
    state: 'marked',
    marks: 90,
    mark_comments: 'Good',
    released: true,
    take_back_until: '2026-11-21T09:10:00.000Z',
    shown: { version: 1, marks: 90, comments: 'Good', read_at: null },
    earlier: null,
    second_look: null,
  });
  expect(body[1]).toMatchObject({
    state: 'marked',
    marks: 71.5,
    mark_comments: 'Draft',
    released: false,
    shown: null,
  });
  expect(body[2]).toMatchObject({
    version: 2,
    state: 'submitted',
    marks: null,
    mark_comments: null,
    released: false,
    // The mark of the version before is what the student sees until the new one's is released.
    shown: { version: 1, marks: 80, comments: 'Well done.' },
    earlier: { version: 1, marks: 80, comments: 'Well done.', released: true },
  });
  const shown = await mentor.get('/api/staff/batches/mern2026-11/submissions?state=released');
  expect(numbersOf(shown.body)).toEqual([biju.versions[0]?.number]);
});

test('the submissions of one task, of one state, or of both; pages of them too', async () => {
  const app = await makeTestApp();
  const batch = await buildBatch(app.context, { name: 'FILTERED' });
  const [first, second, third] = [
    await buildWork(app, batch.id, ['week-1', 'week-2']),
    await buildWork(app, batch.id, ['week-1', 'week-1', 'final']),
    await buildWork(app, batch.id, ['week-2', 'week-1']),
  ].map(({ versions }) => versions.map(({ id, number }) => ({ id, number })));
  const mark = (submission: { id: number } | undefined) =>
    buildMark(app.context, { submission_id: submission?.id as number, released: 0 });
  await mark(first?.[0]);
  await mark(second?.[0]);
  await mark(third?.[0]);
  const mentor = await app.as(await buildMentor(app.context, [batch.id]));
  const get = (query: string) => mentor.get(`/api/staff/batches/FILTERED/submissions?${query}`);
  const numbers = async (query: string) => numbersOf((await get(query)).body);
  const of = (...rows: ({ number: string } | undefined)[]) => rows.map((row) => row?.number);
  expect(await numbers('task=week-1')).toEqual(of(third?.[1], second?.[1], first?.[0]));
  expect(await numbers('state=submitted')).toEqual(of(third?.[1], second?.[2], second?.[1], first?.[1]));
  expect(await numbers('state=marked')).toEqual(of(third?.[0], first?.[0]));
  expect(await numbers('task=week-1&state=submitted')).toEqual(of(third?.[1], second?.[1]));
  expect(await numbers('task=week-2&state=marked')).toEqual(of(third?.[0]));
  expect(await numbers('state=released')).toEqual([]);
  expect(await numbers('task=viva')).toEqual([]);
  expect(await numbers('state=submitted&limit=2')).toEqual(of(third?.[1], second?.[2]));
  expect(await numbers(`state=submitted&limit=2&before=${second?.[2]?.number}`)).toEqual(
    of(second?.[1], first?.[1]),
  );
  for (const [query, message] of [
    ['task=week-5', /^task must be one of week-1, .*, viva$/],
    ['state=open', /^state must be one of submitted, marked, held-back, second-look, released/],
  ] as const) {
    const answer = await get(query);
    expect([query, answer.status, answer.body.code]).toEqual([query, 400, 'bad_request']);
    expect(answer.body.message).toMatch(message);
  }
});

test('the submissions are paged by number, also past a version that was replaced meanwhile', async () => {
  const app = await makeTestApp();
  const batch = await buildBatch(app.context, { name: 'PAGED' });
  const works = [];
  for (let count = 0; count < 4; count++) works.unshift(await buildWork(app, batch.id, ['week-1']));
  const numbers = works.map(({ versions }) => versions[0]?.number as string);
  const mentor = await app.as(await buildMentor(app.context, [batch.id]));
  const get = (query: string) => mentor.get(`/api/staff/batches/PAGED/submissions?${query}`);
  expect(numbersOf((await get('limit=2')).body)).toEqual(numbers.slice(0, 2));
  await buildSubmission(app.context, { account_id: works[1]?.student.id as number, version: 2 });
  expect(numbersOf((await get(`before=${numbers[1]}`)).body)).toEqual(numbers.slice(2));
  const foreign = await buildWork(app, (await buildBatch(app.context)).id, ['week-1']);
  for (const query of ['before=unknown', `before=${foreign.versions[0]?.number}`, 'limit=0', 'limit=101']) {
    expect([query, (await get(query)).status]).toEqual([query, 400]);
  }
});

test('batches: students get nothing, mentors only their own, administrators learn what does not exist', async () => {
  const app = await makeTestApp();
  const { context } = app;
  await buildBatch(context, { name: 'FOREIGN' });
  const own = await buildBatch(context, { name: 'OWN' });
  const student = await app.as(await buildStudent(context, { batch_id: own.id }));
  const mentor = await app.as(await buildMentor(context, [own.id]));
  const administrator = await app.as(await buildAdministrator(context));
  const statuses = (path: string) =>
    Promise.all(
      [app.nobody, student, mentor, administrator].map(async (client) => (await client.get(path)).status),
    );
  expect(await statuses('/api/staff/batches')).toEqual([401, 403, 200, 200]);
  expect(await statuses('/api/staff/batches/OWN/submissions')).toEqual([401, 403, 200, 200]);
  expect(await statuses('/api/staff/batches/FOREIGN/submissions')).toEqual([401, 403, 403, 200]);
  expect(await statuses('/api/staff/batches/UNKNOWN/submissions')).toEqual([401, 403, 403, 404]);
});
