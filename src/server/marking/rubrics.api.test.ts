import { expect, test } from 'vitest';
import {
  buildBatch,
  buildMark,
  buildMentor,
  buildRubricLine,
  buildSelection,
  buildSubmission,
} from '#support/factories';
import { makePortalFixture } from '#support/portal-fixture';

async function makeRubric() {
  const portal = await makePortalFixture({ classmate: {} });
  const { app, clients, people, project, receipt } = portal;
  const { context, clock } = app;
  const { reader } = context.database;
  const opens = await buildRubricLine(context, { project_id: project.id, text: 'It opens', points: 40 });
  const tested = await buildRubricLine(context, { project_id: project.id, text: 'Tested', points: 30 });
  const ids = [String(opens.id), String(tested.id)];
  const path = `/api/staff/projects/${project.id}/rubric/week-1`;
  /** A submission of a classmate, for the same rubric. */
  await buildSelection(context, {
    account_id: people.classmate.id,
    project_id: project.id,
    started_at: clock.now() - 29 * 86_400_000,
  });
  const other = await buildSubmission(context, { account_id: people.classmate.id });
  const put =
    (number: string) =>
    (body: object, headers: Record<string, string> = {}) =>
      clients.mentor.put(`/api/staff/submissions/${number}/mark`, body, headers);
  const timelineOf = async (role: 'student' | 'classmate') =>
    (await clients[role].get(`/api/students/timeline/${people[role].email}`)).body.tasks[0];
  return {
    ...portal,
    context,
    ids,
    path,
    other,
    mark: put(receipt.number),
    markOther: put(other.number),
    timelineOf,
    read: async () => (await clients.mentor.get(path)).body,
    marksOf: async (number: string) =>
      reader
        .selectFrom('marks')
        .innerJoin('submissions', 'submissions.id', 'marks.submission_id')
        .where('submissions.number', '=', number)
        .select(['marks.marks', 'marks.released', 'marks.rubric'])
        .executeTakeFirstOrThrow(),
    logged: async (act: string) =>
      reader.selectFrom('audit_log').where('act', '=', act).selectAll().orderBy('id').execute(),
  };
}

const released = { comments: 'Good.', released: true };
const unreleased = { comments: 'Good.', released: false };

test('a mark keeps the lines that it was given by; the student sees them with the released mark, never before', async () => {
  const { mark, ids, timelineOf, people, clients } = await makeRubric();
  const kept = { lines: [{ id: ids[0], line: ids[0], text: 'It opens', points: 40 }], reason: null };
  const saved = await mark({ ...unreleased, marks: 40, rubric: { lines: [ids[0]] } });
  expect(saved).toMatchObject({ status: 200, body: { marks: 40, rubric: kept } });
  expect(await timelineOf('student')).toMatchObject({ marks: null, comments: null });
  expect(await timelineOf('student')).not.toHaveProperty('rubric');
  expect((await mark({ ...released, marks: 40 })).body.rubric, 'a release without the member').toEqual(kept);
  expect((await timelineOf('student')).rubric).toEqual([{ text: 'It opens', points: 40 }]);
  const [version] = (await clients.mentor.get(`/api/staff/students/${people.student.email}/submissions`))
    .body;
  expect(version.mark.rubric).toEqual(kept);
  expect(version.history[0].before.rubric).toEqual(kept);
  expect((await mark({ ...released, marks: 55, rubric: null })).body).not.toHaveProperty('rubric');
  expect(await timelineOf('student')).not.toHaveProperty('rubric');
});

