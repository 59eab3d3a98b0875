import { expect, test } from 'vitest';
import { emptyPaper } from '#contract/viva-hour/hour';
import { buildMentor, buildRubricLine, buildSubmission } from '#support/factories';
import { makePanel, panelPlan as plan, paperOf } from '#support/viva-panel';

test('two give marks alone; the mean, confirmed by both, is an unreleased mark', async () => {
  const { one, two, marksStored, student, of, app: server, ...app } = await makePanel();
  expect(await one.read()).toMatchObject({
    project: { name: expect.any(String) },
    slot: { starts_at: '2026-12-03T04:30:00.000Z', minutes: 20, room: 'Room 2' },
    panel: [
      { name: 'Kavitha Das', is_own: true, gave: false },
      { is_own: false, gave: false },
    ],
    own: null,
    weeks: null,
    papers: null,
  });
  const asked = [{ step: 'qa', text: 'Why SQLite?', answered: 'with-help' }];
  const incidents = [{ at: '2026-12-03T04:40:00.000Z', text: 'The line was lost.' }];
  const paper = paperOf(70, { words: 'Knows the code.', questions: asked, incidents });
  expect(await one.give(paper)).toMatchObject({
    status: 200,
    body: { own: { ...paper, marks: 70 }, papers: null, mean: null, weeks: [] },
  });
  expect(await two.read()).toMatchObject({
    papers: null,
    mean: null,
    panel: [{ gave: true }, { gave: false }],
  });
  expect((await one.confirm({ marks: 70 })).status, 'before all gave').toBe(409);
  const both = await two.give(paperOf(75));
  expect(both.body).toMatchObject({ mean: 72.5, apart: 5, needs_reason: false });
  expect(both.body.papers.map(({ name }: { name: string }) => name)).toEqual(['Kavitha Das', 'Ravi Menon']);
  expect((await two.confirm({ marks: 75 })).status, 'not the mean').toBe(400);
  expect(await two.confirm({ marks: 72.5, comments: 'Well explained.' })).toMatchObject({
    status: 200,
    body: { confirmed_at: null, outcome: { marks: 72.5, by: 'Ravi Menon' } },
  });
  expect(await marksStored()).toEqual([]);
  const done = await one.confirm({ marks: 72.5, comments: 'Well explained.' });
  expect(done.body.confirmed_at).not.toBeNull();
  expect(await marksStored()).toEqual([{ marks: 72.5, released: 0 }]);
  const own = await (await app.as(student)).get(`/api/students/weeklyStatus/${student.email}`);
  expect(JSON.stringify(own.body)).not.toContain('72.5');
  expect(server.hasRoute({ method: 'GET', url: '/api/staff/vivas/:s_id/hour' })).toBe(true);
  expect(of).toContain(student.email);
});

test('only the panel examines: no mentor of the batch, no administrator, nobody who was taken off', async () => {
  const { one, two, outside, office, student, of, place, ...app } = await makePanel();
  const clients = { outside, office, student: await app.as(student) };
  for (const [who, client] of Object.entries(clients)) {
    expect((await client.get(`${of}/hour`)).status, who).toBe(403);
    expect((await client.put(`${of}/marks`, paperOf(50))).status, who).toBe(403);
    expect((await client.put(`${of}/outcome`, { marks: 50 })).status, who).toBe(403);
  }
  expect((await one.client.get('/api/staff/vivas/nobody@example.test/hour')).status).toBe(403);
  await one.give(paperOf(60));
  await place([two.email]);
  expect((await one.client.get(`${of}/hour`)).status, 'taken off').toBe(403);
  expect((await one.give(paperOf(60))).status, 'taken off').toBe(403);
  // Marks of somebody who is no examiner any more are part of nothing.
  expect((await two.give(paperOf(40))).body).toMatchObject({ mean: 40, papers: [{ name: 'Ravi Menon' }] });
});

