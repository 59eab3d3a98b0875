import { expect, test } from 'vitest';
import { dayMs } from '#contract/durations';
import { buildAdministrator, buildBatch, buildImportedPerson, buildStudent } from '#support/factories';
import { runDue } from '#support/run-due';
import { readAuditLog } from '#support/read-audit-log';
import { makeTestApp } from '#support/test-app';
import { jobQueue } from '../../platform/jobs/job-queue.ts';
import { openMail } from '../../platform/mail/enqueue-mail.ts';
import { revokeOpenInvitations } from './invitations.ts';
import { sendInvitationsJob } from './invite.ts';
import { invitationWords } from '#contract/people/invitation-words';

type Known = {
  name?: string | null;
  phone?: string | null;
  batch_id?: number | null;
  exit_score?: number | null;
};

async function makeOffice(settings: object = { smtpUrl: 'smtp://localhost:1' }) {
  const app = await makeTestApp({
    settings: { requireConfirmedEmail: true, publicUrl: new URL('https://portal.example.test'), ...settings },
  });
  const { context } = app;
  const batch = await buildBatch(context, { name: 'MERN-2026-11' });
  const office = await app.as(await buildAdministrator(context));
  const know = (email: string, known: Known = {}) =>
    buildImportedPerson(context, { email, batch_id: batch.id, exit_score: 78, grade: 'A', ...known });
  const print = async (...emails: string[]): Promise<string> => {
    const { body } = await office.post('/api/staff/invitations/print', { batch: null, emails });
    return new URL(body.invitations[0].link).searchParams.get('token')!;
  };
  const look = async (token: string, client = app.nobody) =>
    (await client.get(`/api/auth/invitation?token=${token}`)).body;
  const accept = (token: string, more: object = {}) =>
    app.nobody.post('/api/auth/invitation', { token, password: 'secret1', terms: true, ...more });
  const statesOf = async (query = '') =>
    Object.fromEntries(
      (await office.get(`/api/staff/invitations${query}`)).body.people.map(
        ({ s_id, state }: { s_id: string; state: string }) => [s_id, state],
      ),
    );
  const mails = async () => {
    const rows = await context.database.reader.selectFrom('outbox').orderBy('id').selectAll().execute();
    return rows.map((row) => ({ ...row, text: openMail(context.secrets, row).text }));
  };
  return { app, context, batch, office, know, print, look, accept, statesOf, mails };
}

