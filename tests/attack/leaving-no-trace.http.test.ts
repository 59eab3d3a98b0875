import { expect, onTestFinished, test } from 'vitest';
import { buildApp } from '#server/app';
import { messages } from '#contract/messages';
import { codeAt } from '#server/accounts/second-factor/app-secret';
import { wordsOf } from '#server/audit/event-words';
import { auditedEvents } from '#server/audit/security-lines';
import { makeAccessToken } from '#server/accounts/access-tokens/access-token';
import { issueSetupToken } from '#server/accounts/sign-up/set-up-administrator';
import { securityEvents, type SecurityEvent } from '#server/platform/http/security-log';
import { listMail, readMail } from '#server/platform/mail/outbox-admin';
import { recordLog, type LogLine } from '#support/record-log';
import { makeClient, makeTestContext, type Answer } from '#support/test-app';

// What an attacker would gain: to try, and to change, without anybody being able to see it afterwards; or to read in the log
// what opens an account.

const secrets = {
  password: 'the first secret word',
  wrong: 'a wrong secret word',
  next: 'the second secret word',
  last: 'the third secret word',
  email: 'asha.menon@example.test',
  newEmail: 'asha.other@example.test',
  stranger: 'stranger@example.test',
  name: 'Asha Menon',
  phone: '9876543210',
  setupEmail: 'office@example.test',
};

async function makePortal() {
  const { context } = await makeTestContext({ settings: { smtpUrl: 'smtp://127.0.0.1:9' } });
  const { lines, logger } = recordLog('trace');
  const app = await buildApp(context, { pages: null, logger });
  await app.ready();
  onTestFinished(() => app.close());
  /** Tokens, too, that the portal has given out. */
  const given: string[] = [];
  const jar: Record<string, string> = {};
  const send = async (
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    url: string,
    body?: object,
    headers = {},
  ): Promise<Answer> => {
    const client = makeClient(app, jar);
    const payload = body === undefined ? {} : { payload: body };
    const answer = await client.send({ method, url, remoteAddress: '203.0.113.77', headers, ...payload });
    for (const cookie of [answer.headers['set-cookie'] ?? []].flat()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(String(cookie)) ?? [];
      jar[name] = value;
      if (value !== '') given.push(value);
    }
    return answer;
  };
  const newestToken = async (to: string) => {
    const mail = (await listMail(context, 20)).find(
      ({ recipient, subject }) => recipient === to && !/changed/.test(subject),
    );
    const token = /token=([\w-]+)/.exec((await readMail(context, mail!.id)).text)?.[1] as string;
    given.push(token);
    return token;
  };
  /** Only the session stays of the browser's cookies. */
  const forgetDevice = () => {
    for (const name of Object.keys(jar)) if (name.endsWith('-device')) delete jar[name];
  };
  const flush = () => app.securityLines.flush(true);
  return { context, lines, send, newestToken, given, forgetDevice, flush };
}