test.each([
  ['12 apart asks for a reason', 10, [80, 68], true],
  ['11 apart asks', 10, [71, 60], true],
  ['as many as allowed asks nothing', 10, [70, 60], false],
  ['another limit', 3, [70, 66.5], true],
  ['none allowed', 0, [70, 70], false],
])('%s', async (_, apart, [first, second], isAsked) => {
  const { one, two, rule, marksStored } = await makePanel();
  await rule({ how: 'mean', apart, shows_weeks: false, two_mark_final: false });
  await one.give(paperOf(first ?? 0));
  const { mean, needs_reason } = (await two.give(paperOf(second ?? 0))).body;
  expect(needs_reason).toBe(isAsked);
  const silent = await one.confirm({ marks: mean });
  expect(silent.status).toBe(isAsked ? 400 : 200);
  if (isAsked) expect(silent.body.fields).toMatchObject([{ name: 'reason' }]);
  const reason = 'The second heard the whole answer.';
  for (const examiner of [one, two])
    expect((await examiner.confirm({ marks: mean, reason })).status).toBe(200);
  expect(await marksStored()).toEqual([{ marks: mean, released: 0 }]);
});

test('a third examiner makes it another outcome, which the third marks unseen', async () => {
  const { one, two, place, context, asExaminer, batch, office, marksStored } = await makePanel();
  await one.give(paperOf(80));
  await two.give(paperOf(60));
  await one.confirm({ marks: 70, reason: 'Between the two.' });
  const third = await asExaminer(await buildMentor(context, [batch.id], { name: 'Third Person' }));
  await office.put(plan, {
    ...(await office.get(plan)).body.plan,
    examiners: [one, two, third].map(({ email }) => ({ email, hours: null })),
  });
  expect((await place([one.email, two.email, third.email])).status).toBe(200);
  expect(JSON.stringify(await third.read())).not.toMatch(/\b(80|60|70)\.?0?,?"?marks/);
  expect(await third.read()).toMatchObject({ papers: null, outcome: null, mean: null });
  expect(await one.read()).toMatchObject({ papers: null, outcome: null });
  expect((await one.give(paperOf(75))).status, 'has seen the other').toBe(409);
  expect((await third.give(paperOf(76))).body).toMatchObject({ mean: 72, outcome: null });
  const kept = await context.database.reader.selectFrom('viva_hours').select('outcome').execute();
  expect(kept, 'of the two').toEqual([{ outcome: null }]);
  for (const examiner of [one, two, third])
    expect((await examiner.confirm({ marks: 72, reason: 'Three heard it.' })).status).toBe(200);
  expect(await marksStored()).toEqual([{ marks: 72, released: 0 }]);
});

test('the office closes a panel with a reason; who gave confirms, and what comes later stays outside', async () => {
  const { one, two, office, of, hours, marksStored, context } = await makePanel();
  const close = (body: object) => office.post(`${of}/closing`, body);
  expect((await close({ reason: 'Ill.', waiting: [one.email, two.email] })).status, 'nobody gave').toBe(409);
  await one.give(paperOf(64));
  expect((await close({ reason: 'Ill.', waiting: [one.email] })).status, 'not as shown').toBe(409);
  expect((await close({ reason: ' ', waiting: [two.email] })).status).toBe(400);
  expect(await close({ reason: 'Ill since Monday.', waiting: [two.email] })).toMatchObject({
    status: 200,
    body: { panel: [{ gave: true }, { gave: false }], closed: { reason: 'Ill since Monday.' } },
  });
  expect(await hours()).toMatchObject({ hours: [{ closed: { reason: 'Ill since Monday.' } }] });
  expect((await two.give(paperOf(90))).status).toBe(409);
  expect(await two.read()).toMatchObject({ own: null, papers: null, mean: null });
  expect((await two.confirm({ marks: 64 })).status).toBe(409);
  expect((await one.confirm({ marks: 64 })).body.confirmed_at).not.toBeNull();
  expect(await marksStored()).toEqual([{ marks: 64, released: 0 }]);
  const record = await context.database.reader
    .selectFrom('viva_marks')
    .orderBy('examiner_id')
    .select(['examiner_id', 'marks'])
    .execute();
  expect(record).toEqual([
    { examiner_id: one.id, marks: 64 },
    { examiner_id: two.id, marks: null },
  ]);
});

test('an agreed outcome is what both confirm; a change is confirmed anew, and not over an unseen one', async () => {
  const { one, two, rule, marksStored } = await makePanel();
  await rule({ how: 'agreed', apart: 10, shows_weeks: true, two_mark_final: false });
  expect((await one.read()).weeks).toEqual([]);
  await one.give(paperOf(70));
  await two.give(paperOf(62));
  const began = { marks: null, reason: '', comments: '' };
  expect((await one.confirm({ marks: 68, comments: '', reason: '', began })).status).toBe(200);
  const unseen = await two.confirm({ marks: 65, comments: '', reason: '', began });
  expect(unseen).toMatchObject({ status: 409, body: { current: { outcome: { marks: 68 } } } });
  const seen = { marks: 68, reason: '', comments: '' };
  expect((await two.confirm({ ...seen, marks: 65, began: seen })).body).toMatchObject({
    confirmed_at: null,
    outcome: { marks: 65 },
  });
  expect(await marksStored()).toEqual([]);
  expect((await one.confirm({ ...seen, marks: 65 })).body.confirmed_at).not.toBeNull();
  expect(await marksStored()).toEqual([{ marks: 65, released: 0 }]);
  const late = await one.confirm({ marks: 99, reason: 'Mine.', comments: '', began: { ...seen, marks: 65 } });
  expect(late, 'confirmed on another device').toMatchObject({
    status: 409,
    body: { current: { confirmed_at: expect.any(String), outcome: { marks: 65 } } },
  });
  expect(await marksStored()).toEqual([{ marks: 65, released: 0 }]);
});

test('the same press arrives once; other marks of another device are not overwritten unseen', async () => {
  const { one, readAudit } = await withAudit();
  const key = { 'idempotency-key': 'k1' };
  // As the form sends it, without words, questions and incidents.
  const first = await one.give({ ...paperOf(70), began: emptyPaper }, key);
  expect((await one.give(paperOf(70), key)).body).toEqual(first.body);
  expect(await one.give({ ...paperOf(30), began: emptyPaper })).toMatchObject({
    status: 409,
    body: { current: { own: { marks: 70 } } },
  });
  const { marks: _, at: __, ...own } = first.body.own;
  expect((await one.give({ ...paperOf(71), began: own })).body.own.marks).toBe(71);
  expect(await readAudit()).toEqual([
    ['give-viva-marks', { given: true }],
    ['give-viva-marks', { given: true, corrected: true }],
  ]);
});

async function withAudit() {
  const panel = await makePanel();
  const readAudit = async () => {
    const rows = await panel.context.database.reader
      .selectFrom('audit_log')
      .where('act', 'like', '%viva-marks')
      .orderBy('id')
      .select(['act', 'after'])
      .execute();
    return rows.map(({ act, after }) => [act, JSON.parse(String(after))]);
  };
  return { ...panel, readAudit };
}

test('the points are those of the rubric of the viva, where the project has one', async () => {
  const { one, context, project } = await makePanel();
  const line = (text: string, points: number, more = {}) =>
    buildRubricLine(context, { project_id: project.id, task: 'viva', text, points, ...more });
  const lines = [await line('Explains', 60), await line('Defends', 40), await line('Late', -5)];
  const [explains, defends, late] = lines.map(({ id }) => String(id));
  expect((await one.read()).lines).toMatchObject([
    { id: explains, most: 60 },
    { id: defends, most: 40 },
    { id: late, most: -5, optional: true },
  ]);
  const give = (...points: [string | undefined, number][]) =>
    one.give({ ...paperOf(0), points: points.map(([of, given]) => ({ line: of, points: given })) });
  expect((await give([explains, 50])).body.message).toBe('Give points for Defends');
  expect((await give([explains, 61], [defends, 1])).status).toBe(400);
  expect((await give([explains, 50], [defends, 20], [late, 5])).status).toBe(400);
  expect((await give([explains, 50], [defends, 20], [explains, 1])).status).toBe(400);
  expect((await give([explains, 50], [defends, 20], ['introduction', 1])).status).toBe(400);
  expect((await give([explains, 50.5], [defends, 20], [late, -3])).body.own.marks).toBe(67.5);
});

test('no desk gives the mark of a viva that a panel gives, before the panel has confirmed one', async () => {
  const { one, two, outside, student, context, marksStored } = await makePanel();
  const { number } = await buildSubmission(context, { account_id: student.id, task: 'viva' });
  const mark = () => outside.put(`/api/staff/submissions/${number}/mark`, { marks: 90, comments: '' });
  const record = (status: string, marks: number | null) =>
    outside.put(`/api/staff/students/${student.email}/tasks/viva/recorded`, {
      status,
      marks,
      newest: number,
    });
  const recorded = `/api/staff/students/${student.email}/tasks/viva/recorded`;
  const saysSo = async () => {
    const pages = await Promise.all([outside.get(`/api/staff/submissions/${number}`), outside.get(recorded)]);
    return pages.map(({ body }) => body.panel_marks);
  };
  expect(await saysSo(), 'said before').toEqual([true, true]);
  const asExaminer = [one.client, outside].map(async (who) => (await who.get(recorded)).body.on_panel);
  expect(await Promise.all(asExaminer), 'who is led to the viva').toEqual([true, undefined]);
  expect(await mark()).toMatchObject({ status: 409, body: { code: 'conflict' } });
  expect((await record('marked', 90)).status).toBe(409);
  expect(await marksStored()).toEqual([]);
  await one.give(paperOf(50));
  expect((await mark()).status).toBe(409);
  await two.give(paperOf(54));
  for (const { confirm } of [one, two]) expect((await confirm({ marks: 52 })).status).toBe(200);
  expect(await marksStored()).toEqual([{ marks: 52, released: 0 }]);
  expect(await saysSo()).toEqual([undefined, undefined]);
  // Once confirmed it is a mark as any other.
  expect((await mark()).status).toBe(200);
});

test('an absence can be recorded, and the outcome of a later hour takes its place', async () => {
  const { one, two, outside, student, marksStored } = await makePanel();
  const recorded = `/api/staff/students/${student.email}/tasks/viva/recorded`;
  expect((await outside.put(recorded, { status: 'absent', marks: null })).status).toBe(200);
  await one.give(paperOf(50));
  await two.give(paperOf(50));
  for (const { confirm } of [one, two]) expect((await confirm({ marks: 50 })).status).toBe(200);
  expect(await marksStored()).toEqual([{ marks: 50, released: 0 }]);
});

test('a move of the time keeps what was given', async () => {
  const { one, two, place } = await makePanel();
  await one.give(paperOf(61));
  expect((await place([one.email, two.email], '2026-12-03T11:00')).status).toBe(200);
  expect(await one.read()).toMatchObject({
    own: { marks: 61 },
    slot: { starts_at: '2026-12-03T05:30:00.000Z' },
  });
});

test('twenty presses of both examiners at once give each of their marks once', async () => {
  const { one, two, context } = await makePanel();
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, index) => [
      one.give(paperOf(60 + index)),
      two.give(paperOf(50 + index)),
    ]).flat(),
  );
  expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(2);
  expect(answers.every(({ status }) => [200, 409].includes(status))).toBe(true);
  const rows = await context.database.reader.selectFrom('viva_marks').select('examiner_id').execute();
  expect(rows.map(({ examiner_id: id }) => id).toSorted((a, b) => a - b)).toEqual([one.id, two.id]);
});

test('a repetition gets its first answer, also once the choice was undone, which refuses whatever is new', async () => {
  const { one, two, office, student, project } = await makePanel();
  const requests = [
    () => one.give(paperOf(60), { 'Idempotency-Key': 'one' }),
    () => two.give(paperOf(64), { 'Idempotency-Key': 'two' }),
    () => one.confirm({ marks: 62 }, { 'Idempotency-Key': 'outcome' }),
  ];
  for (const send of requests) expect((await send()).status).toBe(200);
  const undo = `/api/staff/students/${student.email}/undo-selection`;
  expect((await office.post(undo, { p_id: project.id, reason: 'By mistake' })).status).toBe(201);
  const again = await Promise.all(requests.map((send) => send()));
  expect(again.map(({ status, body }) => [status, body.project?.id, body.own?.marks])).toEqual([
    [200, project.id, 60],
    [200, project.id, 64],
    [200, project.id, 60],
  ]);
  const refused = {
    status: 409,
    body: { message: expect.stringMatching(/^The student has no project now/) },
  };
  expect(await one.give(paperOf(61), { 'Idempotency-Key': 'another' })).toMatchObject(refused);
  expect(await one.client.get(`/api/staff/vivas/${student.email}/hour`)).toMatchObject(refused);
});
