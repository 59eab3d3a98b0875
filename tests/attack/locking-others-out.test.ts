import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { dayMs, minuteMs } from '#contract/durations';
import { cheapPasswords } from '#support/cheap-passwords';
import { eventually } from '#support/eventually';
import { buildStudent } from '#support/factories';
import { cookiesSet, deviceOf, logInFrom, networkNumber } from '#support/log-in-from';
import { stopTime } from '#support/stop-time';
import { makeTestApp, type Answer, type TestApp } from '#support/test-app';
import { issuePasswordReset } from '#server/accounts/login/issue-password-reset';
import type { PasswordTurn } from '#server/platform/passwords/password-hasher';

/** What somebody gains who uses up limits that hold for others. */

const password = 'correct horse';
const email = 'asha@example.test';
const owner = { email, password };
const school = '203.0.113.1';
let password_hash: string;

beforeAll(async () => {
  password_hash = await cheapPasswords.hash(password);
});

async function makePortal(options?: Parameters<typeof makeTestApp>[0]): Promise<TestApp> {
  const app = await makeTestApp(options);
  await buildStudent(app.context, { email, password_hash });
  return app;
}

async function failOften(app: TestApp, address: string, times = 10, other = email): Promise<void> {
  for (let n = 0; n < times; n++) await logInFrom(app, { email: other }, { address });
  expect((await logInFrom(app, { email: other }, { address })).status).toBe(429);
}

/** A network that has failed as often as it may. */
async function failNetwork({ context, clock }: TestApp, subject: string): Promise<void> {
  const rows = Array.from({ length: 100 }, () => ({ kind: 'login-address', subject, at: clock.now() }));
  await context.database.transaction((writer) => writer.insertInto('rate_limit_hits').values(rows).execute());
}

describe('by wrong passwords', () => {
  test('an owner who sits in another network', async () => {
    const app = await makePortal();
    await failOften(app, '192.0.2.66');
    expect((await logInFrom(app, owner, { address: school })).status).toBe(200);
  });

  test('an owner who sits in the same network, at a device of theirs', async () => {
    const app = await makePortal();
    const cookie = deviceOf(await logInFrom(app, owner, { address: school }));
    await failOften(app, school);
    await failNetwork(app, school);
    expect((await logInFrom(app, owner, { address: school })).status, 'a device that nobody knows').toBe(429);
    expect((await logInFrom(app, owner, { address: school, cookie })).status).toBe(200);
    expect((await logInFrom(app, owner, { address: '192.0.2.9', cookie })).status, 'anywhere').toBe(200);
  });

  test('an owner whose account a thousand networks guess at', async () => {
    const app = await makePortal();
    const cookie = deviceOf(await logInFrom(app, owner));
    const rows = Array.from({ length: 300 }, (_, n) => ({
      kind: 'login-account',
      subject: email,
      source: networkNumber(n),
      at: app.clock.now(),
    }));
    await app.context.database.transaction((writer) =>
      writer.insertInto('rate_limit_hits').values(rows).execute(),
    );
    expect((await logInFrom(app, owner, { address: '192.0.2.9' })).status).toBe(429);
    expect((await logInFrom(app, owner, { address: '192.0.2.9', cookie })).status).toBe(200);
  });

  test('the class, whose own right passwords never count', async () => {
    const app = await makePortal();
    for (let n = 0; n < 12; n++) expect((await logInFrom(app, owner)).status).toBe(200);
    const counted = await app.context.database.reader.selectFrom('rate_limit_hits').selectAll().execute();
    expect(counted).toEqual([]);
  });
});

describe('by a flood', () => {
  test('whoever sits in the same network, with a session or at a device of theirs', async () => {
    // Thirty calls of a network at once.
    const app = await makePortal({ settings: { requestsPerSecond: 1 } });
    stopTime();
    const login = await logInFrom(app, owner, { address: school });
    const guess = () => logInFrom(app, { email: 'guess@example.test' }, { address: school });
    const statuses: number[] = [];
    for (let n = 0; n < 29; n++) statuses.push((await guess()).status);
    expect(new Set(statuses)).toEqual(new Set([401, 429]));
    const refused = await logInFrom(app, owner, { address: school });
    expect(refused).toMatchObject({ status: 429, body: { code: 'too_many' } });
    expect(refused.body.message, 'it is not that logins have failed').toMatch(/^Too many requests at once/);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    const invented = 'capstone-device=invented';
    expect((await logInFrom(app, owner, { address: school, cookie: invented })).status).toBe(429);
    expect((await logInFrom(app, owner, { address: school, cookie: deviceOf(login) })).status).toBe(200);
    expect((await logInFrom(app, owner, { address: '192.0.2.9' })).status, 'elsewhere').toBe(200);
    const session = cookiesSet(login, /capstone$/);
    const { status } = await app.nobody.send({
      method: 'GET',
      url: `/api/students/timeline/${email}`,
      remoteAddress: school,
      headers: { cookie: session },
    });
    expect(status).toBe(200);
  });
});

