import { expect, test } from 'vitest';
import {
  buildAdministrator,
  buildBatch,
  buildMark,
  buildMentor,
  buildSelection,
  buildStudent,
  buildSubmission,
} from '#support/factories';
import { dayMs, makeStudentFixture, readersOf } from '#support/student-fixture';

const statesOf = (body: { tasks: { state: string }[] }): string[] => body.tasks.map(({ state }) => state);

test('without a project everything is locked and undated, but for a deadline that the batch sets', async () => {
  const fixture = await makeStudentFixture(null);
  const answer = await fixture.client.get(fixture.url('timeline'));
  expect(answer).toMatchObject({
    status: 200,
    body: { start_date: null, now: '2026-11-21T09:00:00.000Z', viva_deadline: null },
  });
  expect(answer.body.tasks).toEqual(
    ['week-1', 'week-2', 'week-3', 'week-4', 'final', 'viva'].map((task) => ({
      task,
      opens_at: null,
      state: 'locked',
      version: null,
      submitted_at: null,
      late: false,
      marks: null,
      comments: null,
      marked_version: null,
      marked_at: null,
      marked_by: null,
      read_at: null,
      second_look: null,
      due_at: null,
      extended_at: null,
      earlier_project: false,
      no_extension: 'Please choose your project first. Then you can submit work.',
    })),
  );
  const batch = await buildBatch(fixture.context, { viva_deadline: Date.parse('2026-12-24T18:29:59.000Z') });
  const other = await buildStudent(fixture.context, { batch_id: batch.id });
  const { body } = await (await fixture.as(other)).get(`/api/students/timeline/${other.email}`);
  expect(body).toMatchObject({ start_date: null, viva_deadline: '2026-12-24T18:29:59.000Z' });
  const waiting = await buildStudent(fixture.context, { batch_id: null });
  const waits = await (await fixture.as(waiting)).get(`/api/students/timeline/${waiting.email}`);
  expect(waits).toMatchObject({ status: 200, body: { start_date: null, viva_deadline: null } });
});

test('tasks open at their instants', async () => {
  const fixture = await makeStudentFixture(0);
  const start = fixture.clock.now();
  const at = async (days: number, ms: number): Promise<string[]> => {
    fixture.clock.set(start + days * dayMs + ms);
    const client = await fixture.as(fixture.student);
    const { body } = await client.get(fixture.url('timeline'));
    const weekly = await client.get(fixture.url('weeklyStatus'));
    expect(weekly.body.map(({ state }: { state: string }) => state)).toEqual(statesOf(body).slice(0, 4));
    return statesOf(body);
  };
  const open = (count: number) =>
    Array.from({ length: 6 }, (_, index) => (index < count ? 'open' : 'locked'));
  for (const [days, before, from] of [
    [7, 0, 1],
    [14, 1, 2],
    [21, 2, 3],
    [28, 3, 6],
  ] as const) {
    expect(await at(days, -1)).toEqual(open(before));
    expect(await at(days, 0)).toEqual(open(from));
  }
  const { body } = await (await fixture.as(fixture.student)).get(fixture.url('timeline'));
  expect(body).toMatchObject({
    start_date: '2026-11-21T09:00:00.000Z',
    now: '2026-12-19T09:00:00.000Z',
    viva_deadline: '2026-12-26T09:00:00.000Z',
  });
  expect(body.tasks.map(({ opens_at }: { opens_at: string }) => opens_at)).toEqual([
    '2026-11-28T09:00:00.000Z',
    '2026-12-05T09:00:00.000Z',
    '2026-12-12T09:00:00.000Z',
    '2026-12-19T09:00:00.000Z',
    '2026-12-19T09:00:00.000Z',
    '2026-12-19T09:00:00.000Z',
  ]);
});

