import { expect, test } from 'vitest';
import { buildBatch, buildMark, buildMentor, buildStudent, buildSubmission } from '#support/factories';
import { readAuditLog } from '#support/read-audit-log';
import { makeTestApp } from '#support/test-app';

const minute = 60_000;

/** Three students with a mark of week 1 that is not released: 50, 60 and 70. */
async function makeUnreleased() {
  const app = await makeTestApp();
  const { context } = app;
  const batch = await buildBatch(context, { name: 'OURS' });
  const mentorAccount = await buildMentor(context, [batch.id]);
  const students = [];
  for (const marks of [50, 60, 70]) {
    const student = await buildStudent(context, { batch_id: batch.id });
    const { id, number } = await buildSubmission(context, { account_id: student.id });
    await buildMark(context, { submission_id: id, marks, comments: `For ${marks}`, released: 0 });
    students.push({ ...student, number, marks });
  }
  const mentor = await app.as(mentorAccount);
  return {
    ...app,
    students,
    numbers: students.map(({ number }) => number),
    list: students.map(({ number, marks }) => ({ number, marks })),
    mentor,
    mentorAccount,
    release: (body: object, headers = {}) =>
      mentor.post('/api/staff/batches/OURS/releases', { task: 'week-1', ...body }, headers),
    queue: async (query: string) =>
      (await mentor.get(`/api/staff/batches/OURS/submissions?${query}`)).body.map(
        ({ number }: { number: string }) => number,
      ),
  };
}

test('all of a task are released as they were listed, once for each key, and taken back together', async () => {
  const app = await makeUnreleased();
  const { release, list, numbers, queue, clock } = app;
  expect(await queue('state=held-back')).toEqual(numbers.toReversed());
  expect(await queue('state=held-back&task=week-2')).toEqual([]);
  const key = { 'idempotency-key': 'k1' };
  const first = await release({ marks: list }, key);
  expect(first).toMatchObject({ status: 200, body: { released: true, done: numbers, skipped: [] } });
  expect((await release({ marks: list }, key)).body, 'repeated').toEqual(first.body);
  expect((await release({ marks: list.slice(1) }, key)).status, 'another list').toBe(409);
  expect(await queue('state=held-back&task=week-1')).toEqual([]);
  const events = await readAuditLog(app);
  expect(events.map(({ act, subject }) => [act, subject])).toEqual(
    numbers.map((number) => ['mark-submission', number]),
  );
  expect(events[0]).toMatchObject({
    actor_id: app.mentorAccount.id,
    before: { marks: 50, comments: 'For 50', released: false },
    after: { marks: 50, comments: 'For 50', released: true },
  });

  clock.advance(10 * minute);
  const back = await release({ released: false, marks: list.slice(0, 2) });
  expect(back.body).toEqual({ released: false, done: numbers.slice(0, 2), skipped: [] });
  expect(await queue('state=held-back')).toEqual(numbers.slice(0, 2).toReversed());
  clock.advance(1);
  const late = await release({ released: false, marks: list });
  expect(late.body).toMatchObject({
    done: numbers.slice(0, 2),
    skipped: [{ number: numbers[2], reason: 'released_for_good' }],
  });
  expect(await readAuditLog(app)).toHaveLength(5);
});

test('what is no longer as it was listed, or would fall, is left as it is and said', async () => {
  const app = await makeUnreleased();
  const { release, students, mentor, context, clock } = app;
  const [first, second, third] = students as [
    (typeof students)[0],
    (typeof students)[0],
    (typeof students)[0],
  ];
  // The first was marked again, the second was submitted again, the third sees more for an earlier version.
  await mentor.put(`/api/staff/submissions/${first.number}/mark`, { marks: 51 });
  await buildSubmission(context, { account_id: second.id, version: 2 });
  const { id } = await buildSubmission(context, { account_id: third.id, task: 'week-2' });
  await buildMark(context, { submission_id: id, marks: 90 });
  const newer = await buildSubmission(context, { account_id: third.id, task: 'week-2', version: 2 });
  await buildMark(context, { submission_id: newer.id, marks: 80, released: 0 });
  const unknown = { number: 'CAP-0000-0000-0000-0000', marks: 1 };
  const answer = await release({ marks: [...app.list, unknown] });
  expect(answer.body.done).toEqual([third.number]);
  expect(answer.body.skipped.map(({ number, reason }: Record<string, string>) => [number, reason])).toEqual([
    [first.number, 'changed'],
    [second.number, 'changed'],
    [unknown.number, 'changed'],
  ]);
  const lower = { number: newer.number, marks: 80 };
  expect((await release({ task: 'week-2', marks: [lower] })).body.skipped).toEqual([
    {
      number: newer.number,
      reason: 'lower',
      message: expect.stringContaining('90 out of 100 for version 1'),
    },
  ]);
  const confirmed = await release({ task: 'week-2', marks: [{ ...lower, confirm_lower: true }] });
  expect(confirmed.body).toMatchObject({ done: [newer.number], skipped: [] });
  clock.advance(1);
  expect((await release({ marks: [lower] })).body, 'a version of another task').toMatchObject({
    done: [],
    skipped: [{ reason: 'changed' }],
  });
});

