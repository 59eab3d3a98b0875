import { expect, test } from 'vitest';
import { dayMs, hourMs } from '#contract/durations';
import { makePortalFixture } from '#support/portal-fixture';
import { readAuditLog } from '#support/read-audit-log';

const none = { 'week-1': null, 'week-2': null, 'week-3': null, 'week-4': null, final: null };
const secret = 'Her mother is in hospital.';

/** A student whose week 2 was due days ago, and was submitted today. */
async function makeLate() {
  const portal = await makePortalFixture({ classmate: {} });
  const { clients, people, app } = portal;
  const setDue = (changed: object) =>
    clients.mentor.put('/api/staff/batches/OURS/dates', {
      start: '2026-11-02',
      viva_deadline: null,
      due: { ...none, 'week-2': { days: 1 }, 'week-3': { days: 1 }, ...changed },
    });
  await setDue({});
  const s_id = people.student.email;
  const submit = async () =>
    (
      await clients.student.form(`/api/students/uploadWeek/${s_id}`, [
        ['selectedWeek', '2'],
        ['comments', 'Done'],
      ])
    ).body.receipt;
  const late = await submit();
  const staffUrl = `/api/staff/students/${s_id}`;
  const extend = (body: object, headers = {}) =>
    clients.mentor.post(`${staffUrl}/extensions`, { task: 'week-2', reason: secret, ...body }, headers);
  const timeline = async () => (await clients.student.get(`/api/students/timeline/${s_id}`)).body;
  const stones = async () => {
    const { body } = await clients.mentor.get('/api/staff/batches/OURS/progress?filter=late');
    return body.students.map(({ student }: { student: { s_id: string } }) => student.s_id);
  };
  const told = () =>
    app.context.database.reader
      .selectFrom('notices')
      .where('account_id', '=', people.student.id)
      // The due days above are told, too.
      .where('kind', '!=', 'dates-changed')
      .select(['kind', 'about', 'text', 'href'])
      .orderBy('id')
      .execute();
  return { ...portal, s_id, setDue, submit, late, staffUrl, extend, timeline, stones, told };
}

test('more time holds for what comes, and stands beside what has come', async () => {
  const { extend, late, timeline, submit, clients, s_id, stones, staffUrl, app } = await makeLate();
  const until = '2026-11-30T18:29:59.999Z';
  expect(late).toMatchObject({ late: true, due_at: '2026-11-07T18:29:59.999Z' });
  expect(await stones()).toEqual([s_id]);
  app.clock.advance(hourMs);
  const granted = await extend({ until: '2026-11-30' });
  expect(granted.status).toBe(201);
  expect(granted.body.tasks[1]).toMatchObject({
    task: 'week-2',
    common_due_at: '2026-11-07T18:29:59.999Z',
    due_at: until,
  });
  // The receipt is as it was; the list and the timeline say what was given since.
  const versions = async () => (await clients.student.get(`/api/students/submissions/${s_id}`)).body;
  const granted_at = new Date(app.clock.now()).toISOString();
  expect((await versions())[0]).toMatchObject({
    late: true,
    due_at: late.due_at,
    extended: { due_at: until, granted_at },
  });
  expect((await clients.student.get(`/api/receipts/${late.number}`)).body).toMatchObject({
    late: true,
    due_at: late.due_at,
  });
  expect((await timeline()).tasks[1]).toMatchObject({
    late: true,
    receipt: late.number,
    due_at: until,
    extended_at: granted_at,
  });
  expect((await timeline()).tasks[2]).toMatchObject({ extended_at: null });
  // For staff nobody is late any more, and the queue says why.
  expect(await stones()).toEqual([]);
  const queue = await clients.mentor.get('/api/staff/batches/OURS/submissions?task=week-2');
  const desk = await clients.mentor.get(`/api/staff/submissions/${late.number}`);
  for (const row of [queue.body[0], desk.body])
    expect(row).toMatchObject({ number: late.number, late: true, extended: { due_at: until, granted_at } });
  expect((await clients.mentor.get(staffUrl)).body.tasks[1]).toMatchObject({ late: false, due_at: until });
  // What comes now is in time, by the new day.
  app.clock.advance(hourMs);
  const next = await submit();
  expect(next).toMatchObject({ version: 2, late: false, due_at: until });
  expect((await versions())[0]).not.toHaveProperty('extended');
});

test('the newest extension counts, and none ends before what holds for everybody', async () => {
  const { extend, timeline, setDue } = await makeLate();
  await extend({ until: '2026-12-30' });
  expect((await extend({ until: '2026-11-30T12:00' })).status).toBe(201);
  expect((await timeline()).tasks[1].due_at).toBe('2026-11-30T06:30:00.000Z');
  await setDue({ 'week-2': { date: '2026-12-15' } });
  expect((await timeline()).tasks[1]).toMatchObject({
    due_at: '2026-12-15T18:29:59.999Z',
    extended_at: null,
  });
  await setDue({});
  const tooEarly = await extend({ until: '2026-11-06' });
  expect(tooEarly).toMatchObject({
    status: 400,
    body: {
      message: 'The extension must not end before the due date of the batch, Sat 7 Nov 2026, 11:59 pm IST.',
    },
  });
  expect(await extend({ task: 'final', until: '2026-12-30' })).toMatchObject({
    status: 409,
    body: { message: 'Final project has no due date, so nothing can be late.' },
  });
  for (const [wrong, message] of [
    [{ until: 'soon' }, /until must be a day/],
    [{ until: '2026-12-30', task: 'week-9' }, /task must be one of/],
    [{ until: '2026-12-30', reason: ' ' }, /The reason is required/],
    [{ until: '2026-12-30', reason: 'x'.repeat(1_001) }, /at most 1,000/],
  ] as const) {
    const answer = await extend(wrong);
    expect([answer.status, answer.body.message]).toEqual([400, expect.stringMatching(message)]);
  }
});

