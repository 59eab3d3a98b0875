import { expect, test } from 'vitest';
import {
  buildAdministrator,
  buildBatch,
  buildMark,
  buildMentor,
  buildProject,
  buildRecord,
  buildRubricLine,
  buildSelection,
  buildStudent,
  buildSubmission,
} from '#support/factories';
import { makeTestApp } from '#support/test-app';

type Client = Awaited<ReturnType<Awaited<ReturnType<typeof makeTestApp>>['as']>>;

const pointsOf = (marks: number) => [{ line: 'marks', points: marks }];

/** Asha's final project in a batch that wants two markers, of whom there are four, and the office. */
async function makeFinal(rule: object = {}) {
  const app = await makeTestApp();
  const batch = await buildBatch(app.context, { name: 'OURS' });
  const project = await buildProject(app.context, { course_id: batch.course_id });
  const student = await buildStudent(app.context, { batch_id: batch.id, name: 'Asha Nair' });
  await buildSelection(app.context, { account_id: student.id, project_id: project.id });
  const submit = (version: number) =>
    buildSubmission(app.context, { account_id: student.id, task: 'final', version });
  const first = await submit(1);
  const office = await app.as(await buildAdministrator(app.context));
  const ruled = { how: 'mean', apart: 10, shows_weeks: false, two_mark_final: true, ...rule };
  const set = await office.put('/api/staff/batches/OURS/viva-rule', ruled);
  expect(set).toMatchObject({ status: 200, body: { rule: ruled } });
  const of = (client: Client, number = first.number) => ({
    client,
    read: async () => (await client.get(`/api/staff/submissions/${number}/own-marks`)).body,
    give: (marks: number, words = '', headers = {}) =>
      client.put(`/api/staff/submissions/${number}/own-marks`, { points: pointsOf(marks), words }, headers),
    confirm: (body: object, headers = {}) =>
      client.put(`/api/staff/submissions/${number}/outcome`, body, headers),
    close: (reason: string) => client.post(`/api/staff/submissions/${number}/closing`, { reason }),
    desk: async () => (await client.get(`/api/staff/submissions/${number}`)).body,
    mark: (marks: number) =>
      client.put(`/api/staff/submissions/${number}/mark`, { marks, comments: '', released: false }),
  });
  const mentors = [];
  for (const name of ['Kavitha Das', 'Ravi Menon', 'Devi Iyer'])
    mentors.push(await buildMentor(app.context, [batch.id], { name }));
  const [kavitha, ravi, devi] = mentors;
  if (kavitha === undefined || ravi === undefined || devi === undefined) throw new Error('three mentors');
  const { reader } = app.context.database;
  return {
    ...app,
    batch,
    project,
    student,
    first,
    submit,
    of,
    office: of(office),
    one: { ...of(await app.as(kavitha)), ...kavitha },
    two: { ...of(await app.as(ravi)), ...ravi },
    three: { ...of(await app.as(devi)), ...devi },
    marksStored: () => reader.selectFrom('marks').select(['marks', 'released', 'marked_by']).execute(),
  };
}

