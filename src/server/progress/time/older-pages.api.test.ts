import { expect, test } from 'vitest';
import { makePortalFixture } from '#support/portal-fixture';
import { readAuditLog } from '#support/read-audit-log';

/** An older page: what it shows of a student's start and due dates, and what somebody else has changed since. */

const none = { 'week-1': null, 'week-2': null, 'week-3': null, 'week-4': null, final: null };
const dates = { start: '2026-11-02', viva_deadline: null, due: { ...none, 'week-2': { days: 1 } } };
const datesUrl = '/api/staff/batches/OURS/dates';

async function makePortal() {
  const portal = await makePortalFixture({});
  const { clients, people, app } = portal;
  await clients.mentor.put(datesUrl, dates);
  const url = `/api/staff/students/${people.student.email}`;
  const shown = async () => (await clients.mentor.get(`${url}/time`)).body;
  const dueOf = (time: { tasks: { task: string; due_at: string | null }[] }) =>
    time.tasks.find(({ task }) => task === 'week-2')?.due_at;
  const extend = (who: 'mentor' | 'administrator', until: string, more: object = {}) =>
    clients[who].post(`${url}/extensions`, { task: 'week-2', until, reason: 'Was ill.', ...more });
  const correct = (who: 'mentor' | 'administrator', start: string, more: object = {}) =>
    clients[who].post(`${url}/start`, { start, reason: 'Wrong month.', ...more });
  const told = async (kind: 'grant' | 'start-corrected') =>
    (
      await app.context.database.reader
        .selectFrom('notices')
        .where('account_id', '=', people.student.id)
        .where('kind', '=', kind)
        .select('id')
        .execute()
    ).length;
  const audited = async (act: string) => (await readAuditLog(app)).filter((line) => line.act === act);
  return { ...portal, shown, dueOf, extend, correct, told, audited };
}

const endOf = (day: string) => `${day}T18:29:59.999Z`;

test('an extension from an older page does not shorten a colleague’s', async () => {
  const { shown, dueOf, extend, told, audited } = await makePortal();
  const began = { until: dueOf(await shown()) };
  expect((await extend('mentor', '2026-12-20', { began })).status).toBe(201);
  for (const until of ['2026-12-05', '2026-12-25', '2026-12-20T12:00']) {
    const refused = await extend('administrator', until, { began });
    expect(refused).toMatchObject({
      status: 409,
      body: { code: 'conflict', message: /was changed in the meantime.*not saved yet/ },
    });
    expect(dueOf(refused.body.current)).toBe(endOf('2026-12-20'));
  }
  expect(dueOf(await shown())).toBe(endOf('2026-12-20'));
  expect([await told('grant'), (await audited('extend-due-date')).length]).toEqual([1, 1]);
  // The page that has seen it may, also where it names a day.
  for (const [seen, until] of [
    [endOf('2026-12-20'), '2026-12-10'],
    ['2026-12-10', '2026-12-05'],
  ] as const)
    expect((await extend('administrator', until, { began: { until: seen } })).status).toBe(201);
  expect(dueOf(await shown())).toBe(endOf('2026-12-05'));
});

test('two who grant the same day are no conflict, and the student is notified once', async () => {
  const { shown, dueOf, extend, told } = await makePortal();
  const began = { until: dueOf(await shown()) };
  await extend('mentor', '2026-12-20', { began });
  const again = await extend('administrator', '2026-12-20', { began });
  expect([again.status, dueOf(again.body)]).toEqual([201, endOf('2026-12-20')]);
  expect(await told('grant')).toBe(1);
  // A page that did not change the day grants nothing.
  expect((await extend('administrator', '2026-12-31', { began: {} })).status).toBe(201);
  expect(dueOf(await shown())).toBe(endOf('2026-12-20'));
});