test('a list of another batch, of nothing or of too many is refused', async () => {
  const { release, app: server, list, mentor, ...app } = await makeUnreleased();
  const theirs = await buildBatch(app.context, { name: 'THEIRS' });
  const stranger = await buildStudent(app.context, { batch_id: theirs.id });
  const { id, number } = await buildSubmission(app.context, { account_id: stranger.id });
  await buildMark(app.context, { submission_id: id, marks: 40, released: 0 });
  // One that somebody has written into the own batch's list.
  expect(await release({ marks: [{ number, marks: 40 }] })).toMatchObject({
    status: 200,
    body: { done: [], skipped: [{ number, reason: 'changed' }] },
  });
  const { released } = await app.context.database.reader
    .selectFrom('marks')
    .where('submission_id', '=', id)
    .select('released')
    .executeTakeFirstOrThrow();
  expect(released).toBe(0);
  expect(
    (await mentor.post('/api/staff/batches/THEIRS/releases', { task: 'week-1', marks: list })).status,
  ).toBe(403);
  const [one] = list;
  for (const body of [
    { marks: [] },
    { marks: Array.from({ length: 101 }, () => one) },
    { marks: [{ number: 5, marks: 1 }] },
    { marks: [{ number: 'x' }] },
    { marks: list, task: 'week-9' },
    { marks: list, released: 'yes' },
  ])
    expect((await release(body)).status, JSON.stringify(body).slice(0, 80)).toBe(400);
  expect(server.hasRoute({ method: 'POST', url: '/api/staff/batches/:batch/releases' })).toBe(true);
});

test('the queue says what the student sees and has read, what an earlier version got, and who asks for a review', async () => {
  const { mentor, students, release, list, queue, context, clock, ...app } = await makeUnreleased();
  const [student] = students as [(typeof students)[0]];
  await release({ marks: list.slice(0, 1) });
  const own = await app.as(student);
  const read = (body: object) =>
    own.post(`/api/students/readMark/${student.email}`, { task: 'week-1', version: 1, ...body });
  const row = async () =>
    (await mentor.get('/api/staff/batches/OURS/submissions')).body.find(
      ({ student: { s_id } }: { student: { s_id: string } }) => s_id === student.email,
    );
  expect((await row()).shown).toEqual({ version: 1, marks: 50, comments: 'For 50', read_at: null });
  const marked_at = new Date(clock.now()).toISOString();
  clock.advance(minute);
  expect((await read({ marked_at: '2026-01-01T00:00:00.000Z' })).status).toBe(204);
  expect((await row()).shown.read_at, 'another mark was read').toBeNull();
  expect((await read({ marked_at })).status).toBe(204);
  const readAt = new Date(clock.now()).toISOString();
  clock.advance(minute);
  await read({ marked_at });
  expect((await row()).shown.read_at, 'the first time counts').toBe(readAt);
  expect((await read({ version: 2, marked_at })).status).toBe(404);

  const second = await buildSubmission(context, { account_id: student.id, version: 2 });
  await own.post(`/api/students/secondLook/${student.email}`, {
    task: 'week-1',
    version: 1,
    reason: 'Look!',
  });
  expect(await row()).toMatchObject({
    number: second.number,
    state: 'submitted',
    released: false,
    take_back_until: null,
    shown: { version: 1, marks: 50, read_at: readAt },
    earlier: { version: 1, marks: 50, comments: 'For 50', released: true },
    second_look: { number: student.number, version: 1, reason: 'Look!', answer: null },
  });
  expect(await queue('state=second-look')).toEqual([second.number]);
  expect(await queue('state=second-look&task=week-2')).toEqual([]);
  expect(await queue('state=second-look&task=week-1')).toEqual([second.number]);

  clock.advance(minute);
  await mentor.put(`/api/staff/submissions/${student.number}/mark`, {
    marks: 55,
    comments: '',
    released: true,
  });
  expect((await row()).shown, 'a corrected mark is not read yet').toMatchObject({ marks: 55, read_at: null });
});
