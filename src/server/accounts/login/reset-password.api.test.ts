import { expect, test, vi } from 'vitest';
import { messages } from '#contract/messages';
import { buildMentor, buildStudent } from '#support/factories';
import { makeTestApp, type TestApp } from '#support/test-app';
import { issuePasswordReset } from './issue-password-reset.ts';
import { issueToken } from '../one-time-tokens.ts';

const day = 24 * 3_600_000;
const refused = { status: 400, body: { message: messages.tokenInvalid, code: 'bad_request' } };

const issue = ({ context, clock }: TestApp, accountId: number | null, purpose: 'setup' | 'reset' = 'reset') =>
  context.database.transaction((writer) => issueToken(writer, purpose, accountId, clock.now()));
const reset = ({ nobody }: TestApp, token: unknown, password: unknown = 'new secret') =>
  nobody.post('/api/auth/reset', { token, password });
const logIn = async ({ nobody }: TestApp, email: string, password: string) =>
  (await nobody.post('/api/auth/login', { email, password })).status;

let oldHash: Promise<string> | undefined;

async function studentWithPassword({ context }: TestApp) {
  oldHash ??= context.passwords.hash('old secret');
  return buildStudent(context, { password_hash: await oldHash });
}

test('a token sets a new password, once', async () => {
  const app = await makeTestApp();
  const student = await studentWithPassword(app);
  const token = await issue(app, student.id);
  expect(await reset(app, token)).toMatchObject({ status: 204, body: '' });
  expect(await logIn(app, student.email, 'old secret')).toBe(401);
  expect(await logIn(app, student.email, 'new secret')).toBe(200);
  expect(await reset(app, token, 'another secret')).toMatchObject(refused);
  expect(await logIn(app, student.email, 'new secret')).toBe(200);
});

test('a login with the old password that is still being checked during a reset is refused', async () => {
  const app = await makeTestApp();
  const student = await studentWithPassword(app);
  const token = await issue(app, student.id);
  const check = app.context.passwords.verifyAndRenew;
  vi.spyOn(app.context.passwords, 'verifyAndRenew').mockImplementationOnce(async (...asked) => {
    const verdict = await check(...asked);
    expect(await reset(app, token)).toMatchObject({ status: 204 });
    return verdict;
  });
  expect(await logIn(app, student.email, 'old secret')).toBe(401);
  expect(await app.context.database.reader.selectFrom('sessions').selectAll().execute()).toEqual([]);
});

test('a change of the password that is being checked during a reset is refused', async () => {
  const app = await makeTestApp();
  const student = await studentWithPassword(app);
  const [token, me] = [await issue(app, student.id), await app.as(student)];
  const check = app.context.passwords.verify;
  vi.spyOn(app.context.passwords, 'verify').mockImplementationOnce(async (...asked) => {
    const fits = await check(...asked);
    expect(await reset(app, token)).toMatchObject({ status: 204 });
    return fits;
  });
  const body = { current_password: 'old secret', password: 'their secret' };
  expect(await me.put('/api/account/password', body)).toMatchObject({
    status: 400,
    body: { message: messages.currentPasswordWrong },
  });
  expect(await logIn(app, student.email, 'new secret')).toBe(200);
});

test('of uses at once one alone succeeds', async () => {
  const app = await makeTestApp();
  const token = await issue(app, (await studentWithPassword(app)).id);
  const answers = await Promise.all(['first one', 'second one'].map((word) => reset(app, token, word)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 400]);
});

test('a token is good for seven days', async () => {
  const app = await makeTestApp();
  const student = await studentWithPassword(app);
  const token = await issue(app, student.id);
  app.clock.advance(7 * day);
  expect(await reset(app, token)).toMatchObject(refused);
  expect(await logIn(app, student.email, 'old secret')).toBe(200);
  app.clock.advance(-1);
  expect((await reset(app, token)).status).toBe(204);
});

