import { expect, test } from 'vitest';
import { dayMs } from '#contract/durations';
import { makePortalFixture } from '#support/portal-fixture';
import { readAuditLog } from '#support/read-audit-log';

const none = { 'week-1': null, 'week-2': null, 'week-3': null, 'week-4': null, final: null };

async function makePortal() {
  const portal = await makePortalFixture({ classmate: {} });
  const { clients, people } = portal;
  const url = '/api/staff/batches/OURS/dates';
  const timeline = async () =>
    (await clients.student.get(`/api/students/timeline/${people.student.email}`)).body;
  const submit = (week: string, headers = {}) =>
    clients.student.form(
      `/api/students/uploadWeek/${people.student.email}`,
      [
        ['selectedWeek', week],
        ['comments', 'Done'],
      ],
      headers,
    );
  return { ...portal, url, timeline, submit };
}

test('a batch has its start and nothing else until staff set it; what is set comes back in the academy’s zone', async () => {
  const { clients, url, app, batch, people, timeline } = await makePortal();
  const first = await clients.mentor.get(url);
  expect(first).toMatchObject({
    status: 200,
    body: { batch: 'OURS', zone: 'Asia/Kolkata', start: '2026-11-02', viva_deadline: null, due: none },
  });
  const dates = {
    start: '2026-11-05',
    viva_deadline: '2026-12-24',
    due: { 'week-1': { days: 3 }, final: { date: '2026-12-20' } },
  };
  const set = await clients.mentor.put(url, dates);
  expect(set).toMatchObject({
    status: 200,
    body: {
      start: '2026-11-05',
      // A day lasts to its end.
      viva_deadline: '2026-12-24T23:59:59',
      due: { ...none, ...dates.due },
    },
  });
  expect((await clients.mentor.get(url)).body).toEqual(set.body);
  const course = await clients.student.get(`/api/students/studentCourse/${people.student.email}`);
  expect(course.body.s_startdate).toBe('2026-11-04T18:30:00.000Z');
  expect(await timeline()).toMatchObject({ viva_deadline: '2026-12-24T18:29:59.999Z' });
  const events = (await readAuditLog(app)).filter(({ act }) => act === 'set-batch-dates');
  expect(events).toEqual([
    {
      actor_id: people.mentor.id,
      act: 'set-batch-dates',
      subject: 'OURS',
      before: { start: '2026-11-02', viva_deadline: null, due: none },
      after: { ...dates, due: { ...none, ...dates.due } },
    },
  ]);
  // What it says already is no change; a deadline of an import keeps its milliseconds.
  await app.context.database.transaction((writer) =>
    writer
      .updateTable('batches')
      .set({ viva_deadline: 1_800_000_000_123 })
      .where('id', '=', batch.id)
      .execute(),
  );
  const { batch: _, zone: __, ...shown } = (await clients.mentor.get(url)).body;
  await clients.mentor.put(url, { ...shown, due: none });
  expect(await timeline()).toMatchObject({ viva_deadline: new Date(1_800_000_000_123).toISOString() });
});

test('a start that an earlier version stored out of range is read, and can be corrected', async () => {
  const { clients, url, app, batch, people } = await makePortal();
  await app.context.database.transaction((writer) =>
    writer
      .updateTable('batches')
      .set({ starts_at: Date.parse('1926-11-28T18:30:00Z') })
      .where('id', '=', batch.id)
      .execute(),
  );
  const read = await clients.mentor.get(url);
  expect(read).toMatchObject({ status: 200, body: { start: '1926-11-29' } });
  const course = await clients.student.get(`/api/students/studentCourse/${people.student.email}`);
  expect(course.body.s_startdate).toBe('1926-11-28T18:30:00.000Z');
  const { batch: _, zone: __, ...shown } = read.body;
  const refused = await clients.mentor.put(url, shown);
  expect([refused.status, refused.body.message]).toEqual([
    400,
    'start must be a day from 2000 to 2099, YYYY-MM-DD',
  ]);
  expect((await clients.mentor.put(url, { ...shown, start: '2026-11-29' })).body.start).toBe('2026-11-29');
});

