import { expect, test } from 'vitest';
import { buildAdministrator, buildBatch, buildStudent } from '#support/factories';
import { readAuditLog } from '#support/read-audit-log';
import { makeTestApp } from '#support/test-app';
import { anonymisePerson, anonymiseRestored } from '../anonymisation/anonymise-person.ts';

async function makeHeld() {
  const app = await makeTestApp();
  const { context } = app;
  const officer = await buildAdministrator(context, { name: 'Latha Menon' });
  const batch = await buildBatch(context, { name: 'OURS' });
  const student = await buildStudent(context, { batch_id: batch.id, name: 'Asha Menon' });
  const office = await app.as(officer);
  const person = `/api/staff/people/${student.email}`;
  const read = async () => {
    const { status, body } = await office.get(`${person}/data`);
    expect(status).toBe(200);
    return body;
  };
  const lines = async () =>
    (await readAuditLog(app))
      .filter(({ act }) => act === 'hold-data' || act === 'remove-hold')
      .map(({ act, subject, before, after }) => [act, subject, before, after]);
  return { app, context, office, student, batch, person, read, lines };
}

test('a hold says why, by whom and since when, can be changed, and is removed; each leaves a line', async () => {
  const { app, office, student, person, read, lines } = await makeHeld();
  const at = new Date(app.clock.now()).toISOString();
  const set = await office.put(`${person}/hold`, { reason: ' A complaint is open. ' });
  const hold = { reason: 'A complaint is open.', by: 'Latha Menon', at };
  expect(set).toMatchObject({ status: 200, body: { hold } });
  expect(await read()).toMatchObject({ hold, batch_hold: null, removal: null });
  expect((await office.get('/api/staff/retention')).body.holds).toEqual({
    people: [{ ...hold, student: { s_id: student.email, s_name: 'Asha Menon' } }],
    batches: [],
  });
  await office.put(`${person}/hold`, { reason: 'The court asks.', began: { reason: hold.reason } });
  const old = await office.put(`${person}/hold`, { reason: 'Mine', began: { reason: hold.reason } });
  expect(old).toMatchObject({ status: 409, body: { current: { reason: 'The court asks.' } } });
  const removed = await office.delete(`${person}/hold`, {}, { began: { reason: 'The court asks.' } });
  expect(removed).toMatchObject({ status: 200, body: { hold: null } });
  expect((await read()).hold).toBeNull();
  expect((await office.delete(`${person}/hold`)).status, 'nothing is left to remove').toBe(200);
  expect(await lines()).toEqual([
    ['hold-data', student.email, null, { reason: 'A complaint is open.' }],
    ['hold-data', student.email, { reason: 'A complaint is open.' }, { reason: 'The court asks.' }],
    ['remove-hold', student.email, { reason: 'The court asks.' }, null],
  ]);
});

test('a hold on a batch is shown with the batch and with each of its students', async () => {
  const { office, read, lines } = await makeHeld();
  const url = '/api/staff/batches/OURS/hold';
  expect((await office.get(url)).body).toEqual({ hold: null });
  expect((await office.put(url, { reason: 'An audit.' })).status).toBe(200);
  expect((await office.get(url)).body.hold).toMatchObject({ reason: 'An audit.', by: 'Latha Menon' });
  expect(await read()).toMatchObject({ hold: null, batch_hold: { batch: 'OURS', reason: 'An audit.' } });
  expect((await office.get('/api/staff/retention')).body.holds.batches).toMatchObject([{ batch: 'OURS' }]);
  await office.delete(url);
  expect(await lines()).toEqual([
    ['hold-data', 'OURS', null, { reason: 'An audit.' }],
    ['remove-hold', 'OURS', { reason: 'An audit.' }, null],
  ]);
  expect((await office.put('/api/staff/batches/NONE/hold', { reason: 'x' })).status).toBe(404);
});

test.each(['   ', '', '\u200B'])('a hold without a visible reason (%j) is refused', async (reason) => {
  const { office, person } = await makeHeld();
  expect(await office.put(`${person}/hold`, { reason })).toMatchObject({
    status: 400,
    body: { message: 'The reason is required' },
  });
});

test.each(['person', 'batch'])('nobody anonymises by hand while the %s has a hold', async (of) => {
  const { context, office, student, batch, person } = await makeHeld();
  const url = of === 'person' ? `${person}/hold` : `/api/staff/batches/${batch.name}/hold`;
  await office.put(url, { reason: 'A complaint is open.' });
  const asked = { address: student.email, reason: 'By letter.' };
  const refused = await office.post(`${person}/anonymise`, asked);
  expect(refused).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('hold') as string },
  });
  const byOperator = anonymisePerson(context, { accountId: student.id, reason: 'By letter.' });
  await expect(byOperator).rejects.toMatchObject({ status: 409 });
  await office.delete(url);
  expect((await office.post(`${person}/anonymise`, asked)).status).toBe(200);
  const renamed = (
    await context.database.reader
      .selectFrom('accounts')
      .where('id', '=', student.id)
      .select('email')
      .executeTakeFirstOrThrow()
  ).email;
  expect(await office.put(`/api/staff/people/${renamed}/hold`, { reason: 'Late' })).toMatchObject({
    status: 409,
  });
});

test('who was anonymised before a restore is so again, and the hold with its words goes', async () => {
  const { context, office, student, person } = await makeHeld();
  await office.put(`${person}/hold`, { reason: 'Asha Menon has complained.' });
  expect(await anonymiseRestored(context, student.id, { at: 1, salt: 'x', addresses: '[]' })).toBe(true);
  const { reader } = context.database;
  expect(await reader.selectFrom('retention_holds').selectAll().execute()).toEqual([]);
  expect(JSON.stringify(await reader.selectFrom('audit_log').selectAll().execute())).not.toContain(
    'complained',
  );
});
