import { expect, test } from 'vitest';
import { minuteMs } from '#contract/durations';
import { buildAdministrator, buildBatch, buildImportedPerson, buildStudent } from '#support/factories';
import { readAuditLog } from '#support/read-audit-log';
import { makeTestApp } from '#support/test-app';

type Printed = { s_id: string; link: string }[];

async function makeOffice(settings: object = {}) {
  const app = await makeTestApp({
    settings: {
      requireConfirmedEmail: true,
      publicUrl: new URL('https://portal.example.test'),
      smtpUrl: null,
      ...settings,
    },
  });
  const { context } = app;
  const batch = await buildBatch(context, { name: 'MERN-2026-11' });
  const office = await app.as(await buildAdministrator(context));
  const emails = ['asha@x.test', 'bala@x.test', 'devi@x.test'];
  for (const email of emails) await buildImportedPerson(context, { email, batch_id: batch.id });
  const print = (key = 'k', body: object = { batch: 'MERN-2026-11' }) =>
    office.post('/api/staff/invitations/print', body, { 'idempotency-key': key });
  const list = async () => (await office.get('/api/staff/invitations')).body;
  const accept = (link: string) =>
    app.nobody.post('/api/auth/invitation', { token: tokenOf(link), password: 'secret1', terms: true });
  const stateOf = async (link: string) =>
    (await app.nobody.get(`/api/auth/invitation?token=${tokenOf(link)}`)).body.state;
  return { app, context, batch, office, emails, print, list, accept, stateOf };
}

const tokenOf = (link: string) => new URL(link).searchParams.get('token')!;
const linksOf = (sheet: { body: { invitations: Printed } }) =>
  Object.fromEntries(sheet.body.invitations.map(({ s_id, link }) => [s_id, link]));

test('a repetition gives the same people links that work, beside the first ones, until a person uses one', async () => {
  const { app, context, office, emails, print, list, accept, stateOf } = await makeOffice();
  const first = await print();
  expect(first).toMatchObject({ status: 200, body: { left: 0 } });
  const again = await print();
  expect(again.body.sheet).toBe(first.body.sheet);
  const [before, after] = [linksOf(first), linksOf(again)];
  expect(Object.keys(after)).toEqual(emails);
  for (const email of emails)
    expect([await stateOf(before[email]!), await stateOf(after[email]!)]).toEqual(['open', 'open']);

  expect((await accept(before['asha@x.test']!)).status).toBe(201);
  expect(await stateOf(after['asha@x.test']!)).toBe('used');
  expect((await accept(after['asha@x.test']!)).status).toBe(400);
  expect((await accept(after['bala@x.test']!)).status).toBe(201);
  expect(await stateOf(before['bala@x.test']!)).toBe('used');
  expect((await list()).counts).toMatchObject({ used: 2, 'not-invited': 0 });

  // Who has come, or whose invitation was withdrawn, is on no further sheet.
  expect(Object.keys(linksOf(await print()))).toEqual(['devi@x.test']);
  await office.post('/api/staff/invitations/revoke', { emails });
  expect((await print()).body.invitations).toEqual([]);
  expect(await print('k', { batch: null })).toMatchObject({ status: 409 });
  expect(await print('empty')).toMatchObject({ body: { sheet: null, invitations: [] } });
  // Another sheet's links end the earlier ones.
  const third = await print('third', { batch: null, emails: ['devi@x.test'] });
  const fourth = await print('fourth', { batch: null, emails: ['devi@x.test'] });
  expect(await stateOf(linksOf(third)['devi@x.test']!)).toBe('revoked');
  expect(await stateOf(linksOf(fourth)['devi@x.test']!)).toBe('open');
  // A page that showed nobody of them as invited ends no invitation.
  const late = { batch: null, emails: ['devi@x.test', 'bala@x.test'], uninvited: true };
  expect((await print('late', late)).body).toMatchObject({ sheet: null, invitations: [] });
  expect(await stateOf(linksOf(fourth)['devi@x.test']!)).toBe('open');
  expect(await context.database.reader.selectFrom('printed_sheets').select('id').execute()).toHaveLength(3);
  expect((await readAuditLog(app)).filter(({ act }) => act === 'invite-person')).toHaveLength(9);
});