test('a due day makes late what comes after it, and never refuses it; receipts keep what held', async () => {
  const { clients, url, timeline, submit, app, receipt, people } = await makePortal();
  const start = app.clock.now() - 29 * dayMs;
  const before = (await submit('2')).body.receipt;
  expect(before).not.toHaveProperty('due_at');
  expect(before.late).toBe(false);
  // Week 2 opened 15 days ago: it was due the day after; week 3 is due in a fortnight.
  const due = { ...none, 'week-2': { days: 1 }, 'week-3': { days: 22 } };
  expect((await clients.mentor.put(url, { start: '2026-11-02', viva_deadline: null, due })).status).toBe(200);
  const late = (await submit('2')).body.receipt;
  const dueAt = '2026-11-07T18:29:59.999Z';
  expect(late).toMatchObject({ version: 2, late: true, due_at: dueAt });
  expect(Date.parse(dueAt)).toBeGreaterThan(start + 14 * dayMs);
  expect((await submit('3')).body.receipt).toMatchObject({ late: false, due_at: '2026-12-05T18:29:59.999Z' });
  expect((await submit('4')).body.receipt).not.toHaveProperty('due_at');
  const { tasks } = await timeline();
  expect(
    tasks.map(({ due_at, late: isLate }: { due_at: string; late: boolean }) => [due_at, isLate]),
  ).toEqual([
    [null, false],
    [dueAt, true],
    ['2026-12-05T18:29:59.999Z', false],
    [null, false],
    [null, false],
    [new Date(start + 35 * dayMs).toISOString(), false],
  ]);
  // Taken back: the receipts stay as they were given.
  await clients.mentor.put(url, { start: '2026-11-02', viva_deadline: null, due: none });
  const list = await clients.student.get(`/api/students/submissions/${people.student.email}`);
  expect(
    list.body.map(({ late: isLate, due_at }: { late: boolean; due_at?: string }) => [isLate, due_at]),
  ).toEqual([
    [false, undefined],
    [false, '2026-12-05T18:29:59.999Z'],
    [true, dueAt],
    [false, undefined],
    [false, undefined],
  ]);
  expect(list.body.at(-1).number).toBe(receipt.number);
  const signed = (await clients.student.get(`/api/receipts/${late.number}`)).body;
  expect(signed).toMatchObject({ due_at: dueAt, late: true });
  const verdict = async (body: object) =>
    (await clients.nobody.post('/api/receipts/verify', body)).body.verdict;
  expect(await verdict(signed)).toBe('genuine');
  expect(await verdict({ ...signed, due_at: '2027-01-01T00:00:00.000Z' })).toBe('altered');
  const { due_at: _, ...without } = signed;
  expect(await verdict(without)).toBe('altered');
});

test('two who set the dates at once: the second is told, and nothing is lost', async () => {
  const { clients, url } = await makePortal();
  const seen = { start: '2026-11-02', viva_deadline: null, due: none };
  const mine = { ...seen, due: { ...none, final: { days: 5 } } };
  const theirs = { ...seen, due: { ...none, final: { days: 9 } } };
  expect((await clients.mentor.put(url, { ...theirs, original: seen })).status).toBe(200);
  const refused = await clients.administrator.put(url, { ...mine, original: seen });
  expect(refused).toMatchObject({ status: 409, body: { code: 'conflict', current: { due: theirs.due } } });
  expect((await clients.mentor.get(url)).body.due).toEqual(theirs.due);
  // The same dates are no conflict.
  expect((await clients.administrator.put(url, { ...theirs, original: seen })).status).toBe(200);
  expect((await clients.administrator.put(url, { ...mine, original: theirs })).status).toBe(200);
});

const seen = { start: '2026-11-02', viva_deadline: null, due: none };

test('two who change different dates both succeed, each task a date of its own', async () => {
  const { clients, url, app } = await makePortal();
  const mine = { ...seen, due: { ...none, 'week-1': { days: 5 } } };
  const theirs = { ...seen, start: '2026-11-05', due: { ...none, final: { date: '2026-12-20' } } };
  const more = { ...seen, extension_days: 3, choose_until: '2026-12-01T18:00' };
  expect((await clients.mentor.put(url, { ...mine, began: { due: none } })).status).toBe(200);
  const began = { start: seen.start, due: { final: null } };
  expect((await clients.administrator.put(url, { ...theirs, began })).status).toBe(200);
  const others = { extension_days: null, choose_until: null };
  expect((await clients.mentor.put(url, { ...more, began: others })).status).toBe(200);
  expect((await clients.mentor.get(url)).body).toMatchObject({
    start: '2026-11-05',
    due: { ...none, 'week-1': { days: 5 }, final: { date: '2026-12-20' } },
    extension_days: 3,
    choose_until: '2026-12-01T18:00:00',
  });
  const lines = (await readAuditLog(app)).filter(({ act }) => act === 'set-batch-dates');
  expect(lines[1]).toMatchObject({
    before: { start: '2026-11-02', due: { ...none, 'week-1': { days: 5 } } },
    after: { start: '2026-11-05', due: { ...none, 'week-1': { days: 5 }, final: { date: '2026-12-20' } } },
  });
});