test('a printed invitation makes a confirmed account in its batch with its score, once', async () => {
  const { app, context, office, know, print, look, accept, statesOf } = await makeOffice({ smtpUrl: null });
  await know('asha@x.test');
  await know('bala@x.test', { name: null, phone: null });
  expect(await statesOf()).toEqual({ 'asha@x.test': 'not-invited', 'bala@x.test': 'not-invited' });
  const token = await print('asha@x.test');
  expect(await statesOf('?state=printed')).toEqual({ 'asha@x.test': 'printed' });
  expect(await look(token)).toMatchObject({
    state: 'open',
    name: 'Asha Rao',
    batch: 'MERN-2026-11',
    asks_phone: false,
    has_account: false,
  });
  expect(await statesOf('?state=never-came')).toEqual({ 'asha@x.test': 'opened' });

  expect(await accept(token, { terms: false })).toMatchObject({
    status: 400,
    body: { message: 'You must agree to the terms and conditions' },
  });
  expect(await accept(token, { password: 'x' })).toMatchObject({ status: 400 });
  // What the invitation says is not to be changed by who opens it.
  const other = { name: 'Mallory', phone: '0000000000' };
  const both = await Promise.all([accept(token, other), accept(token, other)]);
  expect(both.map(({ status }) => status).toSorted()).toEqual([201, expect.any(Number)]);
  const account = await context.database.reader
    .selectFrom('accounts')
    .where('email', '=', 'asha@x.test')
    .selectAll()
    .executeTakeFirstOrThrow();
  expect(account).toMatchObject({
    name: 'Asha Rao',
    phone: '9876543210',
    exit_score: 78,
    grade: 'A',
    confirmed_at: app.clock.now(),
  });
  const login = await app.nobody.post('/api/auth/login', { email: 'asha@x.test', password: 'secret1' });
  expect(login.body.student).toMatchObject({ batch: 'MERN-2026-11', confirmation: 'none' });
  expect(await look(token)).toEqual({ state: 'used' });
  expect(await accept(token)).toMatchObject({
    status: 400,
    body: { message: invitationWords.used },
  });
  expect(await statesOf('?state=used')).toEqual({ 'asha@x.test': 'used' });
  const late = { emails: ['asha@x.test'] };
  expect((await office.post('/api/staff/invitations/revoke', late)).body).toEqual({ revoked: 0 });

  const bare = await print('bala@x.test');
  expect(await look(bare)).toMatchObject({ name: null, asks_phone: true });
  expect(await accept(bare)).toMatchObject({ status: 400, body: { message: 'Name is required' } });
  expect(await accept(bare, { name: 'Bala' })).toMatchObject({
    status: 400,
    body: { message: 'A valid phone number is required' },
  });
  expect(await accept(bare, { name: 'Bala', phone: '9876500000' })).toMatchObject({ status: 201 });
  const events = await context.database.reader
    .selectFrom('audit_log')
    .where('act', 'in', ['invite-person', 'accept-invitation'])
    .orderBy('id')
    .select(['act', 'subject'])
    .execute();
  expect(events.map(({ act, subject }) => `${act} ${subject}`)).toEqual([
    'invite-person asha@x.test',
    'accept-invitation asha@x.test',
    'invite-person bala@x.test',
    'accept-invitation bala@x.test',
  ]);
});

test('an invitation for a batch that was archived meanwhile makes an account that waits for placement', async () => {
  const { app, context, batch, know, print, look, accept } = await makeOffice();
  await know('asha@x.test');
  await know('bala@x.test');
  const bala = await buildStudent(context, { email: 'bala@x.test', batch_id: null, confirmed_at: null });
  const [token, own] = [await print('asha@x.test'), await print('bala@x.test')];
  await context.database.transaction((writer) =>
    writer.updateTable('batches').set({ retired_at: 1 }).where('id', '=', batch.id).execute(),
  );
  expect(await look(token)).toMatchObject({ state: 'open', name: 'Asha Rao', batch: null, course: null });
  expect((await accept(token)).status).toBe(201);
  const joined = await (await app.as(bala)).post('/api/account/invitation', { token: own });
  expect(joined).toMatchObject({ status: 200, body: { batch: null } });
  const rows = await context.database.reader
    .selectFrom('accounts')
    .where('email', 'in', ['asha@x.test', 'bala@x.test'])
    .select(['batch_id', 'exit_score', 'confirmed_at'])
    .execute();
  const waiting = { batch_id: null, exit_score: 78, confirmed_at: app.clock.now() };
  expect(rows).toEqual([waiting, waiting]);
});

