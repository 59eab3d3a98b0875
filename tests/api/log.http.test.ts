import { expect, onTestFinished, test } from 'vitest';
import { buildApp } from '#server/app';
import { sessionCookieName } from '#server/accounts/sessions/cookies';
import { beginSession } from '#server/accounts/sessions/sessions';
import { issueToken } from '#server/accounts/one-time-tokens';
import { hashToken } from '#server/accounts/random-token';
import { makeAccessToken } from '#server/accounts/access-tokens/access-token';
import { buildAdministrator, buildSelection, buildStudent } from '#support/factories';
import { encodeForm } from '#support/encode-form';
import { file, week } from '#support/student-fixture';
import { makeTestContext } from '#support/test-app';

type Line = { level: number; msg: string; reqId?: string; route?: string; [key: string]: unknown };
const [debug, info, warn] = [20, 30, 40];

/** The whole portal, and what it logs at its most talkative. */
async function makeLoggingApp(level = 'trace') {
  const { context, clock } = await makeTestContext();
  const lines: Line[] = [];
  const stream = { write: (line: string) => void lines.push(JSON.parse(line) as Line) };
  const app = await buildApp(context, { pages: null, logger: { level, stream } });
  await app.ready();
  onTestFinished(() => app.close());
  return { app, context, clock, lines };
}

const secrets = {
  password: 'a secret word',
  newPassword: 'another secret word',
  email: 'asha@example.test',
  name: 'Asha Menon',
  phone: '9876543210',
  question: 'What nobody should read in a log?',
};

test('no password, token, cookie, address or text of a person reaches the log', async () => {
  const { app, context, clock, lines } = await makeLoggingApp();
  const post = (url: string, payload: object, headers = {}) =>
    app.inject({ method: 'POST', url, payload, headers });
  const { password, newPassword, email, name, phone } = secrets;
  await post('/api/auth/signup', { name, email, password, phone, batch: 'X' });
  await post('/api/auth/signup', { name, email, password, phone, batch: 'X' });
  await post('/api/auth/login', { email, password: 'a wrong secret word' });
  const login = await post('/api/auth/login', { email, password });
  expect(login.statusCode).toBe(200);
  const cookie = String(login.headers['set-cookie']).split(';')[0] as string;
  const session = cookie.split('=')[1] as string;
  const headers = {
    cookie,
    referer: `http://x/reset-password?token=${session}`,
  };
  await app.inject({ url: `/api/students/timeline/${email}`, headers });
  await app.inject({ url: `/api/students/timeline/${encodeURIComponent(email)}`, headers });
  await app.inject({ url: '/api/students/timeline/other@example.test', headers });
  await post(`/api/discussion/discussion/${email}/question`, { question: secrets.question }, headers);
  const { id } = await context.database.reader.selectFrom('accounts').select('id').executeTakeFirstOrThrow();
  const token = await context.database.transaction((writer) => issueToken(writer, 'reset', id, clock.now()));
  for (const url of ['/api/nothing', '/reset-password', '/nowhere', '/api/%zz', '/api/auth/reset']) {
    await app.inject({ url: `${url}?token=${token}&email=${email}`, headers });
  }
  const calendar = await app.inject({ method: 'PUT', url: '/api/account/calendar', headers });
  const link = (calendar.json() as { address: string }).address;
  const secret = link.split('/').at(-1) ?? '';
  for (const method of ['GET', 'HEAD', 'POST'] as const)
    for (const end of [secret, `${secret}.ics`, `${secret}/x`])
      await app.inject({ method, url: `/api/calendar/${end}`, headers: { referer: link } });
  await post('/api/auth/reset', { token: 'unknown', password: newPassword });
  await post('/api/auth/reset', { token, password: newPassword }, headers);
  await app.inject({
    method: 'POST',
    url: '/api/auth/login',
    payload: `{"password": "${password}`,
    headers: { 'content-type': 'application/json' },
  });
  context.clock.now = () => {
    throw new Error('the clock is broken');
  };
  expect((await post('/api/auth/login', { email, password }, headers)).statusCode).toBe(500);
  context.database.reader = null as never;
  expect((await app.inject({ url: `/api/calendar/${secret}` })).statusCode).toBe(500);

  const log = JSON.stringify(lines);
  expect(lines.length).toBeGreaterThan(15);
  for (const text of [
    ...Object.values(secrets),
    'a wrong secret word',
    'other@example.test',
    session,
    token,
    secret,
  ]) {
    expect(log, text).not.toContain(text);
    expect(log, text).not.toContain(encodeURIComponent(text));
  }
  expect(log).not.toContain('argon2');
});