test('marks may be others than the lines come to, with a reason that staff alone read', async () => {
  const { mark, ids, timelineOf, clients, people } = await makeRubric();
  const rubric = { lines: ids, reason: '  ' };
  const refused = await mark({ ...released, marks: 75, rubric });
  expect(refused).toMatchObject({
    status: 400,
    body: { message: 'Please say why the marks differ from the rubric.' },
  });
  const saved = await mark({ ...released, marks: 75, rubric: { ...rubric, reason: 'SECRET-REASON' } });
  expect(saved.body.rubric.reason).toBe('SECRET-REASON');
  expect((await timelineOf('student')).rubric).toHaveLength(2);
  const { email } = people.student;
  for (const address of [
    `/api/students/timeline/${email}`,
    `/api/students/weeklyStatus/${email}`,
    `/api/students/submissions/${email}`,
  ]) {
    const { status, body } = await clients.student.get(address);
    expect(status).toBe(200);
    expect(JSON.stringify(body), address).not.toContain('SECRET-REASON');
  }
  // A reason that explains nothing is none.
  const again = await mark({ ...released, marks: 70, rubric: { lines: ids, reason: 'None needed' } });
  expect(again.body.rubric.reason).toBeNull();
});

test('lines of another project or task, two versions of one, and unknown ones are refused', async () => {
  const { mark, ids, context, project, clients, path } = await makeRubric();
  const foreign = await buildRubricLine(context, { project_id: project.id, task: 'week-2' });
  const line = { id: ids[0], text: 'It opens', points: 45 };
  const changedLines = [line, { id: ids[1], text: 'Tested', points: 30 }];
  await clients.mentor.put(path, { lines: changedLines, original: ids });
  const [changed] = (await clients.mentor.get(path)).body.lines;
  for (const lines of [[String(foreign.id)], ['4711'], ['x'], [ids[0], changed.id], [7], 'no list'])
    expect(
      (await mark({ ...unreleased, marks: 0, rubric: { lines, reason: 'x' } })).status,
      String(lines),
    ).toBe(400);
  // The former version of a line is taken: nobody's mark is lost because a rubric has changed.
  expect((await mark({ ...unreleased, marks: 40, rubric: { lines: [ids[0]] } })).status).toBe(200);
});

test('of two mentors the second is told the lines of the first, too', async () => {
  const { mark, ids, clients, receipt } = await makeRubric();
  const seen = { marks: 40, ...unreleased };
  await mark({ ...seen, rubric: { lines: [ids[0]] } });
  const second = { marks: 30, ...unreleased, rubric: { lines: [ids[1]] } };
  const asAdministrator = (original: object) =>
    clients.administrator.put(`/api/staff/submissions/${receipt.number}/mark`, { ...second, original });
  for (const rubric of [null, { lines: [ids[1]] }, { lines: [ids[0]], reason: 'Other' }]) {
    const answer = await asAdministrator({ ...seen, rubric });
    expect(answer.status, JSON.stringify(rubric)).toBe(409);
    expect(answer.body.current.rubric).toEqual({
      lines: [{ id: ids[0], line: ids[0], text: 'It opens', points: 40 }],
      reason: null,
    });
  }
  expect((await asAdministrator({ ...seen, rubric: { lines: [ids[0]] } })).status).toBe(200);
});

test('a repetition with other lines under the same key is a conflict', async () => {
  const { mark, ids } = await makeRubric();
  const key = { 'idempotency-key': 'k' };
  const body = { ...unreleased, marks: 40, rubric: { lines: [ids[0]] } };
  expect((await mark(body, key)).status).toBe(200);
  expect((await mark(body, key)).status).toBe(200);
  expect((await mark({ ...body, rubric: { lines: [ids[1]], reason: 'x' } }, key)).status).toBe(409);
});

