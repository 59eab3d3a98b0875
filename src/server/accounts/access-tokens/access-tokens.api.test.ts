import { expect, onTestFinished, test } from 'vitest';
import { dayMs, minuteMs } from '#contract/durations';
import { createToken, withAuthorization, withToken } from '#support/access-tokens';
import { buildAdministrator, buildBatch, buildMentor, buildStudent } from '#support/factories';
import { openOther } from '#support/jobs';
import { makeTestApp, type TestApp } from '#support/test-app';
import { buildApp } from '../../app.ts';
import { followRole } from '../academy-login/log-in-with-identity.ts';
import { writeStaff } from '../invite-staff.ts';
import { flushTokenUses } from './token-uses.ts';

const url = '/api/account/tokens';
const batches = '/api/staff/batches';
const later = '2026-12-31';
const wanted = { name: 'Marks to our own page', scopes: ['batch:read'], ends_on: later };

async function makePortal() {
  const app = await makeTestApp();
  const [own, other] = [await buildBatch(app.context), await buildBatch(app.context)];
  const mentor = await buildMentor(app.context, [own.id], { confirmed_at: app.clock.now() });
  return { ...app, own, other, mentor, office: await buildAdministrator(app.context) };
}

const linesOf = async ({ context }: Pick<TestApp, 'context'>, act: string) =>
  context.database.reader
    .selectFrom('audit_log')
    .where('act', '=', act)
    .select(['actor_id', 'subject', 'after', 'network'])
    .orderBy('id')
    .execute();

test('a token is shown once, kept as a hash, and opens its holder’s batches until it is revoked', async () => {
  const portal = await makePortal();
  const { context, mentor, own } = portal;
  const me = await portal.as(mentor);
  const key = { 'idempotency-key': 'k' };
  const made = await me.post(url, wanted, key);
  expect(made).toMatchObject({
    status: 201,
    headers: { 'cache-control': 'private, no-store' },
    body: { token: { name: wanted.name, scopes: ['batch:read'], batch: null, used_at: null } },
  });
  expect(made.body.token.ends_at).toBe('2026-12-31T18:29:59.999Z');
  const { secret, token } = made.body;
  expect(secret).toMatch(/^capstone_[0-9A-Za-z]{49}$/);
  expect((await me.post(url, wanted, key)).body).toEqual({ token, secret: null });
  expect((await me.get(url)).body).toEqual({ tokens: [token] });
  const rows = await context.database.reader.selectFrom('access_tokens').selectAll().execute();
  expect(rows).toHaveLength(1);
  expect(JSON.stringify(rows)).not.toContain(secret.slice(9, 52));

  const program = withToken(portal, secret);
  const found = await program.get(batches);
  expect(found.body.map(({ name }: { name: string }) => name)).toEqual([own.name]);
  expect((await program.get(`${batches}/${own.name}/progress`)).status).toBe(200);
  expect((await program.get(`${batches}/${portal.other.name}/progress`)).status).toBe(403);
  await flushTokenUses(context);
  expect((await me.get(url)).body.tokens[0].used_at).toBe('2026-11-21T09:00:00.000Z');

  const another = await portal.as(portal.office);
  expect((await another.delete(`${url}/${token.id}`)).status).toBe(204);
  expect((await program.get(batches)).status, 'only its holder revokes it').toBe(200);
  expect((await me.delete(`${url}/${token.id}`)).status).toBe(204);
  expect(await program.get(batches)).toMatchObject({
    status: 401,
    body: { code: 'invalid_token' },
    headers: { 'www-authenticate': 'Bearer realm="Capstone", error="invalid_token"' },
  });
  expect((await me.delete(`${url}/${token.id}`)).status).toBe(204);
  expect(await linesOf(portal, 'create-access-token')).toMatchObject([
    { actor_id: mentor.id, subject: wanted.name, after: expect.stringContaining('batch:read') },
  ]);
  expect(await linesOf(portal, 'revoke-access-token')).toMatchObject([{ subject: wanted.name }]);
  expect(await linesOf(portal, 'use-access-token')).toMatchObject([
    { actor_id: mentor.id, subject: wanted.name, network: '127.0.0.0/24' },
  ]);
  const mails = await context.database.reader.selectFrom('outbox').select('subject').execute();
  expect(mails).toEqual([{ subject: 'An API token was created for your account' }]);
});