test('each event is in the log, with account and shortened address, and no secret is', async () => {
  const { context, lines, send, newestToken, given, forgetDevice, flush } = await makePortal();
  const { email, password, wrong, next, last, newEmail } = secrets;
  const setUp = (await issueSetupToken(context)) as string;
  given.push(setUp);
  const office = { name: 'Office', email: secrets.setupEmail, password };
  await send('POST', '/api/auth/setup', { ...office, token: 'unknown' });
  expect((await send('POST', '/api/auth/setup', { ...office, token: setUp })).status).toBe(201);
  const signUp = { name: secrets.name, email, password, phone: secrets.phone, batch: 'X' };
  expect((await send('POST', '/api/auth/signup', signUp)).status).toBe(201);
  const { id } = await context.database.reader
    .selectFrom('accounts')
    .where('email', '=', email)
    .select('id')
    .executeTakeFirstOrThrow();
  await send('POST', '/api/auth/confirm', { token: 'unknown' });
  expect((await send('POST', '/api/auth/confirm', { token: await newestToken(email) })).status).toBe(200);
  await send('POST', '/api/auth/login', { email, password: wrong });
  await send('POST', '/api/auth/login', { email: secrets.stranger, password: wrong });
  expect((await send('POST', '/api/auth/login', { email, password })).status).toBe(200);
  await send('GET', `/api/students/timeline/${secrets.stranger}`);
  await send('GET', '/api/staff/batches');
  const program = makeAccessToken();
  given.push(program);
  await send('GET', '/api/staff/batches', undefined, { authorization: `Bearer ${program}` });
  await send('POST', '/api/auth/logout', undefined, { origin: 'https://evil.test' });
  const change = (body: object) => send('PUT', '/api/account/password', body);
  await change({ current_password: wrong, password: next });
  expect((await change({ current_password: password, password: next })).status).toBe(200);
  expect((await send('PUT', '/api/account/email', { email: newEmail, current_password: next })).status).toBe(
    200,
  );
  expect((await send('DELETE', '/api/account/email')).status).toBe(204);
  await send('PUT', '/api/account/email', { email: newEmail, current_password: next });
  expect((await send('POST', '/api/auth/confirm', { token: await newestToken(newEmail) })).status).toBe(200);
  await send('DELETE', '/api/account/sessions/0123456789abcdef');
  await send('DELETE', '/api/account/sessions');
  await send('POST', '/api/account/deletion', { current_password: next });
  await send('DELETE', '/api/account/deletion');
  expect((await send('POST', '/api/auth/logout')).status).toBe(204);
  expect((await send('POST', '/api/auth/forgot', { email: newEmail })).status).toBe(200);
  await send('POST', '/api/auth/reset', { token: 'unknown', password: last });
  const reset = { token: await newestToken(newEmail), password: last };
  expect((await send('POST', '/api/auth/reset', reset)).status).toBe(204);

  // A second factor, with which a login takes another step.
  const post = (url: string, body = {}) => send('POST', `/api/${url}`, body);
  const logIn = () => post('auth/login', { email: newEmail, password: last });
  expect((await logIn()).body.message).toBe(messages.loginSuccessful);
  const { secret } = (await post('account/second-factor/app/secret')).body as { secret: string };
  const code = () => codeAt(secret, context.clock.now());
  const app = await post('account/second-factor/app', { name: 'Phone', code: code() });
  const codes = app.body.recovery_codes as string[];
  given.push(secret, ...codes);
  expect((await post('auth/logout')).status).toBe(204);
  expect((await logIn()).body.message).toBe(messages.secondStepNeeded);
  expect((await post('auth/second-step', { code: '000000' })).status).toBe(400);
  expect((await post('auth/second-step', { code: codes[0] })).status).toBe(200);
  expect((await post('account/proof', { code: '000000' })).status).toBe(400);
  expect((await post('account/proof', { code: codes[1] })).status).toBe(200);
  const tried = (kind: string, subject: string, count: number) =>
    Array.from({ length: count }, () => ({ kind, subject, at: context.clock.now(), source: '203.0.113.77' }));
  const insertTries = (rows: ReturnType<typeof tried>) =>
    context.database.transaction((writer) => writer.insertInto('rate_limit_hits').values(rows).execute());
  forgetDevice();
  await insertTries(tried('code-account', newEmail, 10));
  expect((await post('account/proof', { code: '000000' })).status).toBe(429);
  const renewed = await post('account/recovery-codes');
  given.push(...(renewed.body.recovery_codes as string[]));
  const { factors } = (await send('GET', '/api/account')).body.second_factor as { factors: { id: string }[] };
  expect((await logIn()).body.message).toBe(messages.secondStepNeeded);
  expect((await post('auth/second-step', { code: '000000' })).status).toBe(429);
  expect((await send('DELETE', `/api/account/second-factor/${factors[0]!.id}`)).status).toBe(204);

  await send('POST', '/api/policy-reports', {
    'csp-report': { 'document-uri': `https://a.test/?token=${setUp}` },
  });

  // Where somebody tries too often, after all that was tried before.
  const rows = [
    ...tried('login-account', secrets.stranger, 10),
    ...tried('forgot-account', secrets.stranger, 3),
    ...tried('password-account', String(id), 10),
    ...tried('signup-address', '203.0.113.77', 300),
  ];
  await insertTries(rows);
  await send('POST', '/api/auth/login', { email: newEmail, password: last });
  const paused = [
    await send('POST', '/api/auth/login', { email: secrets.stranger, password: wrong }),
    await send('POST', '/api/auth/forgot', { email: secrets.stranger }),
    await change({ current_password: wrong, password: next }),
    await send('POST', '/api/auth/signup', { ...signUp, email: 'b@example.test' }),
  ];
  expect(paused.map(({ status }) => status)).toEqual([429, 429, 429, 429]);

  const heard = lines.filter(({ msg }) => msg === 'security');
  const seen = new Set(heard.map(({ event }) => event as SecurityEvent));
  expect(Object.keys(securityEvents).filter((event) => !seen.has(event as SecurityEvent))).toEqual([]);
  for (const line of heard) {
    expect(line).toMatchObject({ network: '203.0.113.0/24', reqId: expect.any(String) });
    expect(line.level, String(line['event'])).toBe(
      { info: 30, warn: 40 }[securityEvents[line['event'] as SecurityEvent]],
    );
  }
  const accountsOf = (event: SecurityEvent) =>
    heard.filter((line) => line['event'] === event).map((line) => line['account']);
  expect(accountsOf('login-failed').slice(0, 2), 'of a known and of an unknown address').toEqual([
    id,
    undefined,
  ]);
  for (const event of [
    'signed-up',
    'logged-in',
    'logged-out',
    'address-confirmed',
    'address-changed',
    'password-refused',
  ] as const) {
    expect(accountsOf(event)[0], event).toBe(id);
  }
  for (const event of [
    'password-changed',
    'address-change-asked',
    'address-change-withdrawn',
    'reset-asked',
    'password-reset',
    'sessions-ended',
    'second-step-asked',
    'second-step-refused',
    'second-step-paused',
    'proof-refused',
    'second-factor-removed',
  ] as const) {
    expect(accountsOf(event)[0], event).toBe(id);
  }
  expect(accountsOf('forbidden')).toEqual([id, id]);
  // The audit log has what the office asks for, of each at least a line, and no secret either.
  await flush();
  const told = await context.database.reader.selectFrom('audit_log').selectAll().execute();
  const events = new Set(told.map(({ act }) => act));
  expect(auditedEvents.filter((event) => !events.has(event))).toEqual([]);
  for (const act of ['log-in', 'change-password', 'reset-password', 'add-second-factor'])
    expect(events, act).toContain(act);
  for (const line of told) expect(wordsOf(line.act), line.act).not.toBeNull();
  const kept = told.filter(({ network }) => network !== null);
  expect(new Set(kept.map(({ network }) => network))).toEqual(new Set(['203.0.113.0/24']));
  const ofFailed = kept.filter(({ act }) => act === 'login-failed');
  expect(new Set(ofFailed.map((line) => line.about_id))).toEqual(new Set([id, null]));
  for (const secret of [password, wrong, next, last, ...given, '203.0.113.77'])
    expect(JSON.stringify(told), secret).not.toContain(secret);
  const log = JSON.stringify(lines as LogLine[]);
  expect(given.length).toBeGreaterThan(6);
  for (const secret of [...Object.values(secrets), ...given, '203.0.113.77']) {
    expect(log, secret).not.toContain(secret);
    expect(log, secret).not.toContain(encodeURIComponent(secret));
  }
});
