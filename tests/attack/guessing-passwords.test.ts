import { beforeAll, expect, test, vi } from 'vitest';
import { hourMs, minuteMs } from '#contract/durations';
import { cheapPasswords } from '#support/cheap-passwords';
import { buildStudent } from '#support/factories';
import { logInFrom, networkNumber } from '#support/log-in-from';
import { makeTestApp, type TestApp } from '#support/test-app';
import { beginLoginAttempt } from '#server/accounts/login/login-limits';
import type { RateLimitKind } from '#server/accounts/rate-limits';

/** What somebody gains who guesses at passwords. */

const password = 'correct horse';
const email = 'asha@example.test';
let password_hash: string;

beforeAll(async () => {
  password_hash = await cheapPasswords.hash(password);
});

async function makePortal(options?: Parameters<typeof makeTestApp>[0]): Promise<TestApp> {
  const app = await makeTestApp(options);
  await buildStudent(app.context, { email, password_hash });
  return app;
}

/** Failures of before; without a source those of the network itself. */
async function hadFailures(
  { context, clock }: TestApp,
  count: number,
  of: { kind: RateLimitKind; subject: string; source?: (n: number) => string },
): Promise<void> {
  const rows = Array.from({ length: count }, (_, n) => ({
    kind: of.kind,
    subject: of.subject,
    source: of.source?.(n) ?? null,
    at: clock.now(),
  }));
  await context.database.transaction((writer) => writer.insertInto('rate_limit_hits').values(rows).execute());
}

test('ten guesses at an account from one network in a burst, and then ever fewer', async () => {
  const app = await makePortal();
  const burst = await Promise.all(Array.from({ length: 14 }, () => logInFrom(app, { email })));
  expect(burst.filter(({ status }) => status === 401)).toHaveLength(10);
  const pauses: number[] = [];
  for (let guess = 0; guess < 8; guess++) {
    const refused = await logInFrom(app, { email });
    expect(refused).toMatchObject({ status: 429, body: { code: 'too_many' } });
    const pause = Number(refused.headers['retry-after']);
    pauses.push(pause);
    app.clock.advance(pause * 1_000 - 1);
    expect((await logInFrom(app, { email, password })).status, 'a moment too early').toBe(429);
    app.clock.advance(1);
    expect((await logInFrom(app, { email })).status).toBe(401);
  }
  expect(pauses.map((seconds) => seconds / 60)).toEqual([1, 2, 4, 8, 16, 32, 60, 60]);
});

test('guesses that the right password of before pays for', async () => {
  const app = await makePortal();
  await hadFailures(app, 9, { kind: 'login-account', subject: email, source: () => '203.0.113.1' });
  expect((await logInFrom(app, { email, password })).status).toBe(200);
  for (let guess = 0; guess < 10; guess++) expect((await logInFrom(app, { email })).status).toBe(401);
  expect((await logInFrom(app, { email })).status).toBe(429);
});

test('guesses without end from one IPv6 line, whose addresses nobody can count', async () => {
  const app = await makePortal();
  const line = (n: number) => ({ address: `2001:db8:7:7:${n}::${n}` });
  for (let n = 1; n <= 10; n++) expect((await logInFrom(app, { email }, line(n))).status).toBe(401);
  expect((await logInFrom(app, { email }, line(11))).status).toBe(429);
  expect((await logInFrom(app, { email }, { address: '2001:db8:7:8::1' })).status, 'the line beside').toBe(
    401,
  );
});

test('guesses without end at many accounts from a site with 65,536 IPv6 lines', async () => {
  const app = await makePortal();
  const site = { kind: 'login-address', subject: '2001:db8:7::/48' } as const;
  const guess = (address: string) => logInFrom(app, { email: 'nobody@example.test' }, { address });
  await hadFailures(app, 998, site);
  expect((await guess('2001:db8:7:1::1')).status).toBe(401);
  expect((await guess('2001:db8:7:2::1')).status).toBe(401);
  expect((await guess('2001:db8:7:3::1')).status).toBe(429);
  expect((await guess('2001:db8:8:3::1')).status, 'the site beside').toBe(401);
  expect((await guess('203.0.113.7')).status).toBe(401);
});

test('guesses without end by addresses that are only written into X-Forwarded-For', async () => {
  for (const trustProxy of [null, 1, 'loopback'] as const) {
    const app = await makePortal({ settings: { trustProxy } });
    const statuses: number[] = [];
    for (let n = 0; n < 11; n++) {
      // Behind one proxy the last address is the proxy's word, and those before it the visitor's own.
      const invented = `${networkNumber(n)}${trustProxy === null ? '' : ', 192.0.2.7'}`;
      const from = { address: '127.0.0.1', headers: { 'x-forwarded-for': invented } };
      statuses.push((await logInFrom(app, { email }, from)).status);
    }
    expect(
      statuses.filter((status) => status === 401),
      String(trustProxy),
    ).toHaveLength(10);
    expect(statuses.at(-1), String(trustProxy)).toBe(429);
  }
});