test('a use is written every five minutes, and into the audit log once a day', async () => {
  const portal = await makePortal();
  const { context, clock, mentor } = portal;
  const program = withToken(portal, await createToken(portal, mentor, ['batch:read']));
  const use = async () => {
    expect((await program.get(batches)).status).toBe(200);
    await flushTokenUses(context);
    const row = await context.database.reader.selectFrom('access_tokens').select('used_at').execute();
    const lines = await linesOf(portal, 'use-access-token');
    return [(row[0]?.used_at ?? 0) - first, lines.length];
  };
  const first = clock.now();
  expect(await use()).toEqual([0, 1]);
  clock.advance(4 * minuteMs);
  expect(await use()).toEqual([0, 1]);
  clock.advance(minuteMs);
  expect(await use()).toEqual([5 * minuteMs, 1]);
  clock.advance(dayMs);
  expect(await use()).toEqual([5 * minuteMs + dayMs, 2]);
  clock.set('2027-03-01T00:00:00Z');
  expect((await program.get(batches)).status, 'it has ended').toBe(401);
});

test('what cannot be made is refused: for others, without a recent proof, too long, too many', async () => {
  const portal = await makePortal();
  const { clock, mentor, office, own, other } = portal;
  const student = await portal.as(await buildStudent(portal.context, { batch_id: own.id }));
  for (const answer of [await student.post(url, wanted), await student.get(url)])
    expect(answer.status).toBe(403);
  const me = await portal.as(mentor);
  const refusals = [
    [{ ends_on: '2026-11-20' }, 'Choose today or a later day.'],
    [{ ends_on: '2027-11-22' }, 'Choose a day at most 365 days from today.'],
    [{ scopes: ['people:import'] }, 'Only administrators can import people.'],
    [{ scopes: [] }, 'Choose what the token may do'],
    [{ scopes: ['marks:write'] }, 'scopes can have only: batch:read, people:import'],
    [{ batch: other.name }, 'There is no batch of yours with this name.'],
  ] as const;
  for (const [change, message] of refusals)
    expect(await me.post(url, { ...wanted, ...change })).toMatchObject({ status: 400, body: { message } });
  const importing = { ...wanted, scopes: ['people:import'], batch: own.name };
  expect((await (await portal.as(office)).post(url, importing)).status).toBe(400);

  const made = await Promise.all(
    Array.from({ length: 22 }, () => me.post(url, { ...wanted, ends_on: '2027-11-21' })),
  );
  expect(made.filter(({ status }) => status === 201)).toHaveLength(20);
  expect(made.filter(({ status }) => status === 409)).toHaveLength(2);
  clock.advance(11 * minuteMs);
  expect(await me.post(url, wanted)).toMatchObject({ status: 403, body: { code: 'proof_needed' } });
});

test('a token for one batch opens this one alone, also of an administrator', async () => {
  const portal = await makePortal();
  const { mentor, office, own, other } = portal;
  const names = async (program: { get: TestApp['nobody']['get'] }) => {
    const { body } = await program.get(batches);
    return body.map(({ name }: { name: string }) => name);
  };
  for (const holder of [office, mentor]) {
    const secret = await createToken(portal, holder, ['batch:read'], { batch: own.name });
    const program = withToken(portal, secret);
    expect(await names(program)).toEqual([own.name]);
    expect((await program.get(`${batches}/${own.name}/progress`)).status).toBe(200);
    expect((await program.get(`${batches}/${other.name}/progress`)).status).toBe(403);
    for (const what of ['grades', 'roster', 'submissions'])
      expect((await program.get(`/api/staff/exports/${what}`)).status, what).toBe(403);
  }
  const whole = withToken(portal, await createToken(portal, office, ['batch:read']));
  expect(await names(whole)).toHaveLength(2);
  expect((await whole.get('/api/staff/exports/grades')).status).toBe(200);
  // Its import is not about one batch.
  const both = ['batch:read', 'people:import'] as const;
  const mixed = withToken(portal, await createToken(portal, office, both, { batch: own.name }));
  expect((await mixed.get('/api/staff/intakes')).status).toBe(200);
  expect((await mixed.get(`${batches}/${other.name}/progress`)).status).toBe(403);
});

