import type { Sheet } from '#contract/results/freeze-calls';
import { verifyDocument } from '../platform/signing/signed-document.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { StudentProgress } from '#contract/progress/calls';
import { progressFilters } from '#contract/progress/batch-view';
import { isLate, opensAt } from '#contract/dates';
import { buildStudent } from '#support/factories';
import { makeTestApp, openTestApp, type Client, type TestApp } from '#support/test-app';
import { demoEmail, demoNames, demoPassword } from '#contract/demo-accounts';
import { NotADemo, seedDemo } from './seed-demo.ts';

/** As the person of a demo account, without the cost of the password. */
async function signIn({ as, context }: TestApp, name: string): Promise<Client> {
  return as(
    await context.database.reader
      .selectFrom('accounts')
      .where('email', '=', `${name}@example.test`)
      .select('id')
      .executeTakeFirstOrThrow(),
  );
}

async function timelineOf(app: TestApp, name: string) {
  const client = await signIn(app, name);
  const { body } = await client.get(`/api/students/timeline/${name}@example.test`);
  return {
    ...body,
    states: body.tasks.map(({ state }: { state: string }) => state).join(' '),
    daysIn: body.start_date === null ? null : (app.clock.now() - Date.parse(body.start_date)) / 86_400_000,
  };
}

/** These tests only read, so one demo is enough. */
let app: Awaited<ReturnType<typeof openTestApp>>;
beforeAll(async () => {
  app = await openTestApp();
  expect(await seedDemo(app.context)).toBe(true);
});
afterAll(() => app.close());

test('the demo has a student at every stage, in a batch that began before', async () => {
  const courseOf = async (name: string) =>
    (await (await signIn(app, name)).get(`/api/students/studentCourse/${name}@example.test`)).body;
  expect(await courseOf('new')).toMatchObject({ s_exitscore: 78, s_mentor: 'Anjali Menon' });
  expect(await courseOf('low')).toMatchObject({ s_exitscore: 42 });
  for (const name of ['new', 'low']) {
    expect(await timelineOf(app, name)).toMatchObject({
      start_date: null,
      states: 'locked locked locked locked locked locked',
    });
  }
  expect(await timelineOf(app, 'week2')).toMatchObject({
    daysIn: 15,
    states: 'marked open locked locked locked locked',
  });
  const final = await timelineOf(app, 'final');
  expect(final).toMatchObject({ daysIn: 29, states: 'marked marked marked marked open open' });
  expect(final.tasks[1]).toMatchObject({ version: 2, marks: 88 });
  expect(await timelineOf(app, 'other')).toMatchObject({
    daysIn: 8,
    states: 'open locked locked locked locked locked',
  });
  const past = await timelineOf(app, 'past');
  expect(past).toMatchObject({
    viva_deadline: '2024-08-01T18:29:59.000Z',
    states: 'marked marked marked marked marked marked',
  });
  expect(past.tasks.map(({ late }: { late: boolean }) => late)).not.toContain(true);

  const low = await signIn(app, 'low');
  const refused = await low.post('/api/students/selectProject', { sp_id: 'low@example.test', p_id: 'P001' });
  expect(refused).toMatchObject({
    status: 400,
    body: { message: "You can't select a project as your exit score is below 50" },
  });
  for (const name of ['week2', 'final', 'other', 'past']) {
    const client = await signIn(app, name);
    const [selection] = (await client.get(`/api/students/studentswithprojects/${name}@example.test`)).body;
    const { s_startdate } = (await client.get(`/api/students/studentCourse/${name}@example.test`)).body;
    expect(Date.parse(s_startdate)).toBeLessThan(Date.parse(selection.start_date));
  }
});

test('the old batch has students who were marked without files: one was absent, one excused', async () => {
  const mentor = await signIn(app, 'mentor');
  const { students } = (await mentor.get('/api/staff/batches/MERN-2024-03/progress')).body;
  const recorded = students.flatMap(({ student, stones }: StudentProgress) =>
    stones.flatMap((stone) =>
      stone.recorded === undefined || stone.recorded.status === 'marked'
        ? []
        : [[student.s_name, stone.task, stone.recorded.status, stone.state, stone.marks]],
    ),
  );
  expect(recorded.toSorted()).toEqual([
    ['Aneesh Kumar', 'week-2', 'absent', 'released', 0],
    ['Lakshmi Prasad', 'week-3', 'excused', 'open', null],
  ]);
});

