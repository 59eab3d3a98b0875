import { expect, test } from 'vitest';
import { minuteMs } from '#contract/durations';
import { eventually } from '#support/eventually';
import { buildStudent } from '#support/factories';
import { recordQueries } from '#support/record-queries';
import { makeTestApp, type Client, type TestApp } from '#support/test-app';
import { flushSessionUses } from './session-uses.ts';
import { beginSession } from './sessions.ts';

const whoIs = async ({ nobody }: TestApp, cookie: string) => {
  const answer = await nobody.get('/api/auth/session', { cookie });
  expect(answer.status, cookie.slice(0, 80)).toBe(200);
  return answer.body.student?.s_id ?? null;
};
const begin = ({ context, clock }: TestApp, account: { id: number }) =>
  context.database.transaction((writer) => beginSession(writer, account.id, clock.now()));

test('only the cookie of this portal counts', async () => {
  const plain = await makeTestApp();
  const student = await buildStudent(plain.context);
  const token = await begin(plain, student);
  expect(await whoIs(plain, `capstone=${token}`)).toBe(student.email);
  for (const name of ['__Host-capstone', '__Secure-capstone', 'Capstone', 'session', 'capstone2']) {
    expect(await whoIs(plain, `${name}=${token}`), name).toBeNull();
  }
});

test('behind https a cookie that http could have set is nothing', async () => {
  const app = await makeTestApp({ settings: { publicUrl: new URL('https://portal.example.test') } });
  const student = await buildStudent(app.context);
  const token = await begin(app, student);
  expect(await whoIs(app, `__Host-capstone=${token}`)).toBe(student.email);
  expect(await whoIs(app, `capstone=${token}`)).toBeNull();
});

test('forged, broken and overlong cookies are nobody', async () => {
  const app = await makeTestApp();
  const token = await begin(app, await buildStudent(app.context));
  const { token_hash } = await app.context.database.reader
    .selectFrom('sessions')
    .select('token_hash')
    .executeTakeFirstOrThrow();
  const forged = [
    '',
    'x',
    `${token}x`,
    token.slice(0, -1),
    token.toUpperCase(),
    token_hash,
    '%zz',
    '%00',
    "' or 1=1 --",
    '"',
    '__proto__',
    'é',
    'x'.repeat(100_000),
  ];
  for (const value of forged) expect(await whoIs(app, `capstone=${value}`)).toBeNull();
  for (const cookie of ['', ';', '=', ';;;===', 'capstone', '__proto__=x', `${'a=b;'.repeat(10_000)}`]) {
    expect(await whoIs(app, cookie)).toBeNull();
  }
});

test('a forged cookie is refused where a session is needed, and does not hinder a login', async () => {
  const app = await makeTestApp();
  const student = await buildStudent(app.context, {
    password_hash: await app.context.passwords.hash('secret1'),
  });
  const headers = { cookie: `capstone=${'x'.repeat(43)}` };
  const refused = await app.nobody.get(`/api/students/studentCourse/${student.email}`, headers);
  expect(refused).toMatchObject({ status: 401, body: { code: 'signed_out' } });
  const login = { email: student.email, password: 'secret1' };
  expect((await app.nobody.post('/api/auth/login', login, headers)).status).toBe(200);
});

test('the database holds no token, only its hash', async () => {
  const app = await makeTestApp();
  const token = await begin(app, await buildStudent(app.context));
  expect(token).toMatch(/^[\w-]{43}$/);
  const rows = await app.context.database.reader.selectFrom('sessions').selectAll().execute();
  expect(JSON.stringify(rows)).not.toContain(token);
});

test('a session ends sixty days after the login, however much it is used', async () => {
  const app = await makeTestApp();
  const client = await app.as(await buildStudent(app.context));
  const isSignedIn = async () => (await client.get('/api/auth/session')).body.student !== null;
  for (let day = 10; day < 60; day += 10) {
    app.clock.advance(10 * 24 * 3_600_000);
    expect(await isSignedIn(), `day ${day}`).toBe(true);
    await flushSessionUses(app.context);
  }
  app.clock.advance(10 * 24 * 3_600_000);
  expect(await isSignedIn()).toBe(false);
});