test('a token is at most its holder: a batch that is taken away, a new role', async () => {
  const portal = await makePortal();
  const { context, clock, mentor, office, own } = portal;
  const { database } = context;
  const ofMentor = withToken(portal, await createToken(portal, mentor, ['batch:read']));
  await database.transaction((writer) => writer.deleteFrom('batch_mentors').execute());
  expect((await ofMentor.get(`${batches}/${own.name}/progress`)).status).toBe(403);
  const input = { email: mentor.email, name: mentor.name, batches: [] };
  const by = { actorId: office.id, now: clock.now() };
  const write = (role: 'mentor' | 'administrator') =>
    database.transaction((writer) => writeStaff(writer, context, { ...input, role }, by));
  await write('mentor');
  expect((await ofMentor.get(batches)).status).toBe(200);
  await write('administrator');
  expect((await ofMentor.get(batches)).status).toBe(401);
  const another = await buildMentor(context, [own.id]);
  const second = withToken(portal, await createToken(portal, another, ['batch:read']));
  const follow = { accountId: another.id, role: 'administrator' as const, now: clock.now() };
  await database.transaction((writer) => followRole(writer, follow));
  expect((await second.get(batches)).status, 'by the role of the academy’s login').toBe(401);
});

test('a token of whoever is suspended, or is no member of staff any more, is refused', async () => {
  const { mentor, office, ...portal } = await makePortal();
  const program = withToken(portal, await createToken(portal, mentor, ['batch:read']));
  const set = async (row: { suspended_at?: number | null; role?: 'student' | 'mentor' }) => {
    await portal.context.database.transaction((writer) =>
      writer.updateTable('accounts').set(row).where('id', '=', mentor.id).execute(),
    );
    return (await program.get(batches)).status;
  };
  expect(await set({ suspended_at: 1 })).toBe(401);
  expect(await set({ suspended_at: null })).toBe(200);
  expect(await set({ role: 'student' })).toBe(401);
  expect(await set({ role: 'mentor' })).toBe(200);
  const examiner = { account_id: mentor.id, invited_by: office.id, invited_at: 1 };
  await portal.context.database.transaction((writer) =>
    writer.insertInto('examiner_accounts').values(examiner).execute(),
  );
  expect((await program.get(batches)).status).toBe(401);
});

test('a request with Authorization ignores cookies, and a wrong token is refused by every call', async () => {
  const portal = await makePortal();
  const { mentor } = portal;
  const cookie = await portal.cookieOf(mentor);
  const secret = await createToken(portal, mentor, ['batch:read']);
  const changed = `${secret.slice(0, -7)}${secret.at(-7) === 'a' ? 'b' : 'a'}${secret.slice(-6)}`;
  const wrong = ['', 'Bearer', 'Basic YTpi', `Bearer ${changed}`, `Bearer ${secret}x`, 'Bearer a b'];
  for (const authorization of wrong)
    for (const address of [batches, '/api/auth/session', '/api/auth/batches?q=M', '/api/nothing']) {
      const answer = await withAuthorization(portal, authorization).get(address, { cookie });
      expect(answer, `${authorization} ${address}`).toMatchObject({
        status: 401,
        body: { code: 'invalid_token' },
        headers: { 'www-authenticate': expect.stringMatching(/^Bearer /) },
      });
    }
  const program = withToken(portal, secret);
  expect((await program.get(url, { cookie })).body.code).toBe('insufficient_scope');
  expect((await program.get(batches, { cookie: 'capstone=x' })).status).toBe(200);
  expect((await program.get('/api/nothing')).status).toBe(404);
  const lower = withAuthorization(portal, `bearer ${secret}`);
  expect((await lower.get(batches)).status).toBe(200);
});

test('a revoked token is refused at once by three portals on one database', async () => {
  const portal = await makePortal();
  const beside = async () => {
    const app = await buildApp(openOther(portal), { pages: null });
    onTestFinished(() => app.close());
    return { app };
  };
  const portals = [portal, await beside(), await beside()];
  const secret = await createToken(portal, portal.mentor, ['batch:read']);
  const statuses = () =>
    Promise.all(portals.map(async (one) => (await withToken(one, secret).get(batches)).status));
  expect(await statuses()).toEqual([200, 200, 200]);
  const [row] = (await (await portal.as(portal.mentor)).get(url)).body.tokens;
  expect((await (await portal.as(portal.mentor)).delete(`${url}/${row.id}`)).status).toBe(204);
  expect(await statuses()).toEqual([401, 401, 401]);
});