test('the old batch has a frozen and signed sheet with an absent and an incomplete student; past has a certificate', async () => {
  const mentor = await signIn(app, 'mentor');
  const { results } = (await mentor.get('/api/staff/batches/MERN-2024-03/freezes/1')).body as Sheet;
  const stateOf = ({ state, passed }: Sheet['results'][number]) => [state, passed];
  expect(results.map((result) => [result.student.s_name, ...stateOf(result)])).toEqual([
    ['Aneesh Kumar', 'complete', true],
    ['Lakshmi Prasad', 'incomplete', null],
    ['Rahul Babu', 'complete', true],
  ]);
  expect(results[0]?.lines.find(({ task }) => task === 'week-2')?.status).toBe('absent');
  const { body: file } = await mentor.get('/api/staff/batches/MERN-2024-03/freezes/1/sheet.json');
  expect(verifyDocument(file)).not.toBeNull();
  const past = await signIn(app, 'past');
  const own = await past.get('/api/students/certificates/past@example.test');
  expect(own.body.certificates).toMatchObject([
    { kind: 'certificate', batch: 'MERN-2024-03', revoked: null },
  ]);
  const paper = await app.nobody.get(`/api/certificates/${own.body.certificates[0].number}`);
  expect(paper.body).toMatchObject({ verdict: 'genuine', shown: { name: 'Rahul Babu' } });
});

test('final knows the time of the viva; the day runs today, with a delay', async () => {
  const final = await signIn(app, 'final');
  const { time } = (await final.get('/api/students/viva-time/final@example.test')).body;
  expect(time).toMatchObject({ room: 'Room 1', minutes: 20 });
  const { body: day } = await (await signIn(app, 'mentor')).get('/api/staff/batches/MERN-2026-11/viva-day');
  expect(day).toMatchObject({ day: day.today, rooms: [{ name: 'Room 1', delay: { minutes: 10 } }] });
  expect(day.vivas.length).toBeGreaterThan(0);
});

