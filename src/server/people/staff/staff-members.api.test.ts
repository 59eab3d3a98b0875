import { beforeEach, expect, test } from 'vitest';
import { minuteMs } from '#contract/durations';
import { expectHttpError } from '#support/expect-http-error';
import { buildAdministrator, buildBatch, buildMentor } from '#support/factories';
import { makeOfficeFixture, type OfficeFixture } from '#support/office-fixture';
import { makeTestApp } from '#support/test-app';
import { readMail } from '../../platform/mail/outbox-admin.ts';

const members = '/api/staff/members';
const anu = { email: 'anu@example.test', name: 'Anu Menon', role: 'mentor', batches: ['ONE'] };

let { app, batch, admin, asha, office, actsOn, mailsTo } = {} as OfficeFixture;
beforeEach(async () => {
  ({ app, batch, admin, asha, office, actsOn, mailsTo } = await makeOfficeFixture());
});

const tokenIn = (text: string) => /reset-password\?token=([\w-]+)/.exec(text)?.[1];
const choosePassword = (token: string | undefined) =>
  app.nobody.post('/api/auth/reset', { token, password: 'another-7-word' });

test('the list has mentors and administrators with what the office asks of them, and no student', async () => {
  const { context, clock } = app;
  const second = await buildBatch(context, { name: 'TWO' });
  const mentor = await buildMentor(context, [batch.id, second.id], { name: 'Ravi', password_hash: null });
  await context.database.transaction((writer) =>
    writer.updateTable('accounts').set({ has_second_factor: 1 }).where('id', '=', admin.id).execute(),
  );
  const { body } = await office.get(members);
  expect(body.next).toBeNull();
  expect(body.members).toEqual([
    {
      id: String(mentor.id),
      s_id: mentor.email,
      s_name: 'Ravi',
      role: 'mentor',
      batches: ['ONE', 'TWO'],
      since: expect.any(String),
      seen_at: null,
      has_password: false,
      has_second_factor: false,
      suspended: false,
      is_own: false,
    },
    expect.objectContaining({
      s_id: admin.email,
      role: 'administrator',
      batches: [],
      has_password: true,
      has_second_factor: true,
      is_own: true,
    }),
  ]);
  expect(Date.parse(body.members[0].since)).toBeLessThanOrEqual(clock.now());
  const first = (await office.get(`${members}?limit=1`)).body;
  expect(first.members.map(({ s_id }: { s_id: string }) => s_id)).toEqual([mentor.email]);
  const next = (await office.get(`${members}?limit=1&after=${first.next}`)).body;
  expect(next.members.map(({ s_id }: { s_id: string }) => s_id)).toEqual([admin.email]);
  expectHttpError(await office.get(`${members}?after=x`), 400, 'bad_request', 'no place in the list');
});

test('a mentor is invited once for a key, told by mail, on record, and logs in by the link', async () => {
  const headers = { 'idempotency-key': 'one' };
  for (const which of ['the first', 'a repetition']) {
    const made = await office.post(members, anu, headers);
    expect([made.status, made.body.link], which).toEqual([201, null]);
    expect(made.body.member, which).toMatchObject({
      s_id: anu.email,
      s_name: anu.name,
      role: 'mentor',
      batches: ['ONE'],
      has_password: false,
    });
  }
  expect(await actsOn(anu.email)).toEqual([
    ['invite-staff', admin.id, { name: anu.name, role: 'mentor', batches: ['ONE'] }],
  ]);
  const mails = await mailsTo(anu.email);
  expect(mails.map(({ subject }) => subject)).toEqual(['Your account in the student portal']);
  const { text } = await readMail(app.context, mails[0]!.id);
  expect(text).toContain('ONE');
  expect((await choosePassword(tokenIn(text))).status).toBe(204);
  const login = { email: anu.email, password: 'another-7-word' };
  const { body } = await app.nobody.post('/api/auth/login', login);
  expect(body.student).toMatchObject({ role: 'mentor', batches: ['ONE'] });
  const other = await office.post(members, { ...anu, name: 'Another' }, headers);
  expectHttpError(other, 409, 'conflict', 'the key with something else');
});