test('"last used" is written every five minutes, not at each read', async () => {
  const app = await makeTestApp();
  const client = await app.as(await buildStudent(app.context));
  const usedAt = async () =>
    (await app.context.database.reader.selectFrom('sessions').select('used_at').executeTakeFirstOrThrow())
      .used_at;
  const began = app.clock.now();
  app.clock.advance(5 * 60_000 - 1);
  await client.get('/api/auth/session');
  await flushSessionUses(app.context);
  expect(await usedAt()).toBe(began);
  app.clock.advance(1);
  await client.get('/api/auth/session');
  expect(await usedAt(), 'a read does not wait for it').toBe(began);
  await eventually(async () => expect(await usedAt()).toBe(app.clock.now()));
});

test('two hundred requests of ten people at once each get their own', async () => {
  const app = await makeTestApp();
  const people: { email: string; client: Client }[] = [];
  for (let i = 0; i < 10; i++) {
    const { email, ...account } = await buildStudent(app.context);
    people.push({ email, client: await app.as(account) });
  }
  const asked = Array.from({ length: 20 }, (_, round) =>
    people.map(async ({ email, client }, i) => {
      // Half of them ask for their own, half of them for a neighbour's.
      const neighbour = people[(i + round) % people.length]?.email;
      const [session, course] = await Promise.all([
        client.get('/api/auth/session'),
        client.get(`/api/students/studentCourse/${round % 2 === 0 ? email : neighbour}`),
      ]);
      expect(session.body.student.s_id).toBe(email);
      if (course.status === 200) expect(course.body.s_id).toBe(email);
      else expect(course.status).toBe(403);
    }),
  );
  await Promise.all(asked.flat());
});

test('a hundred requests of one session at once share look-ups: they leave the database’s connections to others', async () => {
  const app = await makeTestApp();
  const student = await buildStudent(app.context);
  const cookie = `capstone=${await begin(app, student)}`;
  const recorded = await recordQueries(app.context.database);
  const seen = await Promise.all(Array.from({ length: 100 }, () => whoIs(app, cookie)));
  expect(new Set(seen)).toEqual(new Set([student.email]));
  const lookups = recorded.queries().filter(({ sql }) => sql.includes('"token_hash"'));
  expect(lookups.length).toBeLessThanOrEqual(20);
});

test('a request that names another account is nobody’s, whatever it asks for', async () => {
  const app = await makeTestApp();
  const student = await buildStudent(app.context);
  const other = await buildStudent(app.context);
  const cookie = `capstone=${await begin(app, student)}`;
  const ask = (named: string) =>
    app.nobody.get(`/api/students/timeline/${student.email}`, { cookie, 'for-account': named });
  expect((await ask(encodeURIComponent(student.email))).status).toBe(200);
  expect((await ask(encodeURIComponent(` ${student.email.toUpperCase()}`))).status).toBe(200);
  for (const named of [encodeURIComponent(other.email), '', '%zz', 'x']) {
    expect(await ask(named), named).toMatchObject({ status: 401, body: { code: 'signed_out' } });
  }
});

test('of an account fifty sessions are open: a login ends the one that was used longest ago', async () => {
  const app = await makeTestApp();
  const { context, clock, as } = app;
  const account = await buildStudent(context);
  const other = await as(await buildStudent(context));
  const first = await as(account);
  clock.advance(minuteMs);
  const second = await as(account);
  for (let n = 0; n < 48; n++) {
    clock.advance(minuteMs);
    await as(account);
  }
  const statusOf = async ({ get }: Client) => (await get('/api/account')).status;
  expect([await statusOf(first), await statusOf(other)]).toEqual([200, 200]);
  await flushSessionUses(context);
  const newest = await as(account);
  expect(await statusOf(second), 'unused since its login').toBe(401);
  expect([await statusOf(first), await statusOf(newest), await statusOf(other)]).toEqual([200, 200, 200]);
  const rows = await context.database.reader
    .selectFrom('sessions')
    .where('account_id', '=', account.id)
    .select('token_hash')
    .execute();
  expect(rows).toHaveLength(50);
  const listed = (await newest.get('/api/account')).body as { sessions: unknown[] };
  expect(listed.sessions).toHaveLength(50);
});

test('sixty logins at the same moment leave fifty sessions, and theirs among them', async () => {
  const { context, as } = await makeTestApp();
  const account = await buildStudent(context);
  const clients = await Promise.all(Array.from({ length: 60 }, () => as(account)));
  const answers = await Promise.all(clients.map(({ get }) => get('/api/account')));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(50);
  const last = await as(account);
  expect((await last.get('/api/account')).status).toBe(200);
});