test('the class has vivas that were held, an examiner from outside, and a request for another time', async () => {
  const [admin, kavitha] = [await signIn(app, 'admin'), await signIn(app, 'kavitha')];
  const { hours } = (await admin.get('/api/staff/batches/MERN-2026-09/viva-hours')).body;
  const stateOf = (name: string) => {
    const one = hours.find((hour: { student: { s_name: string } }) => hour.student.s_name === name);
    return [
      one.panel.filter(({ gave }: { gave: boolean }) => gave).length,
      one.closed !== null,
      one.confirmed_at !== null,
    ];
  };
  expect(['Jeena Varghese', 'Fasil Rahman', 'Arunima Nair', 'Athira Vijayan'].map(stateOf)).toEqual([
    [2, false, true],
    [2, false, false],
    [1, false, false],
    [1, true, false],
  ]);
  const held = (await kavitha.get('/api/staff/vivas/jeena.varghese@example.test/hour')).body;
  expect(held).toMatchObject({ outcome: { marks: 58 }, own: { marks: 60 } });
  const requests = (await admin.get('/api/staff/batches/MERN-2026-09/extension-requests')).body;
  expect(JSON.stringify(requests)).toMatch(/"offers":\[\{.*\{/);
});

test('two mark the final projects of the class: one waits for the second, another for Kavitha, a third for both', async () => {
  const [kavitha, student] = [await signIn(app, 'kavitha'), await signIn(app, 'athira.vijayan')];
  const { tasks } = (await student.get('/api/students/timeline/athira.vijayan@example.test')).body;
  expect(tasks.find(({ task }: { task: string }) => task === 'final')).toMatchObject({ two_mark: true });
  const versions = await app.context.database.reader
    .selectFrom('submissions')
    .innerJoin('accounts', 'accounts.id', 'submissions.account_id')
    .where('task', '=', 'final')
    .where('email', 'in', [
      'athira.vijayan@example.test',
      'sarath.chandran@example.test',
      'shifa.noushad@example.test',
    ])
    .orderBy('email')
    .select('number')
    .execute();
  const seen = [];
  for (const { number } of versions) {
    const { body } = await kavitha.get(`/api/staff/submissions/${number}/own-marks`);
    seen.push([body.own?.marks ?? null, body.markers.length, body.papers]);
  }
  expect(seen).toEqual([
    [80, 1, null],
    [null, 1, null],
    [null, 0, null],
  ]);
});

test('the office has an announcement for later, a hold, and tokens for programs that nobody can use', async () => {
  const [mentor, admin] = [await signIn(app, 'mentor'), await signIn(app, 'admin')];
  const planned = await mentor.get('/api/staff/batches/MERN-2026-11/planned-announcements');
  expect(planned.body).toMatchObject([{ text: expect.stringContaining('week 3') }]);
  const tokens = async (client: Client) => (await client.get('/api/account/tokens')).body.tokens;
  expect(await tokens(mentor)).toMatchObject([{ scopes: ['batch:read'], used_at: expect.any(String) }]);
  expect(await tokens(admin)).toMatchObject([{ scopes: ['people:import'] }]);
  const { holds } = (await admin.get('/api/staff/retention')).body;
  expect(holds.people).toMatchObject([{ student: { s_id: 'lakshmi@example.test' } }]);
});

test('every demo account can sign in; the mentor has two batches and the administrator all', async () => {
  for (const email of demoNames.map(demoEmail)) {
    const answer = await app.nobody.post('/api/auth/login', { email, password: demoPassword });
    expect(answer.status).toBe(200);
  }
  const session = async (name: string) =>
    (await (await signIn(app, name)).get('/api/auth/session')).body.student;
  expect((await session('mentor')).batches).toEqual(['MERN-2026-11', 'MERN-2024-03']);
  expect((await session('admin')).batches).toEqual([
    'MERN-2026-11',
    'DSA-2026-10',
    'MERN-2026-09',
    'MERN-2024-03',
  ]);
  expect(await session('other')).toMatchObject({ batch: 'DSA-2026-10' });
});

test('the discussion is lively, nothing comes from the future, and submissions have their files', async () => {
  const discussion = '/api/discussion/discussion/new@example.test';
  const { questions } = (await (await signIn(app, 'new')).get(discussion)).body;
  expect(questions.length).toBeGreaterThan(10);
  expect(questions.some(({ isFavorite }: { isFavorite: boolean }) => isFavorite)).toBe(true);
  expect(questions.some(({ solution }: { solution?: unknown }) => solution !== undefined)).toBe(true);
  // Whoever looks around finds something new, and not everything.
  const unread = questions.filter((question: { unread: number }) => question.unread > 0).length;
  expect([unread > 0, unread < 6]).toEqual([true, true]);
  const instants = questions.flatMap((question: { createdAt: string; comments: { createdAt: string }[] }) => [
    question.createdAt,
    ...question.comments.map((comment) => comment.createdAt),
  ]);
  expect(Math.max(...instants.map(Date.parse))).toBeLessThan(app.clock.now());
  expect(questions[0].views).toBeGreaterThan(0);

  // A submitted file is in the store as well.
  const client = await signIn(app, 'week2');
  const [receipt] = (await client.get('/api/students/submissions/week2@example.test')).body;
  const file = await client.get(`/api/files/${receipt.file.id}`);
  expect(file.status).toBe(200);
  expect(file.body).toContain('# Token queue, week 1');
});

test('a batch of forty stands at mixed stages, beside the accounts and not among them', async () => {
  const mentor = await signIn(app, 'kavitha');
  const read = (query = '') => mentor.get(`/api/staff/batches/MERN-2026-09/progress?limit=100${query}`);
  const { batch, students } = (await read()).body;
  expect(batch).toMatchObject({ students: 40, withProject: 36 });
  expect(Math.min(batch.unmarked, batch.heldBack), 'work for the queue').toBeGreaterThan(5);
  const seen = new Set(students.flatMap((row: StudentProgress) => row.stones.map(({ state }) => state)));
  expect([...seen].toSorted()).toEqual(['held-back', 'locked', 'open', 'released', 'submitted']);
  expect(students.filter(({ reason }: StudentProgress) => reason !== null).length).toBeGreaterThan(8);
  for (const filter of progressFilters) {
    expect((await read(`&filter=${filter}`)).body.students.length, filter).toBeGreaterThan(0);
  }
  // Late is what came after the deadline, and nothing else.
  const rows = await app.context.database.reader
    .selectFrom('submissions')
    .innerJoin('selections', 'selections.account_id', 'submissions.account_id')
    .innerJoin('accounts', 'accounts.id', 'submissions.account_id')
    .innerJoin('batches', 'batches.id', 'accounts.batch_id')
    .where('batches.name', '=', 'MERN-2026-09')
    .select(['submissions.task', 'submissions.late', 'submitted_at', 'due_at', 'started_at'])
    .execute();
  expect(rows.length).toBeGreaterThan(90);
  for (const { task, late, submitted_at, due_at, started_at } of rows) {
    expect(submitted_at).toBeGreaterThanOrEqual(opensAt(task, started_at));
    expect(submitted_at).toBeLessThan(app.clock.now());
    expect(due_at, 'everything is due').toBeGreaterThan(opensAt(task, started_at));
    expect(late === 1).toBe(isLate(submitted_at, due_at));
  }
  // A viva is taken with a file alone.
  const { reader } = app.context.database;
  const vivas = await reader.selectFrom('submissions').where('task', '=', 'viva').select('file_id').execute();
  expect(vivas.length).toBeGreaterThan(0);
  expect(vivas.filter(({ file_id }) => file_id === null)).toEqual([]);
  // Nobody signs up with it, and nobody is offered it.
  const offered = (await app.nobody.get('/api/auth/batches?q=MERN-2026-09')).body;
  expect(offered.map(({ name }: { name: string }) => name)).not.toContain('MERN-2026-09');
});

test('in the batch of forty there is more to look at than marks', async () => {
  const mentor = await signIn(app, 'kavitha');
  type Row = { student: { s_name: string }; task: string };
  const queue = async (query: string): Promise<Row[]> =>
    (await mentor.get(`/api/staff/batches/MERN-2026-09/submissions?limit=100${query}`)).body;
  const looks = await queue('&state=second-look');
  expect(looks.map(({ student }) => student.s_name).toSorted()).toEqual(['Sandra Elias', 'Shifa Noushad']);
  const of = async (name: string, task: string) =>
    (await queue(`&task=${task}`)).find(({ student }) => student.s_name === name);
  expect(await of('Fasil Rahman', 'final')).toMatchObject({
    released: true,
    marks: 80,
    rubric: { reason: null },
  });
  expect(await of('Athira Vijayan', 'week-4')).toMatchObject({
    released: false,
    marks: 84,
    rubric: { reason: expect.any(String) },
  });
  expect(await of('Kalyani Warrier', 'week-2')).toMatchObject({
    second_look: { answered_by: 'Kavitha Raman' },
    shown: { read_at: expect.any(String) },
  });
  const [late] = (
    await mentor.get('/api/staff/students/sarath.chandran@example.test/submissions?task=week-3')
  ).body;
  expect(late).toMatchObject({ late: true, extended: { due_at: expect.any(String) } });
  const { due } = (await mentor.get('/api/staff/batches/MERN-2026-09/dates')).body;
  expect(due).toMatchObject({ 'week-1': { days: 5 }, final: { days: 6 } });
  expect(
    (await mentor.get('/api/notices')).body.unread,
    'an open second look of another’s mark, an extension request',
  ).toBe(2);
  const requests = (await mentor.get('/api/staff/batches/MERN-2026-09/extension-requests')).body;
  expect(requests.map(({ student }: { student: { s_name: string } }) => student.s_name)).toEqual([
    'Nihal Basheer',
    'Sarath Chandran',
  ]);
  // Nothing comes from the future.
  const { latest } = await app.context.database.reader
    .selectFrom('audit_log')
    .select(({ fn }) => fn.max('at').as('latest'))
    .executeTakeFirstOrThrow();
  expect(latest).toBeLessThanOrEqual(app.clock.now());
});

test('a second run leaves everything as it is, and a real portal is never seeded', async () => {
  expect(await seedDemo(app.context)).toBe(false);
  const real = await makeTestApp();
  await buildStudent(real.context);
  await expect(seedDemo(real.context)).rejects.toThrow(NotADemo);
});

test('two that start together seed one demo', { tags: 'full' }, async () => {
  const { context } = await makeTestApp();
  const seeded = await Promise.all([seedDemo(context), seedDemo(context)]);
  expect(seeded.toSorted()).toEqual([false, true]);
  const { length } = await context.database.reader.selectFrom('accounts').select('id').execute();
  expect(length).toBe(61);
});