test('without mail the link is answered this once, and a repetition answers another one that works', async () => {
  const silent = await makeTestApp();
  const boss = await silent.as(await buildAdministrator(silent.context));
  const headers = { 'idempotency-key': 'one' };
  const body = { ...anu, role: 'administrator', batches: [] };
  const first = await boss.post(members, body, headers);
  const again = await boss.post(members, body, headers);
  expect([first.status, again.status]).toEqual([201, 201]);
  expect(first.headers['cache-control']).toBe('private, no-store');
  const [before, after] = [tokenIn(first.body.link), tokenIn(again.body.link)];
  const choose = (token: string | undefined) =>
    silent.nobody.post('/api/auth/reset', { token, password: 'another-7-word' });
  expect((await choose(before)).status).toBe(400);
  expect((await choose(after)).status).toBe(204);
  const { reader } = silent.context.database;
  const lines = await reader.selectFrom('audit_log').where('subject', '=', anu.email).select('act').execute();
  expect(lines.map(({ act }) => act)).toEqual(['invite-staff', 'issue-password-reset']);
});

test('nobody is made staff who has an account, and what is typed wrongly is named', async () => {
  const refused = async (body: object) => (await office.post(members, { ...anu, ...body })).body.message;
  expect(await refused({ email: asha.email })).toBe(
    'asha@example.test belongs to a student. Staff need a different email.',
  );
  expect(await refused({ email: admin.email })).toBe(
    'office@example.test already has a staff account (administrator). Change the role on its page.',
  );
  expect(await refused({ batches: ['NONE'] })).toContain('There is no batch "NONE"');
  expect(await refused({ role: 'administrator' })).toContain('Administrators have every batch');
  expect(await refused({ role: 'student' })).toBe('role must be one of mentor, administrator');
  expect(await refused({ name: 'http://x.test' })).toContain('name');
  expect(await refused({ email: 'anu' })).toContain('mail');
  expect(await actsOn(anu.email)).toEqual([]);
  expect(await mailsTo(anu.email)).toEqual([]);
});

test('a role is given and taken away, with a line and a mail; what it opens follows at once', async () => {
  const ravi = await buildMentor(app.context, [batch.id], { email: 'ravi@example.test', name: 'Ravi' });
  const his = await app.as(ravi);
  const of = `${members}/${ravi.email}`;
  expectHttpError(await his.get(members), 403, 'forbidden', 'a mentor');
  const headers = { 'idempotency-key': 'up' };
  const up = await office.put(of, { role: 'administrator' }, headers);
  expect([up.status, up.body.role]).toEqual([200, 'administrator']);
  expect((await his.get(members)).status).toBe(200);
  const down = await office.put(of, { role: 'mentor', batches: [] });
  expect([down.status, down.body]).toEqual([
    200,
    expect.objectContaining({ role: 'mentor', batches: ['ONE'] }),
  ]);
  expectHttpError(await his.get(members), 403, 'forbidden', 'a mentor again');
  // The first press once more, late: it counts as done.
  expect((await office.put(of, { role: 'administrator' }, headers)).body.role).toBe('mentor');
  await buildBatch(app.context, { name: 'TWO' });
  expect((await office.put(of, { role: 'mentor', batches: ['two'] })).body.batches).toEqual(['ONE', 'TWO']);
  expect((await actsOn(ravi.email)).map(([act, by]) => [act, by])).toEqual(
    Array.from({ length: 3 }, () => ['invite-staff', admin.id]),
  );
  expect((await mailsTo(ravi.email)).map(({ subject }) => subject)).toEqual([
    'Your role is now mentor',
    'Your role is now administrator',
  ]);
});

test('nobody changes the own role, and a link that is on its way stays good', async () => {
  const own = await office.put(`${members}/${admin.email}`, { role: 'mentor' });
  expectHttpError(own, 409, 'conflict', 'the own role');
  expect(own.body.message).toBe('You cannot change your own role.');
  expectHttpError(
    await office.put(`${members}/${asha.email}`, { role: 'mentor' }),
    404,
    'not_found',
    'a student',
  );
  await office.post(members, anu);
  expect((await office.put(`${members}/${anu.email}`, { role: 'administrator' })).status).toBe(200);
  const mail = (await mailsTo(anu.email)).at(-1);
  expect((await choosePassword(tokenIn((await readMail(app.context, mail!.id)).text))).status).toBe(204);
});

test('inviting and changing a role ask for a fresh proof', async () => {
  const ravi = await buildMentor(app.context, [], { email: 'ravi@example.test' });
  app.clock.advance(11 * minuteMs);
  expectHttpError(await office.post(members, anu), 403, 'proof_needed', 'an invitation');
  const change = await office.put(`${members}/${ravi.email}`, { role: 'administrator' });
  expectHttpError(change, 403, 'proof_needed', 'another role');
  expect((await office.get(members)).status).toBe(200);
});