describe('by a device', () => {
  test('that is known for one account, the guesses at another go on without a limit', async () => {
    const app = await makePortal();
    await buildStudent(app.context, { email: 'mallory@example.test', password_hash });
    const cookie = deviceOf(await logInFrom(app, { email: 'mallory@example.test', password }));
    const statuses: number[] = [];
    for (let n = 0; n < 11; n++) statuses.push((await logInFrom(app, { email }, { cookie })).status);
    expect(statuses.at(-1)).toBe(429);
  });

  test('that was stolen, guesses go on without a limit', async () => {
    const app = await makePortal();
    const cookie = deviceOf(await logInFrom(app, owner));
    for (let n = 0; n < 10; n++) {
      const address = networkNumber(n);
      expect((await logInFrom(app, { email }, { address, cookie })).status).toBe(401);
    }
    expect((await logInFrom(app, { email }, { address: networkNumber(11), cookie })).status).toBe(429);
    expect((await logInFrom(app, owner, { address: networkNumber(12) })).status, 'the owner').toBe(200);
  });

  test('that was planted in the owner’s browser, a way around the limits', async () => {
    const app = await makePortal();
    await buildStudent(app.context, { email: 'mallory@example.test', password_hash });
    const planted = deviceOf(await logInFrom(app, { email: 'mallory@example.test', password }));
    const answer = await logInFrom(app, owner, { cookie: planted });
    expect(deviceOf(answer), 'the browser gets another').not.toBe(planted);
    await failOften(app, '192.0.2.66');
    expect((await logInFrom(app, { email }, { address: '192.0.2.66', cookie: planted })).status).toBe(429);
    // A browser that two share stays known for both.
    await failOften(app, '192.0.2.66', 10, 'mallory@example.test');
    const both = { address: '192.0.2.66', cookie: deviceOf(answer) };
    expect((await logInFrom(app, { email: 'mallory@example.test', password }, both)).status).toBe(200);
  });

  test('of before the password was changed, a way around the limits', async () => {
    const app = await makePortal();
    const cookie = deviceOf(await logInFrom(app, owner));
    const { token } = await issuePasswordReset(app.context, email);
    await app.nobody.post('/api/auth/reset', { token, password: 'secret-2' });
    await failOften(app, school);
    const again = { email, password: 'secret-2' };
    expect((await logInFrom(app, again, { address: school, cookie })).status).toBe(429);
  });

  test('what stands in its cookie or in the database: a person, or a key', async () => {
    const app = await makePortal({ settings: { publicUrl: new URL('https://portal.example.test') } });
    const answer = await logInFrom(app, owner);
    const [session, device] = [answer.headers['set-cookie']].flat().map(String);
    expect(session, 'whoever takes the first cookie for the session is right').toMatch(/^__Host-capstone=/);
    expect(device).toMatch(
      /^__Host-capstone-device=[\w-]{43}; Max-Age=34560000; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    );
    const rows = await app.context.database.reader.selectFrom('known_devices').selectAll().execute();
    const token = /=([\w-]{43});/.exec(device as string)?.[1] as string;
    expect(JSON.stringify(rows)).not.toContain(token);
    const { body } = await app.nobody.get('/api/auth/session', { cookie: cookiesSet(answer, /-device$/) });
    expect(body.student, 'it is no session').toBeNull();
  });

  test('that is known already keeps its cookie for a month, and an account no more than twenty', async () => {
    const app = await makePortal();
    const cookie = deviceOf(await logInFrom(app, owner));
    expect(deviceOf(await logInFrom(app, owner, { cookie }))).toBe('');
    app.clock.advance(30 * dayMs);
    const renewed = deviceOf(await logInFrom(app, owner, { cookie }));
    expect([renewed === '', renewed === cookie]).toEqual([false, false]);
    for (let n = 0; n < 20; n++) await logInFrom(app, owner);
    const { reader } = app.context.database;
    expect(await reader.selectFrom('known_devices').select('id').execute()).toHaveLength(20);
    await failOften(app, school);
    expect((await logInFrom(app, owner, { address: school, cookie: renewed })).status, 'the oldest').toBe(
      429,
    );
  });
});