test('two give own marks unseen; the mean, confirmed by both, is the unreleased mark of both', async () => {
  const { one, two, three, office, student, first, marksStored, context, ...app } = await makeFinal();
  expect((await one.desk()).two_mark).toBe(true);
  expect(await one.read()).toMatchObject({
    version: 1,
    rule: { how: 'mean', apart: 10 },
    lines: [{ id: 'marks', most: 100 }],
    markers: [],
    own: null,
    may_give: true,
  });
  expect(await one.give(70, 'Clear.')).toMatchObject({
    status: 200,
    body: { own: { marks: 70 }, papers: null },
  });
  expect((await one.give(71, 'Quixotic.')).body, 'corrected').toMatchObject({
    own: { marks: 71 },
    may_give: true,
  });
  const asStudent = await app.as(student);
  const timelineOf = async () => (await asStudent.get(`/api/students/timeline/${student.email}`)).body.tasks;
  const before = await timelineOf();
  expect(before.filter((one: object) => 'two_mark' in one)).toMatchObject([
    { task: 'final', two_mark: true },
  ]);
  for (const client of [two.client, three.client, office.client])
    for (const url of ['own-marks', '', 'history'])
      expect(
        JSON.stringify((await client.get(`/api/staff/submissions/${first.number}/${url}`)).body ?? ''),
      ).not.toMatch(/quixotic|\b71\b/i);
  const lists = ['submissions', 'marks/distribution', 'submissions?state=held-back'];
  for (const url of lists)
    expect(JSON.stringify((await office.client.get(`/api/staff/batches/OURS/${url}`)).body)).not.toMatch(
      /quixotic|\b71\b/i,
    );
  const audit = await context.database.reader.selectFrom('audit_log').select(['act', 'after']).execute();
  expect(audit.filter(({ act }) => act === 'give-final-marks')).toHaveLength(2);
  expect(JSON.stringify(audit)).not.toMatch(/quixotic|\b71\b/i);
  expect((await one.confirm({ marks: 71 })).status, 'alone').toBe(409);
  expect(await two.read()).toMatchObject({
    markers: [{ name: 'Kavitha Das', confirmed: false }],
    papers: null,
  });
  expect((await two.give(76)).body).toMatchObject({
    mean: 73.5,
    apart: 5,
    needs_reason: false,
    may_give: false,
  });
  expect((await one.give(80)).status, 'has seen the other').toBe(409);
  expect((await three.give(50)).status, 'two have').toBe(409);
  expect(await three.read()).toMatchObject({ papers: null, mean: null, may_give: false });
  expect((await two.confirm({ marks: 76 })).status, 'not the mean').toBe(400);
  expect((await two.confirm({ marks: 73.5, comments: 'Good.' })).body.confirmed_at).toBeNull();
  expect(await marksStored()).toEqual([]);
  expect((await one.confirm({ marks: 73.5, comments: 'Good.' })).body.confirmed_at).not.toBeNull();
  const seen = { marks: 73.5, reason: '', comments: 'Good.' };
  const late = await one.confirm({ ...seen, comments: 'Very good.', began: seen });
  expect(late, 'confirmed on another device').toMatchObject({
    status: 409,
    body: { current: { confirmed_at: expect.any(String), outcome: { comments: 'Good.' } } },
  });
  expect(await marksStored()).toEqual([{ marks: 73.5, released: 0, marked_by: one.id }]);
  const joint = context.database.reader.selectFrom('joint_markers').orderBy('marker_id').select('marker_id');
  expect(await joint.execute()).toEqual([{ marker_id: one.id }, { marker_id: two.id }]);
  const own = await asStudent.get(`/api/students/weeklyStatus/${student.email}`);
  expect(JSON.stringify(own.body)).not.toContain('73.5');
  expect(await timelineOf(), 'the same before, between and after').toEqual(before);
  expect((await one.desk()).two_mark).toBeUndefined();
  expect((await office.mark(74)).status, 'an ordinary mark now').toBe(200);
});

test('marks far apart ask for a reason or a third mentor, who marks unseen', async () => {
  const { one, two, three, marksStored } = await makeFinal({ how: 'agreed' });
  await one.give(80);
  expect((await two.give(68)).body).toMatchObject({ apart: 12, needs_reason: true });
  expect((await one.confirm({ marks: 74 })).body.fields).toMatchObject([{ name: 'reason' }]);
  expect((await one.confirm({ marks: 74, reason: 'We talked.' })).status).toBe(200);
  expect(await three.read()).toMatchObject({ papers: null, outcome: null, apart: null, may_give: true });
  expect((await three.give(75)).body).toMatchObject({ apart: 12, outcome: null });
  const reason = 'Three have read it.';
  for (const marker of [one, two]) expect((await marker.confirm({ marks: 75, reason })).status).toBe(200);
  expect(await marksStored()).toEqual([]);
  await three.confirm({ marks: 75, reason });
  expect(await marksStored()).toMatchObject([{ marks: 75, released: 0 }]);
});

test('the office lets one count with a reason, and the audit names who gave and who did not', async () => {
  const { one, two, office, marksStored, context } = await makeFinal();
  expect((await office.close('Ill.')).status, 'nobody gave').toBe(409);
  await one.give(64);
  expect((await one.close('Ill.')).status, 'not the office').toBe(403);
  expect((await office.close(' ')).status).toBe(400);
  expect((await office.close('Ill since Monday.')).body).toMatchObject({
    closed: { reason: 'Ill since Monday.' },
    papers: null,
  });
  expect((await two.give(90)).status).toBe(409);
  const line = await context.database.reader
    .selectFrom('audit_log')
    .where('act', '=', 'close-final-marks')
    .select('after')
    .executeTakeFirstOrThrow();
  const after = JSON.parse(line.after ?? '{}') as { gave: string[]; missing: string[] };
  expect(after.gave).toEqual([one.email]);
  expect(after.missing).toContain(two.email);
  expect((await one.confirm({ marks: 64 })).body.confirmed_at).not.toBeNull();
  expect(await marksStored()).toMatchObject([{ marks: 64, released: 0 }]);
});