test('the newest released mark shows, also after a later version; marks not released show to nobody here', async () => {
  const fixture = await makeStudentFixture(40);
  const { context, student } = fixture;
  const version = (n: number, task = 'week-1' as const) =>
    buildSubmission(context, {
      account_id: student.id,
      task,
      version: n,
      submitted_at: fixture.clock.now() + n,
    });
  const first = await version(1);
  const staff = [await buildMentor(context, [student.batch_id as number]), await buildAdministrator(context)];
  const clients = [fixture.client, ...(await Promise.all(staff.map((person) => fixture.as(person))))];
  const expectWeek1 = async (expected: object): Promise<void> => {
    for (const client of clients) {
      const { body } = await client.get(fixture.url('timeline'));
      const weekly = await client.get(fixture.url('weeklyStatus'));
      expect(body.tasks[0]).toMatchObject(expected);
      const { state, marks, comments } = body.tasks[0];
      expect(weekly.body[0]).toEqual({ week: 1, state, marks, comments });
    }
  };
  await expectWeek1({ state: 'submitted', version: 1, marks: null, comments: null });
  await buildMark(context, { submission_id: first.id, marks: 61, comments: 'Held back', released: 0 });
  await expectWeek1({ state: 'submitted', version: 1, marks: null, comments: null });
  await context.database.transaction((writer) =>
    writer
      .updateTable('marks')
      .set({ released: 1, comments: 'Good' })
      .where('submission_id', '=', first.id)
      .execute(),
  );
  await expectWeek1({ state: 'marked', version: 1, marks: 61, comments: 'Good' });
  const second = await version(2);
  await expectWeek1({
    state: 'marked',
    version: 2,
    submitted_at: '2026-11-21T09:00:00.002Z',
    marks: 61,
    comments: 'Good',
  });
  await buildMark(context, { submission_id: second.id, marks: 0, comments: 'Held back too', released: 0 });
  await expectWeek1({ state: 'marked', version: 2, marks: 61, comments: 'Good' });
  await context.database.transaction((writer) =>
    writer
      .updateTable('marks')
      .set({ released: 1, comments: '' })
      .where('submission_id', '=', second.id)
      .execute(),
  );
  await expectWeek1({ state: 'marked', version: 2, marks: 0, comments: '' });
  await context.database.transaction((writer) =>
    writer.updateTable('marks').set({ released: 0 }).where('submission_id', '=', second.id).execute(),
  );
  await expectWeek1({ state: 'marked', version: 2, marks: 61, comments: 'Good' });
  const { body } = await fixture.client.get(fixture.url('timeline'));
  expect(statesOf(body)).toEqual(['marked', 'open', 'open', 'open', 'open', 'open']);
});

test('a released mark says for which version it is, by whom and when; one not released says nothing', async () => {
  const fixture = await makeStudentFixture(40);
  const { context, student, clock } = fixture;
  const mentor = await buildMentor(context, [student.batch_id as number], { name: 'Anjali' });
  // One after the other: a later version is written later.
  const first = await buildSubmission(context, { account_id: student.id, version: 1 });
  const second = await buildSubmission(context, { account_id: student.id, version: 2 });
  const mark = { marked_by: mentor.id, marked_at: clock.now() - 1_000 };
  await buildMark(context, { submission_id: second.id, ...mark, released: 0 });
  const week1 = async () => (await fixture.client.get(fixture.url('timeline'))).body.tasks[0];
  const unmarked = { marked_version: null, marked_at: null, marked_by: null };
  expect(await week1()).toMatchObject({ version: 2, ...unmarked });
  await buildMark(context, { submission_id: first.id, ...mark });
  expect(await week1()).toMatchObject({
    version: 2,
    marked_version: 1,
    marked_at: '2026-11-21T08:59:59.000Z',
    marked_by: 'Anjali',
  });
});

test('each task shows its own newest version, and whether that one was late', async () => {
  const fixture = await makeStudentFixture(40);
  const build = (task: 'week-2' | 'viva' | 'final', version: number, late: 0 | 1) =>
    buildSubmission(fixture.context, { account_id: fixture.student.id, task, version, late });
  await build('viva', 1, 0);
  await build('week-2', 1, 0);
  await build('viva', 2, 1);
  await build('final', 1, 0);
  const stranger = await buildStudent(fixture.context, { batch_id: fixture.student.batch_id });
  await buildSelection(fixture.context, { account_id: stranger.id });
  await buildSubmission(fixture.context, { account_id: stranger.id, task: 'week-1' });
  const { body } = await fixture.client.get(fixture.url('timeline'));
  expect(body.tasks.map(({ version, late }: { version: number; late: boolean }) => [version, late])).toEqual([
    [null, false],
    [1, false],
    [null, false],
    [null, false],
    [1, false],
    [2, true],
  ]);
});

test('only the student, the own mentors and administrators may look', async () => {
  const fixture = await makeStudentFixture(8);
  const { ownMentor, administrator, statuses } = await readersOf(fixture);
  for (const call of ['timeline', 'weeklyStatus', 'submissions']) {
    expect((await fixture.nobody.get(fixture.url(call))).body).toMatchObject({ code: 'signed_out' });
    for (const [person, status] of statuses) {
      const client = await fixture.as(person);
      expect([call, person.name, (await client.get(fixture.url(call))).status]).toEqual([
        call,
        person.name,
        status,
      ]);
    }
    const unknown = `/api/students/${call}/unknown@example.test`;
    expect((await (await fixture.as(administrator)).get(unknown)).status).toBe(404);
    expect((await (await fixture.as(ownMentor)).get(unknown)).status).toBe(403);
  }
});

test('a mark that is not released shows to no student, even if the progress row named it', async () => {
  const fixture = await makeStudentFixture(40);
  const { id } = await buildSubmission(fixture.context, { account_id: fixture.student.id });
  await buildMark(fixture.context, { submission_id: id, released: 0, comments: 'Held back' });
  await fixture.context.database.transaction((writer) =>
    writer.updateTable('task_progress').set({ released_id: id }).execute(),
  );
  const { body } = await fixture.client.get(fixture.url('timeline'));
  expect(body.tasks[0]).toMatchObject({ state: 'submitted', marks: null, comments: null });
});