test('it is on record with its reason, told once, and a repetition gives nothing more', async () => {
  const { extend, app, people, told, staffUrl, clients } = await makeLate();
  const key = { 'idempotency-key': 'k' };
  const first = await extend({ until: '2026-11-30' }, key);
  const again = await extend({ until: '2026-11-30' }, key);
  expect([first.status, again.status]).toEqual([201, 201]);
  expect(again.body).toEqual(first.body);
  expect((await extend({ until: '2026-12-30' }, key)).status).toBe(409);
  expect((await readAuditLog(app)).filter(({ act }) => act === 'extend-due-date')).toEqual([
    {
      actor_id: people.mentor.id,
      act: 'extend-due-date',
      subject: people.student.email,
      before: { task: 'week-2', due_at: '2026-11-07T18:29:59.999Z' },
      after: { task: 'week-2', due_at: '2026-11-30T18:29:59.999Z', reason: secret },
    },
  ]);
  expect(await told()).toEqual([
    {
      kind: 'grant',
      about: 'task:week-2',
      text: 'You have an extension: Week 2 is now due Mon 30 Nov 2026, 11:59 pm IST',
      href: '/WeeklySubmission?week=2',
    },
  ]);
  expect((await clients.mentor.get(`${staffUrl}/time`)).body.acts).toEqual([
    {
      kind: 'extension',
      at: new Date(app.clock.now()).toISOString(),
      by: people.mentor.name,
      reason: secret,
      task: 'week-2',
      due_at: '2026-11-30T18:29:59.999Z',
      due_before: '2026-11-07T18:29:59.999Z',
      project: null,
      start_before: null,
    },
  ]);
});

test('a corrected start moves what opens and what is due; a reason reaches the student nowhere', async () => {
  const { clients, staffUrl, app, s_id, timeline, extend, told, people, project } = await makeLate();
  await extend({ until: '2026-11-30' });
  // What came before the correction stays of the same choice.
  app.clock.advance(hourMs);
  const correct = (start: string, headers = {}) =>
    clients.mentor.post(`${staffUrl}/start`, { start, reason: secret }, headers);
  const corrected = await correct('2026-11-10T09:00', { 'idempotency-key': 'k' });
  expect(corrected).toMatchObject({
    status: 201,
    body: { start: '2026-11-10T09:00', start_date: '2026-11-10T03:30:00.000Z', project: { id: project.id } },
  });
  expect((await correct('2026-11-10T09:00', { 'idempotency-key': 'k' })).status).toBe(201);
  const body = await timeline();
  expect(body.start_date).toBe('2026-11-10T03:30:00.000Z');
  expect(body.tasks[0]).toMatchObject({
    opens_at: '2026-11-17T03:30:00.000Z',
    state: 'submitted',
    version: 1,
    earlier_project: false,
  });
  // Week 2 is not open any more by the new start; what was submitted stays submitted.
  expect(body.tasks[1]).toMatchObject({
    opens_at: '2026-11-24T03:30:00.000Z',
    state: 'submitted',
    version: 1,
  });
  expect(body.tasks[2]).toMatchObject({ state: 'locked' });
  expect(body.viva_deadline).toBe(
    new Date(Date.parse('2026-11-10T03:30:00.000Z') + 35 * dayMs).toISOString(),
  );
  expect(await correct('2026-11-10T09:00')).toMatchObject({ status: 409 });
  expect((await readAuditLog(app)).filter(({ act }) => act === 'correct-start')).toMatchObject([
    { subject: s_id, after: { start_date: '2026-11-10T03:30:00.000Z', reason: secret } },
  ]);
  const notices = await told();
  expect(notices.map(({ kind, text }) => [kind, text])).toEqual([
    ['grant', expect.stringMatching(/^You have an extension/)],
    [
      'start-corrected',
      'The start of your project was changed to Tue 10 Nov 2026, 9:00 am IST. Your weeks follow the new start',
    ],
  ]);
  expect(JSON.stringify(notices)).not.toContain('hospital');
  const seen = await Promise.all(
    ['timeline', 'weeklyStatus', 'submissions', 'studentswithprojects', 'studentCourse'].map((call) =>
      clients.student.get(`/api/students/${call}/${s_id}`),
    ),
  );
  expect(JSON.stringify(seen.map((answer) => answer.body))).not.toContain('hospital');
  const record = await clients.student.get(`/api/students/record/${s_id}`);
  expect(record.body).not.toContain('hospital');
  expect(people.student.email).toBe(s_id);
});

test('without a project there is nothing to give time for, and nothing to correct', async () => {
  const { clients, people } = await makeLate();
  const url = `/api/staff/students/${people.classmate.email}`;
  const message = 'The student has not chosen a project.';
  const answers = [
    await clients.mentor.post(`${url}/extensions`, { task: 'viva', until: '2027-01-01', reason: 'x' }),
    await clients.mentor.post(`${url}/start`, { start: '2026-11-10T09:00', reason: 'x' }),
    await clients.administrator.post(`${url}/undo-selection`, { p_id: 'P001', reason: 'x' }),
  ];
  for (const answer of answers) expect(answer).toMatchObject({ status: 409, body: { message } });
  expect((await clients.mentor.get(`${url}/time`)).body).toMatchObject({
    project: null,
    start: null,
    acts: [],
  });
});
