import { expect, test } from 'vitest';
import { dayMs, hourMs, minuteMs } from '#contract/durations';
import { makePortalFixture } from '#support/portal-fixture';
import { readAuditLog } from '#support/read-audit-log';

const ended = /^A review of this mark could be requested until .+ write to the office\.$/;

/** A batch of which reviews can be requested for some days, and a mark that is released on 21 November, 14:30 in Kolkata. */
async function makeReleased(reviewDays: number | null = 3) {
  const portal = await makePortalFixture({ classmate: {} });
  const { app, batch, clients, people, receipt } = portal;
  const { email } = people.student;
  const { start, viva_deadline, due } = (await clients.mentor.get(`/api/staff/batches/${batch.name}/dates`))
    .body;
  const dates = { start, viva_deadline, due, review_days: reviewDays };
  expect((await clients.mentor.put(`/api/staff/batches/${batch.name}/dates`, dates)).status).toBe(200);
  const mark = (marks: number, rest: object = {}) =>
    clients.mentor.put(`/api/staff/submissions/${receipt.number}/mark`, {
      marks,
      comments: 'Short',
      released: true,
      ...rest,
    });
  expect((await mark(55)).status).toBe(200);
  /** Sessions end after some days. */
  const at = async (instant: number) => {
    app.clock.set(instant);
    for (const role of ['student', 'mentor', 'administrator'] as const) await portal.renew(role);
  };
  const reviewUrl = `/api/staff/submissions/${receipt.number}/second-look`;
  return {
    ...portal,
    at,
    mark,
    releasedAt: app.clock.now(),
    end: Date.parse('2026-11-24T18:29:59.999Z'),
    ask: (body: object = {}, headers = {}) =>
      clients.student.post(
        `/api/students/secondLook/${email}`,
        { task: 'week-1', version: 1, reason: 'The tests count.', ...body },
        headers,
      ),
    week: async () => (await clients.student.get(`/api/students/timeline/${email}`)).body.tasks[0],
    open: (body: object = { reason: 'Two markers disagree.' }, headers = {}) =>
      clients.administrator.post(reviewUrl, body, headers),
    reviewUrl,
  };
}

test("a review can be requested until the end of the batch's last day, and the timeline says until when", async () => {
  const { at, ask, week, end } = await makeReleased();
  expect((await week()).review_until).toBe(new Date(end).toISOString());
  await at(end);
  expect(await week()).not.toHaveProperty('no_review');
  await at(end + 1);
  expect((await week()).no_review).toMatch(/^The last day to request a review of this mark has passed\./);
  const refused = await ask();
  expect(refused).toMatchObject({ status: 409, body: { code: 'conflict' } });
  expect(refused.body.message).toMatch(ended);
  expect(refused.body.message).toContain('Tue 24 Nov 2026, 11:59 pm IST');
  await at(end);
  expect((await ask()).status).toBe(201);
  await at(end + 1);
  expect(await week(), 'it was requested').not.toHaveProperty('no_review');
});

test('without days there is no end, and none is told', async () => {
  const { app, at, ask, week } = await makeReleased(null);
  await at(app.clock.now() + 20 * dayMs);
  expect(await week()).not.toHaveProperty('review_until');
  expect(await week()).not.toHaveProperty('no_review');
  expect((await ask()).status).toBe(201);
});

test('a request made offline in time counts for a day after the end, and no device can claim more', async () => {
  const { at, ask, end } = await makeReleased();
  await at(end + 5 * hourMs);
  expect((await ask({ waited_ms: 5 * hourMs - 1 })).status, 'made after the end').toBe(409);
  for (const waited_ms of [-1, 0.5, '7', Number.MAX_VALUE])
    expect((await ask({ waited_ms })).status, String(waited_ms)).toBe(400);
  await at(end + dayMs + 1);
  expect((await ask({ waited_ms: 3 * dayMs })).status, 'more than a day later').toBe(409);
  expect((await ask({ waited_ms: Number.MAX_SAFE_INTEGER })).status).toBe(409);
  await at(end + dayMs);
  const key = { 'idempotency-key': 'k' };
  expect((await ask({ waited_ms: 2 * dayMs }, key)).status).toBe(201);
  await at(end + 2 * dayMs);
  expect((await ask({ waited_ms: 3 * dayMs }, key)).status, 'the same again, its answer was lost').toBe(201);
});

test('a corrected comment does not begin the days anew, a changed number and a new release do', async () => {
  const { at, mark, week, ask, end, releasedAt } = await makeReleased();
  const untilNow = async () => Date.parse((await week()).review_until);
  await at(releasedAt + 2 * dayMs);
  await mark(55, { comments: 'Short, and late' });
  expect(await untilNow()).toBe(end);
  await at(end + 2 * dayMs);
  expect((await ask()).status).toBe(409);
  await mark(40);
  expect(await untilNow()).toBe(end + 5 * dayMs);
  await at(end + 3 * dayMs);
  await mark(40, { comments: 'Explained' });
  expect(await untilNow(), 'the number stayed').toBe(end + 5 * dayMs);
  expect((await ask()).status).toBe(201);
});

test('a mark that was withdrawn and released again counts from the new release', async () => {
  const { at, mark, week, releasedAt, end } = await makeReleased();
  await at(releasedAt + 5 * minuteMs);
  await mark(55, { released: false });
  expect(await week()).not.toHaveProperty('review_until');
  expect(await week()).not.toHaveProperty('no_review');
  await at(releasedAt + 2 * dayMs);
  await mark(60);
  expect(Date.parse((await week()).review_until)).toBe(end + 2 * dayMs);
});