test('own marks are for one version: a newer one asks again, and who has left is part of nothing', async () => {
  const { one, two, three, submit, of, context, batch } = await makeFinal();
  await one.give(70);
  await two.give(72);
  const second = await submit(2);
  expect((await one.confirm({ marks: 71 })).status).toBe(409);
  expect((await one.give(70)).status).toBe(409);
  expect(await one.read()).toMatchObject({ newest: { version: 2 }, may_give: false });
  const [first, other] = [of(one.client, second.number), of(two.client, second.number)];
  expect(await first.read()).toMatchObject({ version: 2, own: null, earlier_version: 1, may_give: true });
  await first.give(80);
  expect((await other.give(90)).body).toMatchObject({ mean: 85 });
  await context.database.transaction((writer) =>
    writer
      .deleteFrom('batch_mentors')
      .where('batch_id', '=', batch.id)
      .where('account_id', '=', two.id)
      .execute(),
  );
  expect((await other.confirm({ marks: 85 })).status).toBe(403);
  expect(await first.read()).toMatchObject({ papers: null, mean: null, may_give: false });
  expect((await of(three.client, second.number).give(82)).body).toMatchObject({ mean: 81 });
});

test('no desk, list, import, record or earlier version marks it meanwhile; absences and one marker stay', async () => {
  const { one, office, first, student, context, marksStored } = await makeFinal();
  expect((await one.mark(60)).status).toBe(409);
  expect((await one.client.get(`/api/staff/students/${student.email}/records/final`)).body).toMatchObject({});
  await expect(buildMark(context, { submission_id: first.id, released: 0 })).rejects.toThrow(/final_marks/);
  await expect(buildMark(context, { submission_id: first.id, released: 1 })).rejects.toThrow(/final_marks/);
  const recorded = { account_id: student.id, task: 'final' as const };
  await expect(buildRecord(context, { ...recorded, status: 'marked', marks: 50 })).rejects.toThrow(
    /final_marks/,
  );
  const absent = await buildRecord(context, { ...recorded, released: 0 });
  await expect(
    context.database.transaction((writer) =>
      writer
        .updateTable('recorded_marks')
        .set({ status: 'marked', marks: 50 })
        .where('id', '=', absent.id)
        .execute(),
    ),
  ).rejects.toThrow(/final_marks/);
  expect(await marksStored()).toEqual([]);
  const rule = { how: 'mean', apart: 10, shows_weeks: false, two_mark_final: false };
  expect((await office.client.put('/api/staff/batches/OURS/viva-rule', rule)).status).toBe(200);
  expect((await one.give(60)).status, 'one marks').toBe(409);
  expect((await one.mark(60)).status).toBe(200);
  await office.client.put('/api/staff/batches/OURS/viva-rule', { ...rule, two_mark_final: true });
  expect((await one.mark(61)).status, 'an unreleased mark').toBe(409);
});

test('points are the rubric of the final project, and its lines are checked', async () => {
  const { one, project, context, first } = await makeFinal();
  const line = await buildRubricLine(context, { project_id: project.id, task: 'final', points: 40 });
  expect((await one.read()).lines).toMatchObject([{ id: String(line.id), most: 40 }]);
  const url = `/api/staff/submissions/${first.number}/own-marks`;
  const give = (points: number) =>
    one.client.put(url, { points: [{ line: String(line.id), points }], words: '' });
  expect((await give(41)).status).toBe(400);
  expect((await one.give(50)).status, 'no such line').toBe(400);
  expect((await give(38)).body).toMatchObject({ own: { marks: 38 } });
});

test.each(['the choice was undone', 'one mentor marks'])(
  'a repetition gets its first answer, also once %s, which refuses whatever is new',
  async (since) => {
    const { one, two, office, student, project, first } = await makeFinal();
    const requests = [
      () => one.give(60, '', { 'Idempotency-Key': 'one' }),
      () => two.give(64, '', { 'Idempotency-Key': 'two' }),
      () => one.confirm({ marks: 62 }, { 'Idempotency-Key': 'outcome' }),
    ];
    for (const send of requests) expect((await send()).status).toBe(200);
    const rule = { how: 'mean', apart: 10, shows_weeks: false, two_mark_final: false };
    const done =
      since === 'one mentor marks'
        ? await office.client.put('/api/staff/batches/OURS/viva-rule', rule)
        : await office.client.post(`/api/staff/students/${student.email}/undo-selection`, {
            p_id: project.id,
            reason: 'By mistake',
          });
    expect(done.status).toBeLessThan(300);
    const again = await Promise.all(requests.map((send) => send()));
    expect(
      again.map(({ status, body }) => [status, body.newest?.number, body.may_give, body.own?.marks]),
    ).toEqual([60, 64, 60].map((marks) => [200, first.number, false, marks]));
    expect((await one.give(61, '', { 'Idempotency-Key': 'another' })).status).toBe(409);
    expect((await one.client.get(`/api/staff/submissions/${first.number}/own-marks`)).status).toBe(409);
  },
);
