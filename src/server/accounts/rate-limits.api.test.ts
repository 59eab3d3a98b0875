import { expect, test, vi } from 'vitest';
import { buildStudent } from '#support/factories';
import { makeTestApp, type TestApp } from '#support/test-app';
import type { RateLimitKind } from './rate-limits.ts';

const minute = 60_000;
/** What `inject` says it comes from. */
const here = '127.0.0.1';

async function hadHits(
  { context, clock }: TestApp,
  kind: RateLimitKind,
  subject: string,
  count: number,
  source: string | null = null,
) {
  const rows = Array.from({ length: count }, () => ({ kind, subject, source, at: clock.now() }));
  await context.database.transaction((writer) => writer.insertInto('rate_limit_hits').values(rows).execute());
}

const signUp = ({ nobody }: TestApp, email: string) =>
  nobody.post('/api/auth/signup', {
    name: 'Somebody',
    email,
    password: 'secret1',
    phone: '9876543210',
    batch: 'ANY',
  });
const logIn = ({ nobody }: TestApp, email: string, password = 'wrong horse') =>
  nobody.post('/api/auth/login', { email, password });

test('a network address may sign up three hundred accounts in an hour', async () => {
  const app = await makeTestApp();
  await hadHits(app, 'signup-address', here, 299);
  const hash = vi.spyOn(app.context.passwords, 'hash');
  expect((await signUp(app, 'last@example.test')).status).toBe(201);
  const refused = await signUp(app, 'late@example.test');
  expect(refused).toMatchObject({
    status: 429,
    body: {
      message: 'Too many signups from your network. Please try again in 60 minutes.',
      code: 'too_many',
    },
  });
  expect(refused.headers['retry-after']).toBe('3600');
  expect(hash, 'a refusal costs no hash').toHaveBeenCalledOnce();
  app.clock.advance(59 * minute + 1);
  const later = await signUp(app, 'late@example.test');
  expect(later.body.message).toMatch(/in 1 minute\.$/);
  expect(later.headers['retry-after']).toBe('60');
  app.clock.advance(minute);
  expect((await signUp(app, 'late@example.test')).status).toBe(201);
});

test('signups of another network and failed logins do not count against it', async () => {
  const app = await makeTestApp();
  await hadHits(app, 'signup-address', '192.0.2.7', 300);
  await hadHits(app, 'login-address', here, 99);
  expect((await signUp(app, 'new@example.test')).status).toBe(201);
});

test('a burst does not slip past the limit, and what is refused costs no hash', async () => {
  const app = await makeTestApp();
  await hadHits(app, 'signup-address', here, 298);
  const hash = vi.spyOn(app.context.passwords, 'hash');
  const burst = await Promise.all(Array.from({ length: 6 }, (_, i) => signUp(app, `burst${i}@example.test`)));
  const statuses = burst.map(({ status }) => status);
  // Simultaneous ones may refuse each other.
  for (let i = 6; i < 9; i++) statuses.push((await signUp(app, `burst${i}@example.test`)).status);
  expect(statuses.filter((status) => status === 201)).toHaveLength(2);
  expect(statuses.filter((status) => status === 429)).toHaveLength(7);
  expect(hash).toHaveBeenCalledTimes(2);
});

test('asking for addresses by signing up has an end too', async () => {
  const app = await makeTestApp();
  const { email } = await buildStudent(app.context);
  await hadHits(app, 'signup-address', here, 298);
  const statuses = [];
  for (let i = 0; i < 3; i++) statuses.push((await signUp(app, email)).status);
  expect(statuses).toEqual([409, 409, 429]);
});

test('a network address may fail a hundred logins in a quarter of an hour, over all accounts, and then pauses', async () => {
  const app = await makeTestApp();
  await hadHits(app, 'login-address', here, 99);
  expect((await logIn(app, 'one@example.test')).status).toBe(401);
  const verify = vi.spyOn(app.context.passwords, 'verifyAndRenew');
  const refused = await logIn(app, 'two@example.test');
  expect(refused).toMatchObject({ status: 429, body: { code: 'too_many' } });
  expect(refused.headers['retry-after']).toBe('15');
  expect(verify, 'a refusal costs no hash').not.toHaveBeenCalled();
  app.clock.advance(15_000);
  expect((await logIn(app, 'two@example.test')).status).toBe(401);
});

test('behind a trusted proxy the limit is the visitor’s, otherwise the header is nothing', async () => {
  const from = (app: TestApp, address: string) =>
    app.nobody.post(
      '/api/auth/login',
      { email: 'a@example.test', password: 'wrong horse' },
      { 'x-forwarded-for': address },
    );
  const direct = await makeTestApp();
  await hadHits(direct, 'login-address', here, 100);
  expect((await from(direct, '192.0.2.7')).status, 'a made-up address helps nobody').toBe(429);
  const proxied = await makeTestApp({ settings: { trustProxy: 'loopback' } });
  await hadHits(proxied, 'login-address', '192.0.2.7', 100);
  expect((await from(proxied, '192.0.2.7')).status).toBe(429);
  expect((await from(proxied, '192.0.2.8')).status).toBe(401);
});

test('an endless address is counted like any other, and kept short', async () => {
  const app = await makeTestApp();
  const endless = Array.from({ length: 9_000 }, (_, i) => (i * 7919).toString(36)).join('');
  for (let i = 0; i < 2; i++) expect((await logIn(app, endless)).status).toBe(401);
  const rows = await app.context.database.reader
    .selectFrom('rate_limit_hits')
    .where('kind', '=', 'login-account')
    .select('subject')
    .execute();
  expect(rows.map(({ subject }) => subject.length)).toEqual([64, 64]);
  expect(rows[0]).toEqual(rows[1]);
  await hadHits(app, 'login-account', rows[0]?.subject as string, 8, here);
  expect((await logIn(app, endless)).status).toBe(429);
});

test('known and unknown addresses cost one and the same look at a hash', async () => {
  const app = await makeTestApp();
  const known = await buildStudent(app.context, {
    password_hash: await app.context.passwords.hash('secret1'),
  });
  const invited = await buildStudent(app.context, { password_hash: null });
  const verify = vi.spyOn(app.context.passwords, 'verifyAndRenew');
  for (const email of [known.email, invited.email, 'unknown@example.test']) {
    verify.mockClear();
    const { status, body } = await logIn(app, email, 'secret2');
    expect({ status, body }).toMatchObject({
      status: 401,
      body: { message: 'Invalid credentials', code: 'invalid_credentials' },
    });
    expect(verify, email).toHaveBeenCalledOnce();
    expect(verify.mock.calls[0]?.[1]).toBe(email === known.email ? known.password_hash : null);
  }
});