test('a change has one line, with what is needed to follow it', async () => {
  const { app, context, lines } = await makeLoggingApp('info');
  const { email } = await buildStudent(context, { password_hash: await context.passwords.hash('secret1') });
  const payload = { email, password: 'secret1' };
  const login = await app.inject({ method: 'POST', url: '/api/auth/login', payload });
  const cookie = String(login.headers['set-cookie']).split(';')[0] as string;
  await app.inject({ method: 'POST', url: '/api/auth/login', payload: { email, password: 'wrong' } });
  await app.inject({ method: 'POST', url: '/api/auth/logout', headers: { cookie } });
  await app.inject({ method: 'PUT', url: '/api/nothing/secret' });
  const account = expect.any(Number) as number;
  const requests = lines.filter(({ msg }) => msg === 'request');
  const shown = requests.map(({ level, msg, method, route, status, account }) => ({
    level,
    msg,
    method,
    route,
    status,
    account,
  }));
  const line = { level: info, msg: 'request', account: undefined };
  expect(shown).toEqual([
    { ...line, method: 'POST', route: '/api/auth/login', status: 200 },
    { ...line, method: 'POST', route: '/api/auth/login', status: 401 },
    { ...line, method: 'POST', route: '/api/auth/logout', status: 204, account },
    { ...line, method: 'PUT', route: '/api/*', status: 404 },
  ]);
  for (const { ms } of requests) expect(ms).toEqual(expect.any(Number));
  expect(new Set(lines.map(({ reqId }) => reqId)).size, 'each has an id of its own').toBe(4);
  for (const { reqId } of lines) expect(reqId).toMatch(/^[0-9a-f]{8}-[0-9a-z]+$/);
});

test('reading is logged only for whoever wants every detail', async () => {
  const quiet = await makeLoggingApp('info');
  await quiet.app.inject('/api/auth/session');
  await quiet.app.inject({ method: 'HEAD', url: '/api/auth/session' });
  await quiet.app.inject('/api/nothing');
  expect(quiet.lines).toEqual([]);
  const talkative = await makeLoggingApp('debug');
  await talkative.app.inject('/api/auth/session');
  expect(talkative.lines).toMatchObject([{ level: debug, route: '/api/auth/session', status: 200 }]);
});

test('what is refused for now is a warning', async () => {
  const { app, context, lines } = await makeLoggingApp('info');
  context.clock.now = () => {
    throw Object.assign(new Error('database is locked'), { code: 'SQLITE_BUSY' });
  };
  const payload = { email: secrets.email, password: secrets.password };
  expect((await app.inject({ method: 'POST', url: '/api/auth/login', payload })).statusCode).toBe(503);
  expect(lines.map(({ level }) => level)).toEqual([warn, info]);
  expect(lines[0]?.reqId).toBe(lines[1]?.reqId);
});

test('a library that logs the headers of a form shows no cookie', async () => {
  const { app, context, clock, lines } = await makeLoggingApp();
  const student = await buildStudent(context);
  await buildSelection(context, { account_id: student.id, started_at: clock.now() - 8 * 86_400_000 });
  const token = await context.database.transaction((writer) => beginSession(writer, student.id, clock.now()));
  const { headers, body } = encodeForm([week('1'), file('work')]);
  const cookie = `${sessionCookieName(context.settings)}=${token}; capstone-device=a-known-device`;
  await app.inject({
    method: 'POST',
    url: `/api/students/uploadWeek/${student.email}`,
    headers: { ...headers, cookie },
    payload: body,
  });
  expect(JSON.stringify(lines), 'the library has logged them').toContain('busboyOptions');
  lines.length = 0;
  const administrator = await buildAdministrator(context);
  const secret = makeAccessToken();
  await context.database.transaction((writer) =>
    writer
      .insertInto('access_tokens')
      .values({
        token_hash: hashToken(secret),
        account_id: administrator.id,
        name: 'Import',
        scopes: 'people:import',
        created_at: clock.now(),
        expires_at: clock.now() + 9e9,
      })
      .execute(),
  );
  const upload = encodeForm([['file', { name: 'people.csv', bytes: 'Name,Email\nAsha,a@example.test\n' }]]);
  const send = (authorization: string) =>
    app.inject({
      method: 'POST',
      url: '/api/staff/intakes',
      headers: { ...upload.headers, authorization },
      payload: upload.body,
    });
  expect((await send(`Bearer ${secret}`)).statusCode).toBe(201);
  expect((await send('Bearer a-bearer-token')).statusCode).toBe(401);
  const text = JSON.stringify(lines);
  expect(text, 'the library has logged them').toContain('busboyOptions');
  for (const needle of [token, 'a-known-device', 'a-bearer-token', secret])
    expect(text).not.toContain(needle);
});