test('a newer token of the same account ends the older one, and leaves those of others alone', async () => {
  const app = await makeTestApp();
  const [mine, other] = [await studentWithPassword(app), await studentWithPassword(app)];
  const [older, others, newer] = [
    await issue(app, mine.id),
    await issue(app, other.id),
    await issue(app, mine.id),
  ];
  expect(await reset(app, older)).toMatchObject(refused);
  expect((await reset(app, others)).status).toBe(204);
  expect((await reset(app, newer)).status).toBe(204);
});

test('what is no token for this is refused, whatever it is, and costs no hash', async () => {
  const app = await makeTestApp();
  await studentWithPassword(app);
  const ofSetup = await issue(app, null, 'setup');
  const stored = await app.context.database.reader.selectFrom('one_time_tokens').selectAll().execute();
  const hash = vi.spyOn(app.context.passwords, 'hash');
  const wrong = [
    'unknown',
    ofSetup,
    stored[0]?.token_hash,
    '',
    ' ',
    undefined,
    null,
    7,
    {},
    ['x'],
    'x'.repeat(201),
  ];
  for (const token of wrong) expect(await reset(app, token), JSON.stringify(token)).toMatchObject(refused);
  expect(hash).not.toHaveBeenCalled();
});

test('a weak password leaves the token good', async () => {
  const app = await makeTestApp();
  const token = await issue(app, (await studentWithPassword(app)).id);
  for (const weak of ['12345', '', null, 123456]) {
    expect(await reset(app, token, weak)).toMatchObject({
      status: 400,
      body: { message: messages.passwordShort },
    });
  }
  expect((await reset(app, token)).status).toBe(204);
});

test('every session of the account ends, and no other', async () => {
  const app = await makeTestApp();
  const [student, other] = [await studentWithPassword(app), await studentWithPassword(app)];
  const clients = [await app.as(student), await app.as(student), await app.as(other)];
  expect((await reset(app, await issue(app, student.id))).headers['set-cookie']).toBeUndefined();
  const seen = await Promise.all(
    clients.map(async (client) => (await client.get('/api/auth/session')).body.student),
  );
  expect(seen.map((who) => who?.s_id ?? null)).toEqual([null, null, other.email]);
});

test('whoever guessed too often may log in at once with the new password', async () => {
  const app = await makeTestApp();
  const student = await studentWithPassword(app);
  const guess = { kind: 'login-account', subject: student.email, source: '127.0.0.1', at: app.clock.now() };
  await app.context.database.transaction((writer) =>
    writer
      .insertInto('rate_limit_hits')
      .values(Array.from({ length: 10 }, () => guess))
      .execute(),
  );
  expect(await logIn(app, student.email, 'old secret')).toBe(429);
  await reset(app, await issue(app, student.id));
  expect(await logIn(app, student.email, 'new secret')).toBe(200);
});

test('the first password of somebody invited comes the same way', async () => {
  const app = await makeTestApp();
  const mentor = await buildMentor(app.context);
  expect(await logIn(app, mentor.email, '')).toBe(400);
  const { token } = await issuePasswordReset(app.context, mentor.email);
  expect((await reset(app, token)).status).toBe(204);
  expect(await logIn(app, mentor.email, 'new secret')).toBe(200);
});

test('the database holds no token and no password in clear, the audit log neither', async () => {
  const app = await makeTestApp();
  const student = await studentWithPassword(app);
  const { token } = await issuePasswordReset(app.context, student.email);
  const { reader } = app.context.database;
  const dump = async () =>
    JSON.stringify([
      await reader.selectFrom('one_time_tokens').selectAll().execute(),
      await reader.selectFrom('audit_log').selectAll().execute(),
      await reader.selectFrom('accounts').selectAll().execute(),
    ]);
  expect(await dump()).not.toContain(token);
  await reset(app, token);
  expect(await dump()).not.toContain(token);
  expect(await dump()).not.toContain('new secret');
});