test('one that was taken back, replaced or has ended says so; a newer one counts', async () => {
  const { app, office, know, print, look, accept, statesOf } = await makeOffice();
  await know('asha@x.test');
  const first = await print('asha@x.test');
  const second = await print('asha@x.test');
  expect([await look(first), (await look(second)).state]).toEqual([{ state: 'revoked' }, 'open']);
  const revoke = () =>
    office.post('/api/staff/invitations/revoke', { emails: ['asha@x.test'] }, { 'idempotency-key': 'r' });
  expect((await revoke()).body).toEqual({ revoked: 1 });
  expect((await revoke()).body).toEqual({ revoked: 1 });
  expect(await statesOf()).toEqual({ 'asha@x.test': 'revoked' });
  const lines = app.context.database.reader.selectFrom('audit_log').where('act', '=', 'revoke-invitation');
  expect(await lines.select('subject').execute()).toEqual([{ subject: 'asha@x.test' }]);
  expect(await accept(second)).toMatchObject({
    status: 400,
    body: { message: invitationWords.revoked },
  });
  const shownAt = new Date(app.clock.now()).toISOString();
  app.clock.advance(1);
  const third = await print('asha@x.test');
  const invitedAt = new Date(app.clock.now()).toISOString();
  const seen = { emails: ['asha@x.test'], began: { invited: { 'asha@x.test': shownAt } } };
  expect(await office.post('/api/staff/invitations/revoke', seen), 'invited again').toMatchObject({
    status: 409,
    body: { message: expect.any(String), current: { invited: { 'asha@x.test': invitedAt } } },
  });
  expect((await look(third)).state).toBe('open');
  app.clock.advance(30 * dayMs);
  expect(await look(third)).toEqual({ state: 'expired' });
  expect(await accept(third)).toMatchObject({
    status: 400,
    body: { message: invitationWords.expired },
  });
  const tomorrow = await app.as(await buildAdministrator(app.context));
  expect((await tomorrow.get('/api/staff/invitations?state=expired')).body.people).toMatchObject([
    { s_id: 'asha@x.test', state: 'expired' },
  ]);
  expect(await look('nonsense')).toEqual({ state: 'unknown' });
  const asks = { batch: null, emails: ['asha@x.test'] };
  const { invitations } = (await tomorrow.post('/api/staff/invitations/print', asks)).body;
  const fourth = new URL(invitations[0].link).searchParams.get('token')!;
  const now = app.clock.now();
  expect(await app.context.database.transaction((writer) => revokeOpenInvitations(writer, now))).toBe(1);
  expect(await look(fourth)).toEqual({ state: 'revoked' });
});

test('mail goes to each of a batch who was not invited yet, in pieces, with a link that works', async () => {
  const { app, context, office, know, look, accept, mails, statesOf } = await makeOffice();
  const other = await buildBatch(context, { name: 'DSA-2026-10' });
  for (let n = 0; n < 60; n += 1) await know(`p${String(n).padStart(2, '0')}@x.test`);
  await know('other@x.test', { batch_id: other.id });
  await buildStudent(context, { email: 'p00@x.test' });
  await buildStudent(context, { email: 'p59@x.test', confirmed_at: null, suspended_at: app.clock.now() });
  const send = (body: object, key = 'k') =>
    office.post('/api/staff/invitations/send', body, { 'idempotency-key': key });
  expect((await send({ batch: 'MERN-2026-11' })).body).toEqual({ invited: 58 });
  expect((await send({ batch: 'MERN-2026-11' })).body).toEqual({ invited: 58 });
  const queue = jobQueue(context, [sendInvitationsJob]);
  expect(await runDue(queue)).toBe(1);
  const sent = await mails();
  expect(sent).toHaveLength(58);
  expect(new Set(sent.map(({ recipient }) => recipient)).size).toBe(58);
  expect(sent[0]).toMatchObject({ recipient: 'p01@x.test', is_secret: 1 });
  expect(sent[0]!.text).toContain('Hello Asha Rao,');
  const token = /token=([\w-]+)/.exec(sent[0]!.text)![1]!;
  expect(await look(token)).toMatchObject({ state: 'open', email: 'p01@x.test' });
  expect(await accept(token)).toMatchObject({ status: 201 });
  expect((await send({ batch: 'MERN-2026-11' }, 'again')).body).toEqual({ invited: 0 });
  expect(await statesOf('?batch=DSA-2026-10')).toEqual({ 'other@x.test': 'not-invited' });

  const late = { batch: null, emails: ['p02@x.test'], uninvited: true };
  expect((await send(late, 'late')).body, 'from a page that showed them as not invited').toEqual({
    invited: 0,
  });
  const { uninvited: _, ...everybody } = late;
  expect((await send(everybody, 'late')).status, 'another request under its key').toBe(409);

  // To one address no more mail than goes there in a day.
  const once = (n: number) =>
    send({ batch: null, emails: ['p02@x.test', 'p00@x.test', 'p01@x.test'] }, `once ${n}`);
  app.context.settings.mailsADay = 3;
  const counts = [];
  for (let n = 0; n < 3; n += 1) counts.push((await once(n)).body.invited);
  expect(counts).toEqual([1, 1, 0]);
});

