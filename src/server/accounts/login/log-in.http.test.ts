import { expect, test, vi } from 'vitest';
import { buildBatch, buildMentor, buildStudent } from '#support/factories';
import { makeTestApp, type TestApp } from '#support/test-app';
import { flushSessionUses } from '../sessions/session-uses.ts';

const password = 'correct horse';

async function studentWithPassword({ context }: TestApp) {
  return buildStudent(context, {
    email: 'asha@example.test',
    password_hash: await context.passwords.hash(password),
  });
}

test('a login answers with the account and a session cookie', async () => {
  const { nobody, context, ...rest } = await makeTestApp();
  await studentWithPassword({ nobody, context, ...rest });
  const answer = await nobody.post('/api/auth/login', { email: ' Asha@Example.test ', password });
  expect(answer).toMatchObject({
    status: 200,
    body: {
      message: 'Login successful',
      student: { s_id: 'asha@example.test', role: 'student', batches: [] },
    },
  });
  const cookie = String([answer.headers['set-cookie']].flat()[0]);
  expect(cookie).toMatch(/^capstone=[\w-]{43}; Max-Age=\d+; Path=\/; HttpOnly; SameSite=Lax$/);
  const session = await nobody.get('/api/auth/session', { cookie: cookie.split(';')[0] as string });
  expect(session.body.student).toEqual(answer.body.student);
});

test('behind https the cookie is Secure and bound to the host', async () => {
  const app = await makeTestApp({ settings: { publicUrl: new URL('https://portal.example.test') } });
  await studentWithPassword(app);
  const answer = await app.nobody.post('/api/auth/login', { email: 'asha@example.test', password });
  expect(String([answer.headers['set-cookie']].flat()[0])).toMatch(
    /^__Host-capstone=.*; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
  );
  expect(answer.headers['strict-transport-security']).toContain('max-age=31536000');
});

test('a wrong password and an unknown address get the same refusal', async () => {
  const app = await makeTestApp();
  await studentWithPassword(app);
  const wrong = await app.nobody.post('/api/auth/login', {
    email: 'asha@example.test',
    password: 'wrong horse',
  });
  const unknown = await app.nobody.post('/api/auth/login', { email: 'nobody@example.test', password });
  expect(wrong.status).toBe(401);
  expect(wrong.body.message).toBe('Invalid credentials');
  const { message, code } = wrong.body;
  expect(unknown).toMatchObject({ status: 401, body: { message, code } });
});

test('ten failed logins from one place make the account pause there, even in one burst, and successes never count', async () => {
  const app = await makeTestApp();
  await studentWithPassword(app);
  const attempt = (word: string) =>
    app.nobody.post('/api/auth/login', { email: 'asha@example.test', password: word });
  for (const answer of await Promise.all(Array.from({ length: 12 }, () => attempt(password)))) {
    expect(answer.status).toBe(200);
  }
  const burst = await Promise.all(Array.from({ length: 14 }, () => attempt('wrong horse')));
  expect(burst.filter(({ status }) => status === 401)).toHaveLength(10);
  expect(burst.filter(({ status }) => status === 429)).toHaveLength(4);
  const refused = await attempt(password);
  expect(refused.status).toBe(429);
  expect(Number(refused.headers['retry-after'])).toBe(60);
  app.clock.advance(60_000);
  expect((await attempt(password)).status).toBe(200);
});

test('logging in renews the session, logging out ends it', async () => {
  const app = await makeTestApp();
  await studentWithPassword(app);
  const cookieOf = (answer: { headers: Record<string, unknown> }) =>
    String(answer.headers['set-cookie']).split(';')[0] as string;
  const first = cookieOf(await app.nobody.post('/api/auth/login', { email: 'asha@example.test', password }));
  const second = cookieOf(
    await app.nobody.post('/api/auth/login', { email: 'asha@example.test', password }, { cookie: first }),
  );
  const whoIs = async (cookie: string) =>
    (await app.nobody.get('/api/auth/session', { cookie })).body.student;
  expect(second).not.toBe(first);
  expect(await whoIs(first)).toBeNull();
  expect(await whoIs(second)).not.toBeNull();
  expect((await app.nobody.post('/api/auth/logout', undefined, { cookie: second })).status).toBe(204);
  expect(await whoIs(second)).toBeNull();
});

test('a login ends the old session and begins the new one in one transaction', async () => {
  const app = await makeTestApp();
  const client = await app.as(await studentWithPassword(app));
  const transaction = vi.spyOn(app.context.database, 'transaction');
  const answer = await client.post('/api/auth/login', { email: 'asha@example.test', password });
  expect([answer.status, transaction.mock.calls.length]).toEqual([200, 1]);
  const sessions = await app.context.database.reader.selectFrom('sessions').selectAll().execute();
  expect(sessions).toHaveLength(1);
});

test('a session ends when it is not used for two weeks', async () => {
  const app = await makeTestApp();
  const student = await buildStudent(app.context);
  const client = await app.as(student);
  const isSignedIn = async () => {
    const { body } = await client.get('/api/auth/session');
    await flushSessionUses(app.context);
    return body.student !== null;
  };
  app.clock.advance(13 * 24 * 3_600_000);
  expect(await isSignedIn()).toBe(true);
  app.clock.advance(13 * 24 * 3_600_000);
  expect(await isSignedIn()).toBe(true);
  app.clock.advance(14 * 24 * 3_600_000);
  expect(await isSignedIn()).toBe(false);
});

test("a mentor's session names the mentor's batches, newest first", async () => {
  const app = await makeTestApp();
  const older = await buildBatch(app.context, { name: 'OLD', starts_at: 1 });
  const newer = await buildBatch(app.context, { name: 'NEW', starts_at: 2 });
  const client = await app.as(await buildMentor(app.context, [older.id, newer.id]));
  expect((await client.get('/api/auth/session')).body.student).toMatchObject({
    role: 'mentor',
    batch: null,
    batches: ['NEW', 'OLD'],
  });
});
