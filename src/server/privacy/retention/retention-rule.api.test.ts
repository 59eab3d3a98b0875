import { expect, test } from 'vitest';
import { dayMs, hourMs } from '#contract/durations';
import { buildAdministrator, buildBatch, buildMentor, buildStudent } from '#support/factories';
import { readAuditLog } from '#support/read-audit-log';
import { makeTestApp } from '#support/test-app';
import { removeOldData } from './remove-old-data.ts';

const url = '/api/staff/retention';
const longAgo = Date.parse('2022-06-01T00:00:00.000Z');

async function makeOffice() {
  const app = await makeTestApp();
  const officer = await buildAdministrator(app.context);
  const office = await app.as(officer);
  const batch = await buildBatch(app.context, { name: 'OLD', starts_at: longAgo });
  const build = (name: string, rest: object = {}) =>
    buildStudent(app.context, { batch_id: batch.id, name, created_at: longAgo, ...rest });
  const look = () => removeOldData(app.context, new AbortController().signal);
  return {
    app,
    office,
    batch,
    build,
    look,
    // A session does not last for days.
    read: async (query = '') => (await (await app.as(officer)).get(url + query)).body,
    login: () => app.as(officer),
  };
}

test('off by default; set with a line in the audit log, by what the form has shown', async () => {
  const { app, office, read } = await makeOffice();
  const nothing = { count: 0, planned: [], next: null, holds: { people: [], batches: [] }, suspended: [] };
  expect(await read()).toEqual({ years: null, ...nothing });
  expect(await office.put(url, { years: 3, began: { years: null } })).toMatchObject({
    status: 200,
    body: { years: 3, ...nothing },
  });
  const late = await office.put(url, { years: 5, began: { years: null } });
  expect(late).toMatchObject({ status: 409, body: { current: { years: 3 } } });
  expect((await office.put(url, { years: 3, began: { years: 3 } })).status, 'nothing changes').toBe(200);
  expect((await office.put(url, { years: null, began: { years: 3 } })).body.years).toBeNull();
  const lines = (await readAuditLog(app)).filter(({ act }) => act === 'set-retention');
  expect(lines.map(({ before, after }) => [before, after])).toEqual([
    [{ years: null }, { years: 3 }],
    [{ years: 3 }, { years: null }],
  ]);
});

test.each([0, 21, 1.5, -1, '3', undefined])('%j is no number of years', async (years) => {
  const { office } = await makeOffice();
  expect((await office.put(url, { years })).status).toBe(400);
});

test('only who has confirmed lately that it is them sets it, and no mentor reads it', async () => {
  const { app, office, batch } = await makeOffice();
  const mentor = await app.as(await buildMentor(app.context, [batch.id]));
  expect((await mentor.get(url)).status).toBe(403);
  app.clock.advance(2 * hourMs);
  expect(await office.put(url, { years: 3 })).toMatchObject({ status: 403, body: { code: 'proof_needed' } });
});

test('the list has who is removed next, with dates and what became of the mail, by pages', async () => {
  const { app, office, build, look, read, login } = await makeOffice();
  await office.put(url, { years: 2 });
  const asha = await build('Asha', { email: 'asha@example.test' });
  await build('Bina', { confirmed_at: null });
  await build('Chitra', {
    suspended_at: longAgo + dayMs,
    suspension_reason: 'Left',
    email: 'c@example.test',
  });
  await look();
  const at = (ms: number) => new Date(app.clock.now() + ms).toISOString();
  const first = await read('?limit=1');
  expect(first).toMatchObject({
    count: 2,
    planned: [
      {
        student: { s_id: 'asha@example.test', s_name: 'Asha' },
        batch: 'OLD',
        ended_at: new Date(longAgo + 35 * dayMs).toISOString(),
        office_notified_at: at(0),
        person_notified_at: null,
        mail: null,
        not_before: at(7 * dayMs + hourMs),
      },
    ],
    suspended: [{ s_id: 'c@example.test', s_name: 'Chitra' }],
  });
  const { planned, next } = await read(`?limit=2&after=${first.next}`);
  expect([planned.map((row: { student: { s_name: string } }) => row.student.s_name), next]).toEqual([
    ['Bina'],
    null,
  ]);
  for (let hours = 0; hours < 96; hours += 1) {
    app.clock.advance(hourMs);
    await look();
  }
  const mails = async () => (await read()).planned.map(({ mail }: { mail: string }) => mail);
  expect(await mails()).toEqual(['waiting', 'none']);
  const settle = (row: object) =>
    app.context.database.transaction((writer) => writer.updateTable('outbox').set(row).execute());
  await settle({ refused_at: 1 });
  expect(await mails()).toEqual(['failed', 'none']);
  await settle({ refused_at: null, sent_at: 1 });
  expect(await mails()).toEqual(['sent', 'none']);
  const data = await (await login()).get(`/api/staff/people/${asha.email}/data`);
  expect(data.body.removal).toEqual({ not_before: at(3 * dayMs + hourMs), person_notified_at: at(0) });
});

test.each(['x', '-1', '1.5', '9'.repeat(16)])('an invented place %s is refused', async (after) => {
  const { office } = await makeOffice();
  expect((await office.get(`${url}?after=${after}`)).status).toBe(400);
});