test('the office opens a review after the end, others decide it, and the student is told', async () => {
  const { app, at, open, week, clients, reviewUrl, ask, people, receipt, end, mark } = await makeReleased();
  await at(end + 10 * dayMs);
  expect((await clients.mentor.post(reviewUrl, { reason: 'I may not.' })).status).toBe(403);
  expect((await open({ reason: ' ' })).status).toBe(400);
  const key = { 'idempotency-key': 'k' };
  const opened = await open(undefined, key);
  const by = people.administrator.name;
  expect(opened).toMatchObject({
    status: 201,
    body: { second_look: { reason: 'Two markers disagree.', opened_by: by, answer: null } },
  });
  expect((await open(undefined, key)).body, 'repeated').toEqual(opened.body);
  expect(await open()).toMatchObject({ status: 409, body: { code: 'conflict' } });
  expect((await ask()).status, 'nothing is left to request').toBe(409);
  expect((await week()).second_look).toMatchObject({ opened_by: by, answer: null });
  expect(await week()).not.toHaveProperty('no_review');
  const notices = await app.context.database.reader
    .selectFrom('notices')
    .where('account_id', '=', people.student.id)
    .orderBy('id', 'desc')
    .select(['text', 'href'])
    .executeTakeFirst();
  expect(notices?.text).toBe('The office opened a review of your mark for Week 1');
  const lines = (await readAuditLog(app)).filter(({ act }) => act === 'open-review');
  expect(lines).toMatchObject([
    {
      subject: receipt.number,
      actor_id: people.administrator.id,
      after: { reason: 'Two markers disagree.' },
    },
  ]);
  // As a requested one: the marker does not decide.
  expect((await mark(70)).status).toBe(403);
  expect((await clients.administrator.put(reviewUrl, { answer: 'It stays.' })).status).toBe(200);
  expect((await week()).second_look).toMatchObject({ opened_by: by, answer: 'It stays.' });
});

test('the office opens none without a released mark', async () => {
  const { open, mark, at, releasedAt } = await makeReleased();
  await at(releasedAt + minuteMs);
  await mark(55, { released: false });
  expect(await open()).toMatchObject({ status: 404, body: { code: 'not_found' } });
});

test('a mark without a file has the same last day, counted anew once another decision is recorded', async () => {
  const { at, clients, people, end } = await makeReleased();
  const { email } = people.student;
  const record = (status: string, rest: object = {}) =>
    clients.mentor.put(`/api/staff/students/${email}/tasks/week-2/recorded`, {
      status,
      comments: '',
      released: true,
      ...rest,
    });
  const week = async () => (await clients.student.get(`/api/students/timeline/${email}`)).body.tasks[1];
  const ask = (body: object = {}) =>
    clients.student.post(`/api/students/secondLook/${email}`, {
      task: 'week-2',
      version: null,
      reason: 'I was there.',
      ...body,
    });
  expect((await record('absent')).status).toBe(200);
  expect(await week()).toMatchObject({ review_until: new Date(end).toISOString(), marks: 0 });
  await at(end + 1);
  expect((await week()).no_review).toMatch(/^The last day/);
  expect((await ask()).body.message).toMatch(ended);
  await at(end + 2 * 3_600_000);
  expect((await ask({ waited_ms: 3 * 3_600_000 })).status, 'made offline in time').toBe(201);
  const url = `/api/staff/students/${email}/tasks/week-3/recorded`;
  const other = await clients.mentor.put(url, { status: 'absent', comments: '', released: true });
  expect(other.status).toBe(200);
  await at(end + 9 * dayMs);
  const absent = { status: 'absent', comments: 'Ill', released: true };
  expect((await clients.mentor.put(url, { ...absent, began: { comments: '' } })).status).toBe(200);
  const until = async () =>
    Date.parse((await clients.student.get(`/api/students/timeline/${email}`)).body.tasks[2].review_until);
  expect(await until(), 'a comment').toBe(end + 4 * dayMs);
  const another = { ...absent, status: 'not_submitted', began: { status: 'absent' } };
  expect((await clients.mentor.put(url, another)).status).toBe(200);
  expect(await until(), 'another decision').toBe(end + 12 * dayMs);
});

test('the office opens a review of a mark without a file', async () => {
  const { at, clients, people, end, app } = await makeReleased();
  const { email } = people.student;
  const url = `/api/staff/students/${email}/tasks/week-2/recorded`;
  const open = (client = clients.administrator) =>
    client.post(`${url}/second-look`, { reason: 'Two saw it.' });
  expect((await open()).status, 'nothing is recorded').toBe(404);
  await clients.mentor.put(url, { status: 'absent', comments: '', released: true });
  await at(end + 5 * dayMs);
  expect((await open(clients.mentor)).status).toBe(403);
  const opened = await open();
  const by = people.administrator.name;
  expect(opened).toMatchObject({
    status: 201,
    body: { record: { second_look: { opened_by: by, reason: 'Two saw it.' } } },
  });
  expect((await open()).status).toBe(409);
  const week = (await clients.student.get(`/api/students/timeline/${email}`)).body.tasks[1];
  expect(week.second_look).toMatchObject({ opened_by: by, answer: null });
  const lines = (await readAuditLog(app)).filter(({ act }) => act === 'open-review');
  expect(lines).toMatchObject([{ subject: email, after: { task: 'week-2', reason: 'Two saw it.' } }]);
});