test('an address with a confirmed account, or one of staff, is nobody’s to take', async () => {
  const { app, context, know, print, look, accept } = await makeOffice();
  await know('asha@x.test');
  const token = await print('asha@x.test');
  const asha = await buildStudent(context, { email: 'asha@x.test', batch_id: null });
  const refused = { status: 409, body: { message: invitationWords.hasAccount } };
  expect(await look(token)).toMatchObject({ state: 'open', has_account: true, is_own: false });
  expect(await accept(token)).toMatchObject(refused);
  const change = (set: object) =>
    context.database.transaction((w) =>
      w.updateTable('accounts').set(set).where('id', '=', asha.id).execute(),
    );
  await change({ role: 'mentor', confirmed_at: null });
  expect(await accept(token)).toMatchObject(refused);
  await change({ role: 'student' });
  expect((await Promise.all([accept(token), accept(token)])).map(({ status }) => status).toSorted()).toEqual([
    201, 400,
  ]);
  expect(await look(token, await app.as(asha))).toEqual({ state: 'used' });
});

test('whoever signs up first with an invited address gains nothing: the invitation takes the account over', async () => {
  const { app, context, batch, know, print, accept } = await makeOffice({ smtpUrl: null });
  await know('asha@x.test', { phone: '9876543210' });
  const token = await print('asha@x.test');
  const squatter = {
    name: 'Mallory',
    email: 'asha@x.test',
    password: 'squatter',
    phone: '0000000000',
    batch: batch.name,
  };
  expect((await app.nobody.post('/api/auth/signup', squatter)).status).toBe(201);
  const { id } = await context.database.reader
    .selectFrom('accounts')
    .where('email', '=', 'asha@x.test')
    .select('id')
    .executeTakeFirstOrThrow();
  const theirs = await app.as({ id });
  expect((await theirs.get('/api/auth/session')).body.student).toMatchObject({ s_name: 'Mallory' });
  expect((await theirs.post('/api/account/deletion', { current_password: 'squatter' })).status).toBe(200);
  const factor = { account_id: id, kind: 'app', name: 'Phone', secret: 'x', counter: 0 } as const;
  await context.database.transaction((writer) =>
    writer
      .insertInto('second_factors')
      .values({ ...factor, credential_id: null, transports: null, added_at: app.clock.now(), used_at: null })
      .execute(),
  );
  expect(await accept(token)).toMatchObject({ status: 201, body: { email: 'asha@x.test' } });
  expect((await theirs.get('/api/auth/session')).body.student).toBeNull();
  expect(await context.database.reader.selectFrom('second_factors').select('id').execute()).toEqual([]);
  expect(await context.database.reader.selectFrom('deletion_requests').selectAll().execute()).toEqual([]);
  expect(await readAuditLog(app)).toContainEqual(expect.objectContaining({ act: 'withdraw-deletion' }));
  const logIn = (password: string) => app.nobody.post('/api/auth/login', { email: 'asha@x.test', password });
  expect((await logIn('squatter')).status).toBe(401);
  expect((await logIn('secret1')).body.student).toMatchObject({ s_name: 'Asha Rao', batch: batch.name });
  const account = await context.database.reader
    .selectFrom('accounts')
    .where('id', '=', id)
    .selectAll()
    .execute();
  expect(account).toMatchObject([
    { name: 'Asha Rao', phone: '9876543210', exit_score: 78, confirmed_at: app.clock.now() },
  ]);
});

