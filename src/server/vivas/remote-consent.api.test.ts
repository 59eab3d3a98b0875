import { expect, test } from 'vitest';
import { dayMs } from '#contract/durations';
import { remoteVivaWords } from '#contract/vivas/remote-consent';
import { buildAdministrator, buildBatch, buildMentor, buildStudent } from '#support/factories';
import { readAuditLog } from '#support/read-audit-log';
import { makeTestApp } from '#support/test-app';
import { cancelVivaTimes, storeVivaTimes } from '../progress/time/viva-times.ts';
import { consentRecords } from '../accounts/consent/consent-queries.ts';

const link = 'https://meet.example.test/viva';

async function makeClass() {
  const app = await makeTestApp();
  const batch = await buildBatch(app.context, { name: 'OURS' });
  const office = await buildAdministrator(app.context);
  const mentor = await buildMentor(app.context, [batch.id]);
  const [asha, bina] = [
    await buildStudent(app.context, { batch_id: batch.id, name: 'Asha Menon' }),
    await buildStudent(app.context, { batch_id: batch.id, name: 'Bina Nair' }),
  ];
  const telling = { batchId: batch.id, by: office.id, now: app.clock.now() };
  const tell = (accountId: number, to: string | null, days = 3) =>
    app.context.database.transaction((writer) =>
      storeVivaTimes(
        writer,
        [{ accountId, startsAt: telling.now + days * dayMs, minutes: 20, room: 'Online', link: to }],
        telling,
      ),
    );
  const cancel = (accountId: number) =>
    app.context.database.transaction((writer) => cancelVivaTimes(writer, [accountId], telling));
  const asAsha = await app.as(asha);
  const asOffice = await app.as(office);
  const state = async (client = asAsha) => {
    const { status, body } = await client.get(`/api/students/viva-consent/${asha.email}`);
    return status === 200 ? [body.asked, body.given_at] : status;
  };
  const set = async (agrees: unknown, client = asAsha, headers = {}) =>
    (await client.put('/api/account/viva-consent', { agrees }, headers)).status;
  const without = async () => (await asOffice.get('/api/staff/viva-consents')).body;
  const names = async () =>
    (await without()).students.map(({ student }: { student: { s_name: string } }) => student.s_name);
  return { app, asha, bina, mentor, office, tell, cancel, state, set, without, names };
}

test('who has a viva with a link is asked once; agreeing is kept with its words, and can be withdrawn', async () => {
  const { app, asha, mentor, bina, office, tell, state, set } = await makeClass();
  expect([await state(), await set(true)]).toEqual([[false, null], 409]);
  await tell(asha.id, null);
  expect([await state(), await set(true)]).toEqual([[false, null], 409]);
  await tell(asha.id, link);
  expect(await state()).toEqual([true, null]);
  const key = { 'idempotency-key': 'k' };
  expect([await set(true, undefined, key), await set(true, undefined, key), await set(true)]).toEqual([
    200, 200, 200,
  ]);
  const given = new Date(app.clock.now()).toISOString();
  expect(await state()).toEqual([true, given]);
  expect(await state(await app.as(mentor))).toEqual([true, given]);
  for (const other of [bina, await buildMentor(app.context)])
    expect(await state(await app.as(other))).toBe(403);
  for (const other of [mentor, office]) expect(await set(true, await app.as(other))).toBe(403);
  await tell(asha.id, link, 5);
  expect(await state(), 'a moved viva asks nothing').toEqual([true, given]);
  const { reader } = app.context.database;
  const words = await reader
    .selectFrom('text_versions')
    .where('page', '=', '/remote-viva')
    .select('text')
    .execute();
  expect(words).toEqual([{ text: remoteVivaWords }]);
  expect(await consentRecords(reader, asha.id)).toMatchObject([
    { page: '/remote-viva', version: 1, given_at: given, withdrawn_at: null },
  ]);
  app.clock.advance(1_000);
  expect([await set(false), await set(false), await state()]).toEqual([200, 200, [true, null]]);
  expect(await consentRecords(reader, asha.id)).toMatchObject([
    { given_at: given, withdrawn_at: expect.any(String) },
  ]);
  expect(await set(true)).toBe(200);
  const lines = (await readAuditLog(app)).filter(({ act }) => act.includes('consent'));
  expect(lines.map(({ act, subject, after }) => [act, subject, after])).toEqual([
    ['give-consent', asha.email, { 'remote-viva': 1, form: 'account' }],
    ['withdraw-consent', asha.email, { subject: 'remote-viva' }],
    ['give-consent', asha.email, { 'remote-viva': 1, form: 'account' }],
  ]);
});

test('the office reads who has not agreed, by time, while their viva is still to come', async () => {
  const { app, asha, bina, mentor, tell, cancel, set, names, without } = await makeClass();
  expect(await without()).toEqual({ students: [], count: 0 });
  await tell(asha.id, link, 4);
  await tell(bina.id, link, 3);
  expect(await without()).toMatchObject({
    students: [
      { student: { s_name: 'Bina Nair' }, batch: 'OURS', room: 'Online' },
      { student: { s_name: 'Asha Menon' } },
    ],
    count: 2,
  });
  await set(true);
  expect(await names()).toEqual(['Bina Nair']);
  await set(false);
  expect(await names()).toEqual(['Bina Nair', 'Asha Menon']);
  await cancel(bina.id);
  expect(await names()).toEqual(['Asha Menon']);
  await tell(asha.id, null, 4);
  expect(await names()).toEqual([]);
  await tell(asha.id, link, -1);
  expect(await names()).toEqual([]);
  for (const other of [asha, mentor])
    expect((await (await app.as(other)).get('/api/staff/viva-consents')).status).toBe(403);
});