describe('by asking for new passwords', () => {
  const withMail = () =>
    makePortal({
      settings: { smtpUrl: 'smtp://127.0.0.1:9', publicUrl: new URL('https://portal.example.test') },
    });
  const forgot = ({ nobody }: TestApp, remoteAddress: string, cookie = ''): Promise<Answer> =>
    nobody.send({
      method: 'POST',
      url: '/api/auth/forgot',
      remoteAddress,
      headers: { cookie },
      payload: { email },
    });
  const mails = ({ context }: TestApp) =>
    context.database.reader.selectFrom('outbox').select('created_at').execute();

  test('an owner who asks from another network, or from a device of theirs', async () => {
    const app = await withMail();
    const answer = await logInFrom(app, owner, { address: school });
    const cookie = cookiesSet(answer, /device$/);
    expect(cookie).not.toBe('');
    for (let n = 0; n < 3; n++) expect((await forgot(app, school)).status).toBe(200);
    expect((await forgot(app, school)).status).toBe(429);
    expect((await forgot(app, '192.0.2.9')).status).toBe(200);
    expect((await forgot(app, school, cookie)).status).toBe(200);
    expect(await mails(app)).toHaveLength(5);
  });

  test('a mailbox full of links, asked for from many networks, or an owner without a link that works', async () => {
    const app = await withMail();
    const ask = async (from: number, count: number) => {
      const asked = Array.from({ length: count }, (_, n) => forgot(app, networkNumber(from + n)));
      expect((await Promise.all(asked)).map(({ status }) => status)).toEqual(asked.map(() => 200));
    };
    await ask(0, 20);
    expect(await mails(app)).toHaveLength(6);
    app.clock.advance(9 * minuteMs);
    await ask(20, 5);
    expect(await mails(app)).toHaveLength(6);
    app.clock.advance(minuteMs);
    await ask(30, 5);
    expect(await mails(app), 'there is always one of the last minutes').toHaveLength(7);
  });
});

test('the password queue for oneself: everybody else waits behind a flood', async () => {
  const app = await makePortal();
  const cookie = deviceOf(await logInFrom(app, owner, { address: school }));
  const { passwords } = app.context;
  // All places are taken until everybody waits: the order is then the queue's alone, however slow the machine.
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
  onTestFinished(() => letGo());
  const holding = { network: 'held', account: '', isKnown: false, begin: () => held };
  const holders = Promise.all([passwords.hash('x', holding), passwords.hash('x', holding)]);
  const queued: PasswordTurn['account'][] = [];
  const begun: PasswordTurn['account'][] = [];
  const verify = passwords.verifyAndRenew.bind(passwords);
  vi.spyOn(passwords, 'verifyAndRenew').mockImplementation((word, hash, turn) => {
    const { account, begin } = turn as PasswordTurn;
    queued.push(account);
    return verify(word, hash, {
      ...(turn as PasswordTurn),
      begin: async () => (begun.push(account), begin?.()),
    });
  });
  const flood = Array.from({ length: 30 }, (_, n) =>
    logInFrom(app, { email: `flood${n}@example.test` }, { address: '192.0.2.66' }),
  );
  await eventually(() => expect(queued.length).toBeGreaterThan(14));
  const owners = [
    logInFrom(app, owner, { address: school, cookie }),
    logInFrom(app, owner, { address: '192.0.2.9' }),
  ];
  await eventually(() => expect(queued.filter((account) => account === email)).toHaveLength(2));
  letGo();
  expect((await Promise.all(owners)).map(({ status }) => status)).toEqual([200, 200]);
  await Promise.all([...flood, holders]);
  expect(begun.slice(0, 3).toSorted()).toEqual([email, email, expect.stringContaining('flood')]);
});