test('an address with an account of its own is confirmed and placed by its login', async () => {
  const { app, context, batch, know, print, look } = await makeOffice();
  await know('asha@x.test');
  const asha = await buildStudent(context, {
    email: 'asha@x.test',
    batch_id: null,
    confirmed_at: null,
    must_confirm: 1,
  });
  const other = await app.as(await buildStudent(context));
  const token = await print('asha@x.test');
  expect(await look(token)).toMatchObject({ state: 'open', has_account: false, is_own: false });
  expect(await other.post('/api/account/invitation', { token })).toMatchObject({
    status: 409,
    body: { message: 'This invitation is for asha@x.test. Please log in with that account.' },
  });
  const own = await app.as(asha);
  expect(await look(token, own)).toMatchObject({ is_own: true });
  expect(await own.post('/api/account/invitation', { token })).toMatchObject({
    status: 200,
    body: { batch: 'MERN-2026-11' },
  });
  const row = await context.database.reader
    .selectFrom('accounts')
    .where('id', '=', asha.id)
    .select(['batch_id', 'confirmed_at', 'exit_score'])
    .executeTakeFirstOrThrow();
  expect(row).toEqual({ batch_id: batch.id, confirmed_at: app.clock.now(), exit_score: 78 });
  expect(await own.post('/api/account/invitation', { token })).toMatchObject({ status: 400 });
});

test('a portal without mail says so, and prints', async () => {
  const { office, know } = await makeOffice({ smtpUrl: null });
  await know('asha@x.test');
  expect(await office.post('/api/staff/invitations/send', { batch: null })).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('Please print') },
  });
  const { body } = await office.post('/api/staff/invitations/print', { batch: 'MERN-2026-11' });
  expect(body).toMatchObject({ left: 0, invitations: [{ s_id: 'asha@x.test', batch: 'MERN-2026-11' }] });
  expect(body.invitations[0].qr.path).toMatch(/^M2 2h7v1H2z/);
});

test('without the address of the portal nothing is printed or mailed, and it says why', async () => {
  const { context, office, know } = await makeOffice({ smtpUrl: 'smtp://localhost:1', publicUrl: null });
  await know('asha@x.test');
  for (const way of ['print', 'send'])
    for (const emails of [undefined, ['asha@x.test']])
      expect(await office.post(`/api/staff/invitations/${way}`, { batch: null, emails }), way).toMatchObject({
        status: 409,
        body: { message: expect.stringContaining('PUBLIC_URL') },
      });
  await expect(
    sendInvitationsJob.run(context, { batchId: null, actorId: 1 }, new AbortController().signal),
  ).rejects.toThrow('PUBLIC_URL');
  const made = context.database.reader.selectFrom('invitations').select('email').execute();
  expect(await made).toEqual([]);
});

test('a squatter’s link to a new address ends when the invitation takes the account over', async () => {
  const { app, context, batch, know, print, accept, mails } = await makeOffice();
  await know('asha@x.test', { phone: '9876543210' });
  const token = await print('asha@x.test');
  const squatter = { name: 'Mallory', email: 'asha@x.test', password: 'squatter', phone: '0000000000' };
  const signedUp = await app.nobody.post('/api/auth/signup', { ...squatter, batch: batch.name });
  expect(signedUp.status).toBe(201);
  const accounts = () =>
    context.database.reader.selectFrom('accounts').where('role', '=', 'student').select(['id', 'email']);
  const account = await accounts().executeTakeFirstOrThrow();
  const change = { email: 'mallory@x.test', current_password: 'squatter' };
  expect((await (await app.as(account)).put('/api/account/email', change)).status).toBe(200);
  const mail = (await mails()).find(({ recipient }) => recipient === 'mallory@x.test');
  const link = /confirm-email\?token=([\w-]{43})/.exec(mail?.text ?? '')?.[1];
  expect(link).toBeDefined();
  expect((await accept(token)).status).toBe(201);
  expect((await app.nobody.post('/api/auth/confirm', { token: link })).status).toBe(400);
  expect(await accounts().execute()).toEqual([account]);
});