test('an extension is compared for its task alone, and with the batch’s dates', async () => {
  const { shown, dueOf, extend, clients } = await makePortal();
  const began = { until: dueOf(await shown()) };
  await extend('mentor', '2027-01-05', { task: 'viva' });
  expect((await extend('administrator', '2026-12-05', { began })).status).toBe(201);
  const week2 = { date: '2026-12-15' };
  await clients.mentor.put(datesUrl, { ...dates, due: { ...none, 'week-2': week2 } });
  const older = { until: endOf('2026-12-05') };
  const refused = await extend('administrator', '2026-12-30', { began: older });
  expect([refused.status, dueOf(refused.body.current)]).toEqual([409, endOf('2026-12-15')]);
});

test('without what the page showed, the newest extension counts', async () => {
  const { shown, dueOf, extend, told } = await makePortal();
  await extend('mentor', '2026-12-20');
  expect((await extend('administrator', '2026-12-05')).status).toBe(201);
  expect((await extend('administrator', '2026-12-05')).status).toBe(201);
  expect(dueOf(await shown())).toBe(endOf('2026-12-05'));
  expect(await told('grant')).toBe(3);
});

test('without a due date or a project the refusal is the one of before', async () => {
  const { shown, extend, clients, people } = await makePortal();
  const nothing = { task: 'final', began: { until: null } };
  expect(await extend('mentor', '2026-12-20', nothing)).toMatchObject({
    status: 409,
    body: { message: 'Final project has no due date, so nothing can be late.' },
  });
  const url = `/api/staff/students/${people.student.email}`;
  const undone = { p_id: (await shown()).project.id, reason: 'x' };
  expect((await clients.administrator.post(`${url}/undo-selection`, undone)).status).toBe(201);
  const message = 'The student has not chosen a project.';
  const answers = [
    await extend('mentor', '2026-12-20', { began: { until: null } }),
    await clients.mentor.post(`${url}/start`, {
      start: '2026-11-10T09:00',
      reason: 'x',
      began: { start: null },
    }),
  ];
  for (const answer of answers) expect(answer).toMatchObject({ status: 409, body: { message } });
});

test('a start from an older page does not replace a colleague’s', async () => {
  const { shown, correct, told, audited } = await makePortal();
  const began = { start: (await shown()).start };
  expect((await correct('mentor', '2026-10-20T09:00', { began })).status).toBe(201);
  for (const start of ['2026-10-27T09:00', '2026-10-20T09:01', '2026-10-20T09:00:30']) {
    const refused = await correct('administrator', start, { began });
    expect(refused).toMatchObject({ status: 409, body: { current: { start: '2026-10-20T09:00' } } });
  }
  expect((await shown()).start).toBe('2026-10-20T09:00');
  // Equal to the new value is no conflict, and no second correction.
  expect((await correct('administrator', '2026-10-20T09:00', { began })).status).toBe(201);
  expect((await correct('administrator', '2026-10-27T09:00', { began: {} })).status).toBe(201);
  expect((await shown()).start).toBe('2026-10-20T09:00');
  expect([await told('start-corrected'), (await audited('correct-start')).length]).toEqual([1, 1]);
  const seen = { start: '2026-10-20T09:00' };
  expect((await correct('administrator', '2026-10-27T09:00', { began: seen })).body.start).toBe(
    '2026-10-27T09:00',
  );
});

test('without what the page showed, the later start counts, and an equal one is refused', async () => {
  const { shown, correct } = await makePortal();
  await correct('mentor', '2026-10-20T09:00');
  expect((await correct('administrator', '2026-10-27T09:00')).status).toBe(201);
  expect((await shown()).start).toBe('2026-10-27T09:00');
  expect(await correct('administrator', '2026-10-27T09:00')).toMatchObject({
    status: 409,
    body: { message: 'The project already has this start date.' },
  });
});

test('a form that names something else as its beginning is refused in words', async () => {
  const { correct, extend } = await makePortal();
  for (const answer of [
    await correct('mentor', '2026-10-20T09:00', { began: { due: 'x' } }),
    await extend('mentor', '2026-12-20', { began: { due_at: 'x' } }),
  ]) {
    expect([answer.status, answer.body.message]).toEqual([
      400,
      expect.stringMatching(/^began can have only: /),
    ]);
  }
});