test('a sheet that was made and not printed is listed with its people, and is made again after a reload', async () => {
  const { app, office, print, list, accept, stateOf } = await makeOffice();
  const made = await print();
  app.clock.advance(5 * minuteMs);
  const { sheet } = made.body;
  expect(await list()).toMatchObject({
    unprinted: [{ sheet, people: 3, made_at: '2026-11-21T09:00:00.000Z' }],
    makes_links: true,
    people: [{ awaits_print: true }, { awaits_print: true }, { awaits_print: true }],
  });
  await accept(linksOf(made)['asha@x.test']!);
  expect((await list()).unprinted).toMatchObject([{ sheet, people: 2 }]);
  const again = await office.post(`/api/staff/invitations/sheets/${sheet}`);
  expect(Object.keys(linksOf(again))).toEqual(['bala@x.test', 'devi@x.test']);
  expect(await stateOf(linksOf(made)['bala@x.test']!)).toBe('open');
  expect(await stateOf(linksOf(again)['bala@x.test']!)).toBe('open');
  for (let n = 0; n < 2; n += 1)
    expect((await office.post(`/api/staff/invitations/sheets/${sheet}/printed`)).status).toBe(204);
  const settled = await list();
  expect(settled.unprinted).toEqual([]);
  expect(settled.people.map((person: { awaits_print: boolean }) => person.awaits_print)).toEqual([
    false,
    false,
    false,
  ]);
  expect(await office.post('/api/staff/invitations/sheets/999')).toMatchObject({ status: 404 });
  expect(await office.post('/api/staff/invitations/sheets/x/printed')).toMatchObject({ status: 404 });
});

test('without an own address the list says that there are no links', async () => {
  const { list, print } = await makeOffice({ publicUrl: null });
  expect(await list()).toMatchObject({ makes_links: false, unprinted: [] });
  expect(await print()).toMatchObject({ status: 409 });
});

test('imported people are removed with their invitations, and nobody if one has signed up', async () => {
  const { app, context, office, emails, print, list, stateOf } = await makeOffice();
  const links = linksOf(await print());
  const remove = (some: readonly string[], key = 'r') =>
    office.post('/api/staff/invitations/remove', { emails: some }, { 'idempotency-key': key });
  await buildStudent(context, { email: 'devi@x.test', name: 'Devi', confirmed_at: null });
  expect(await remove(emails, 'all')).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('Devi, devi@x.test, has signed up') },
  });
  expect(await stateOf(links['asha@x.test']!)).toBe('open');
  const two = ['ASHA@x.test', 'bala@x.test'];
  for (let n = 0; n < 2; n += 1) expect((await remove(two)).body).toEqual({ removed: 2 });
  expect((await remove(two, 'later')).body).toEqual({ removed: 0 });
  expect((await list()).people.map(({ s_id }: { s_id: string }) => s_id)).toEqual(['devi@x.test']);
  expect(await stateOf(links['asha@x.test']!)).toBe('unknown');
  const events = (await readAuditLog(app)).filter(({ act }) => act === 'remove-imported-person');
  expect(events.map(({ subject }) => subject).toSorted()).toEqual(['asha@x.test', 'bala@x.test']);
});

test('what the office corrects of a student who has signed up invites nobody, and waits for the email', async () => {
  const { context, batch, office, list } = await makeOffice();
  const zoe = await buildStudent(context, {
    email: 'zoe@x.test',
    name: 'Zoe',
    phone: '9876543210',
    confirmed_at: null,
    batch_id: batch.id,
  });
  const correct = (exit_score: string | null) =>
    office.put(`/api/staff/people/${zoe.email}/profile`, { name: 'Zoe', phone: '9876543210', exit_score });
  const isListed = async () => (await list()).people.some(({ s_id }: { s_id: string }) => s_id === zoe.email);
  expect(await correct('81')).toMatchObject({
    status: 200,
    body: { exit_score: null, imported: { exit_score: 81 } },
  });
  expect(await correct('82')).toMatchObject({ status: 200, body: { imported: { exit_score: 82 } } });
  expect(await isListed()).toBe(false);
  expect(await correct(null)).toMatchObject({ status: 200 });
  expect(await isListed()).toBe(false);
  // Who is imported afterwards may be invited.
  await office.post('/api/staff/people', { email: zoe.email, batch: batch.name });
  expect(await isListed()).toBe(true);
  await correct('83');
  expect(await isListed()).toBe(true);
});

test('a correction alone is no imported list', async () => {
  const app = await makeTestApp({ settings: { requireConfirmedEmail: true } });
  const office = await app.as(await buildAdministrator(app.context));
  const zoe = await buildStudent(app.context, { confirmed_at: null });
  await office.put(`/api/staff/people/${zoe.email}/profile`, {
    name: 'Zoe',
    phone: '9876543210',
    exit_score: '81',
  });
  const { steps } = (await office.get('/api/staff/office')).body;
  expect(steps).toContainEqual({ step: 'list', done: false });
});