test.each<[string, (n: number) => string]>([
  ['ports', (n) => `203.0.113.2:${50_000 + n}`],
  ['ports and brackets', (n) => `"[2001:db8::${n}]:${50_000 + n}"`],
  ['words', (n) => `_hidden${n}`],
  ['words before an address', (n) => `10.0.0.${n}, nobody${n}, 203.0.113.2`],
  ['spellings of one address', (n) => [`203.0.113.2`, `[::ffff:203.0.113.2]:${n}`][n % 2] as string],
])('many networks behind a proxy that writes %s', async (_, forwarded) => {
  const app = await makePortal({ settings: { trustProxy: 1 } });
  const { email } = await buildStudent(app.context);
  const statuses: number[] = [];
  for (let n = 1; n <= 11; n++) {
    const from = { address: '127.0.0.1', headers: { 'x-forwarded-for': forwarded(n) } };
    statuses.push((await logInFrom(app, { email }, from)).status);
  }
  expect(statuses).toEqual([...Array<number>(10).fill(401), 429]);
});

test.each(['10.0.0.1:443', '[::ffff:10.0.0.1]:443', '"10.0.0.1:443"'])(
  'a lock of everybody behind a trusted proxy that is written as %s',
  async (proxy) => {
    const app = await makePortal({ settings: { trustProxy: 'loopback, 10.0.0.0/8' } });
    for (let n = 1; n <= 11; n++) {
      const headers = { 'x-forwarded-for': `203.0.113.${n}, ${proxy}` };
      expect((await logInFrom(app, { email }, { address: '127.0.0.1', headers })).status).toBe(401);
    }
  },
);

test('guesses without end from a thousand networks', async () => {
  const app = await makePortal();
  await hadFailures(app, 199, { kind: 'login-account', subject: email, source: networkNumber });
  expect((await logInFrom(app, { email }, { address: networkNumber(300) })).status).toBe(401);
  const refused = await logInFrom(app, { email }, { address: networkNumber(301) });
  expect(refused.status).toBe(429);
  expect(Number(refused.headers['retry-after'])).toBe(3_600);
  app.clock.advance(hourMs);
  expect((await logInFrom(app, { email }, { address: networkNumber(301) })).status).toBe(401);
});

test('one guess at each of many accounts, in a burst beyond the limit of the network', async () => {
  const app = await makePortal();
  await hadFailures(app, 94, { kind: 'login-address', subject: '203.0.113.1' });
  const verify = vi.spyOn(app.context.passwords, 'verifyAndRenew');
  const burst = await Promise.all(
    Array.from({ length: 40 }, (_, n) => logInFrom(app, { email: `guess${n}@example.test` })),
  );
  const judged = burst.filter(({ status }) => status === 401).length;
  expect(verify.mock.calls.length, 'all of them pass the first look together').toBeGreaterThan(6);
  expect(judged).toBeLessThanOrEqual(6);
  // Two that are judged at the same moment may each take the other for the last one.
  expect(judged).toBeGreaterThanOrEqual(5);
  expect(burst.filter(({ status }) => status === 429)).toHaveLength(40 - judged);
});

test('the last guess that a limit leaves, many times in the same moment', async () => {
  const app = await makePortal();
  const network = '203.0.113.1';
  await hadFailures(app, 9, {
    kind: 'login-account',
    subject: email,
    source: () => network,
  });
  const begun = await Promise.allSettled(
    Array.from({ length: 5 }, () => beginLoginAttempt(app.context, { email, network, device: null })),
  );
  expect(begun.filter(({ status }) => status === 'fulfilled').length).toBeLessThanOrEqual(1);
});

test('a network that failed a hundred times goes on after pauses that grow', async () => {
  const app = await makePortal();
  await hadFailures(app, 100, { kind: 'login-address', subject: '203.0.113.1' });
  const pauses: number[] = [];
  for (let guess = 0; guess < 5; guess++) {
    const refused = await logInFrom(app, { email: `guess${guess}@example.test` });
    expect(refused.body.message).toMatch(/^Too many failed logins from your network\./);
    pauses.push(Number(refused.headers['retry-after']));
    app.clock.advance(1_000 * (pauses.at(-1) as number));
    expect((await logInFrom(app, { email: `guess${guess}@example.test` })).status).toBe(401);
  }
  expect(pauses).toEqual([15, 30, 60, 120, 240]);
  app.clock.advance(15 * minuteMs);
  expect((await logInFrom(app, { email })).status, 'a quarter of an hour later it is forgotten').toBe(401);
});

test('guesses that two processes judge for one', async () => {
  const app = await makePortal();
  await hadFailures(app, 9, { kind: 'login-account', subject: email, source: () => '203.0.113.1' });
  // What another process judges at this moment is written down, as here, before it is judged.
  const verify = app.context.passwords.verifyAndRenew.bind(app.context.passwords);
  vi.spyOn(app.context.passwords, 'verifyAndRenew').mockImplementationOnce(async (word, hash, turn) => {
    await hadFailures(app, 1, { kind: 'login-account', subject: email, source: () => '203.0.113.1' });
    return verify(word, hash, turn);
  });
  expect((await logInFrom(app, { email, password })).status).toBe(429);
});