test('a rubric is changed line by line; what was released keeps its words, what is not released follows when asked', async () => {
  const { mark, markOther, read, clients, path, ids, marksOf, receipt, other, timelineOf, logged, context } =
    await makeRubric();
  const underReview = (at: number | null) =>
    context.database.transaction((writer) =>
      writer.updateTable('marks').set({ second_look_at: at }).where('released', '=', 0).execute(),
    );
  await mark({ ...released, marks: 70, rubric: { lines: ids } });
  await markOther({ ...unreleased, marks: 70, rubric: { lines: ids } });
  const before = await read();
  expect(before).toMatchObject({ task: 'week-1', outdated: 0 });
  const lines = [
    { id: ids[1], text: 'Tested', points: 30 },
    { id: ids[0], text: 'It opens on a phone', points: 50 },
    { text: 'A film of it', points: 5.5, optional: true },
  ];
  const answer = await clients.mentor.put(path, { lines, original: ids });
  expect(answer).toMatchObject({ status: 200, body: { outdated: 1 } });
  const [tested, opens, film] = answer.body.lines;
  expect(tested).toEqual({ id: ids[1], line: ids[1], text: 'Tested', points: 30, optional: false });
  expect([opens.text, opens.line, film.optional]).toEqual(['It opens on a phone', ids[0], true]);
  expect(opens.id).not.toBe(ids[0]);
  // Nothing is marked again before somebody says so.
  expect(await marksOf(other.number)).toMatchObject({ marks: 70 });
  await underReview(1);
  expect((await clients.mentor.post(`${path}/remark`)).body).toEqual({ remarked: 0, left: 0 });
  await underReview(null);
  const shown = answer.body.lines.map(({ id }: { id: string }) => id);
  expect(await clients.mentor.post(`${path}/remark`, { began: { rubric: ids } })).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('Reload the page'), current: { outdated: 1 } },
  });
  expect(await marksOf(other.number)).toMatchObject({ marks: 70 });
  expect((await clients.mentor.post(`${path}/remark`, { began: { rubric: shown } })).body).toEqual({
    remarked: 1,
    left: 0,
  });
  expect(await marksOf(other.number)).toMatchObject({ marks: 80, released: 0 });
  const given = (await timelineOf('student')).rubric;
  expect(given).toEqual([
    { text: 'It opens', points: 40 },
    { text: 'Tested', points: 30 },
  ]);
  expect(await marksOf(receipt.number)).toMatchObject({ marks: 70, released: 1 });
  expect((await read()).outdated).toBe(0);
  const [change] = await logged('change-rubric');
  expect(JSON.parse(change?.after ?? '')).toEqual(lines.map(({ text, points }) => ({ text, points })));
  const marked = await logged('mark-submission');
  expect(marked.at(-1)?.subject).toBe(other.number);
});

test('the same lines once more are no change; two mentors at once do not undo each other', async () => {
  const { clients, path, ids, logged } = await makeRubric();
  const lines = [
    { id: ids[0], text: 'It opens', points: 40 },
    { id: ids[1], text: 'Tested', points: 30 },
  ];
  expect((await clients.mentor.put(path, { lines, original: ids })).status).toBe(200);
  const twice = await clients.mentor.put(path, { lines: [lines[0], lines[0]], original: ids });
  expect(twice).toMatchObject({ status: 400, body: { message: `The line "${ids[0]}" is there twice.` } });
  expect(await logged('change-rubric')).toEqual([]);
  const key = { 'idempotency-key': 'k' };
  const change = { lines: lines.slice(0, 1), original: ids };
  expect((await clients.mentor.put(path, change, key)).status).toBe(200);
  expect((await clients.mentor.put(path, change, key)).status, 'a repetition').toBe(200);
  const late = await clients.administrator.put(path, { lines, original: ids });
  expect(late).toMatchObject({ status: 409, body: { current: { lines: [{ text: 'It opens' }] } } });
  const original = ids.slice(0, 1);
  expect((await clients.administrator.put(path, { lines, original })).status, 'a line that is gone').toBe(
    400,
  );
  expect(await logged('change-rubric')).toHaveLength(1);
});