test.each([
  ['a due date', { due: { ...none, final: { days: 5 } } }, { due: { ...none, final: { days: 9 } } }],
  [
    'days and a date',
    { due: { ...none, final: { days: 5 } } },
    { due: { ...none, final: { date: '2026-12-20' } } },
  ],
  ['the start', { start: '2026-11-05' }, { start: '2026-11-06' }],
  ['the viva deadline', { viva_deadline: '2026-12-24' }, { viva_deadline: '2026-12-31' }],
  ['automatic extensions', { extension_days: 2 }, { extension_days: 3 }],
  ['days for reviews', { review_days: 7 }, { review_days: 14 }],
  ['choosing', { choose_from: '2026-11-03T09:00' }, { choose_from: '2026-11-04T09:00' }],
])(
  'two who change %s to different values: the later is refused, and nothing is written',
  async (_, mine, theirs) => {
    const { clients, url } = await makePortal();
    const { batch: _batch, zone: _zone, ...first } = (await clients.mentor.get(url)).body;
    const began = Object.fromEntries(Object.keys(mine).map((name) => [name, first[name]]));
    expect((await clients.administrator.put(url, { ...seen, ...theirs, began })).status).toBe(200);
    const { body: held } = await clients.mentor.get(url);
    // The other change of the refused form is not written either.
    const also = { ...seen, viva_deadline: '2027-01-09', ...mine };
    const refused = await clients.mentor.put(url, { ...also, began: { viva_deadline: null, ...began } });
    expect(refused).toMatchObject({ status: 409, body: { code: 'conflict', current: held } });
    expect((await clients.mentor.get(url)).body).toEqual(held);
    // Equal to the new value is no conflict.
    expect((await clients.mentor.put(url, { ...seen, ...theirs, began })).status).toBe(200);
    expect((await clients.mentor.get(url)).body).toEqual(held);
  },
);

test('dates that fit each other only before both changes are refused in words', async () => {
  const { clients, url } = await makePortal();
  const from = { ...seen, choose_from: '2026-12-10T09:00' };
  const until = { ...seen, choose_until: '2026-12-01T09:00' };
  expect((await clients.mentor.put(url, { ...from, began: { choose_from: null } })).status).toBe(200);
  expect(await clients.mentor.put(url, { ...until, began: { choose_until: null } })).toMatchObject({
    status: 400,
    body: { message: 'choose_until must be after choose_from' },
  });
});

test('a repetition with its key changes nothing, also after later changes', async () => {
  const { clients, url } = await makePortal();
  const dates = (days: number) => ({
    start: '2026-11-02',
    viva_deadline: null,
    due: { ...none, final: { days } },
  });
  const put = (days: number, key: string) => clients.mentor.put(url, dates(days), { 'idempotency-key': key });
  await put(5, 'a');
  await put(9, 'b');
  expect(await put(5, 'a')).toMatchObject({ status: 200, body: { due: { final: { days: 9 } } } });
  expect(await put(7, 'a')).toMatchObject({ status: 409 });
});

test.each([
  [{ start: '2026-02-30' }, /start must be a day/],
  [{ start: 'tomorrow' }, /start must be a day/],
  [{ viva_deadline: '2026-12-24T25:00' }, /viva_deadline must be a day/],
  [
    { due: { ...none, 'week-1': { days: 0 } } },
    /Days after the opening must be a whole number from 1 to 366/,
  ],
  [{ due: { ...none, 'week-1': { days: 1.5 } } }, /A due date must be null/],
  [{ due: { ...none, final: { date: '2026-13-01' } } }, /date must be a day/],
  [{ due: { ...none, final: '2026-12-01' } }, /due date must be null/],
])('%j is refused in words', async (wrong, message) => {
  const { clients, url } = await makePortal();
  const body = { start: '2026-11-02', viva_deadline: null, due: none, ...wrong };
  const answer = await clients.mentor.put(url, body);
  expect(answer.status).toBe(400);
  expect(answer.body.message).toMatch(message);
});