test.each([
  [{ lines: [{ text: ' ', points: 1 }] }, "a line's text must have 1 to 300 characters, on one line"],
  [{ lines: [{ text: 'a\nb', points: 1 }] }, "a line's text must have 1 to 300 characters, on one line"],
  [
    { lines: [{ text: 'a', points: 0.125 }] },
    'points must be a number from -100 to 100, with at most two decimals',
  ],
  [{ lines: [{ text: 'a', points: '5' }] }, 'points must be a number from -100 to 100'],
  [
    { lines: Array.from({ length: 21 }, (_, n) => ({ text: `a${n}`, points: 1 })) },
    'a rubric can have at most 20 lines',
  ],
  [{}, 'lines must be a list of lines, each with text and points'],
])('%j is no rubric', async (body, message) => {
  const { clients, path, ids } = await makeRubric();
  const answer = await clients.mentor.put(path, { original: ids, ...body });
  expect(answer.status).toBe(400);
  expect(answer.body.message).toContain(message);
});

test('a mentor’s question about marks is about the own students only', async () => {
  const { mark, clients, path, ids, app, course, project, receipt } = await makeRubric();
  await mark({ ...unreleased, marks: 70, rubric: { lines: ids } });
  const next = await buildBatch(app.context, { course_id: course.id });
  const colleague = await app.as(await buildMentor(app.context, [next.id]));
  expect((await colleague.put(path, { lines: [], original: ids })).body).toMatchObject({
    lines: [],
    outdated: 0,
  });
  expect((await colleague.post(`${path}/remark`)).body).toEqual({ remarked: 0, left: 0 });
  expect((await clients.mentor.get(path)).body.outdated).toBe(1);
  expect((await clients.administrator.get(path)).body.outdated).toBe(1);
  expect((await clients.administrator.post(`${path}/remark`)).body, 'of every batch').toEqual({
    remarked: 1,
    left: 0,
  });
  const unknown = '/api/staff/projects/NONE/rubric/week-1';
  expect((await clients.mentor.get(unknown)).status).toBe(403);
  expect((await clients.administrator.get(unknown)).status).toBe(404);
  expect((await clients.mentor.get(`/api/staff/projects/${project.id}/rubric/week-5`)).status).toBe(400);
  const [desk, administrators] = await Promise.all(
    [clients.mentor, clients.administrator].map((client) =>
      client.get(`/api/staff/submissions/${receipt.number}`),
    ),
  );
  expect(desk?.body).not.toHaveProperty('rubric_lines');
  expect(administrators?.status).toBe(200);
});

test('the desk has the lines that stand beside those of the mark', async () => {
  const { mark, clients, ids, receipt } = await makeRubric();
  await mark({ ...unreleased, marks: 40, rubric: { lines: [ids[0]] } });
  const { body } = await clients.mentor.get(`/api/staff/submissions/${receipt.number}`);
  expect(body.rubric_lines.map(({ id }: { id: string }) => id)).toEqual(ids);
  expect(body.rubric.lines).toHaveLength(1);
});

test('the words of a mark are Markdown where the mentor says so; marks from before stay plain', async () => {
  const { mark, timelineOf, context, people, clients, other } = await makeRubric();
  await buildMark(context, { submission_id: other.id, comments: '**old**' });
  expect(await timelineOf('classmate')).toMatchObject({ comments: '**old**' });
  expect(await timelineOf('classmate')).not.toHaveProperty('comments_html');
  const body = { marks: 60, comments: '**Good** <b>', released: true };
  expect((await mark({ ...body, format: 'markdown' })).body.mark_comments_html).toBe(
    '<p><strong>Good</strong> &lt;b&gt;</p>\n',
  );
  expect(await timelineOf('student')).toMatchObject({
    comments: '**Good** <b>',
    comments_html: '<p><strong>Good</strong> &lt;b&gt;</p>\n',
  });
  const [week] = (await clients.student.get(`/api/students/weeklyStatus/${people.student.email}`)).body;
  expect(week.comments_html).toContain('<strong>');
  // Words keep what they are written in until they change.
  expect((await mark({ ...body, marks: 61 })).body.mark_comments_html).toContain('<strong>');
  expect((await mark({ ...body, comments: '**New**' })).body).not.toHaveProperty('mark_comments_html');
});
