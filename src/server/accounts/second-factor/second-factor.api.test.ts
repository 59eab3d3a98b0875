import { ownAccountMessages } from '#contract/accounts/own-account-messages';
import { describe, expect, test, vi } from 'vitest';
import { hourMs, minuteMs } from '#contract/durations';
import { messages } from '#contract/messages';
import { expectHttpError } from '#support/expect-http-error';
import {
  addApp,
  addPasskey,
  cookiesOf,
  makeFactorPortal,
  password,
  sendPassword,
  site,
} from '#support/factor-fixture';
import { readAuditLog } from '#support/read-audit-log';
import { makeClient, type TestApp } from '#support/test-app';
import { listMail } from '../../platform/mail/outbox-admin.ts';
import { removeExpired } from '../remove-expired.ts';
import { resetSecondFactor } from './change-factors.ts';
import { words } from './words.ts';

const email = 'asha@example.test';
const factorUrl = '/api/account/second-factor';

async function makePortal(settings?: Parameters<typeof makeFactorPortal>[0]) {
  const app = await makeFactorPortal(settings);
  const student = await app.student(email);
  return { ...app, studentId: student.id, me: await app.as(student) };
}
const mails = async ({ context }: TestApp) => (await listMail(context, 20)).map(({ subject }) => subject);

describe('a login with an authenticator app', () => {
  test('needs a code as well when the app is added while the password is being checked', async () => {
    const app = await makePortal();
    const check = app.context.passwords.verifyAndRenew;
    vi.spyOn(app.context.passwords, 'verifyAndRenew').mockImplementationOnce(async (...asked) => {
      const verdict = await check(...asked);
      expect((await addApp(app, app.me)).answer.status).toBe(200);
      return verdict;
    });
    const { answer } = await sendPassword(app, email);
    expect(answer.body).toMatchObject({ message: messages.secondStepNeeded });
  });

  test('gives no session before the code, and the second press of a code is told so', async () => {
    const app = await makePortal();
    const { answer: added, code, codes } = await addApp(app, app.me);
    expect(added).toMatchObject({ status: 200, body: { message: ownAccountMessages.factorAdded } });
    expect(codes).toHaveLength(8);

    const { answer, browser, cookies } = await sendPassword(app, email);
    expect(answer).toMatchObject({
      status: 200,
      body: {
        message: messages.secondStepNeeded,
        second_step: { passkey: false, app: true, until: expect.any(String) as string },
      },
    });
    expect(Object.keys(cookies)).toEqual(['__Host-capstone-login']);
    expect((await browser.get('/api/auth/session')).body).toEqual({ student: null });

    expect(await browser.post('/api/auth/second-step', { code: '000000' })).toMatchObject({
      status: 400,
      body: { message: words.codeWrong },
    });
    const used = code();
    const spaced = `${used.slice(0, 3)} ${used.slice(3)}`;
    const entered = await browser.post('/api/auth/second-step', { code: spaced });
    expect(entered).toMatchObject({
      status: 200,
      body: { message: messages.loginSuccessful, student: { s_id: email, second_factor: 'set' } },
    });
    const inside = makeClient(app.app, cookiesOf(entered));
    expect((await inside.get('/api/auth/session')).body.student).toMatchObject({ s_id: email });
    expectHttpError(
      await browser.post('/api/auth/second-step', { code: used }),
      401,
      'login_over',
      'the second press',
    );

    const again = await sendPassword(app, email);
    expect(await again.browser.post('/api/auth/second-step', { code: used })).toMatchObject({
      status: 400,
      body: { message: words.appCodeUsed },
    });
  });

  test('reads a code of a Hindi keyboard, and counts nothing that cannot be a code', async () => {
    const app = await makePortal();
    const { code } = await addApp(app, app.me);
    const { browser } = await sendPassword(app, email);
    const step = (typed: string) => browser.post('/api/auth/second-step', { code: typed });
    for (const typed of ['1', '12345', '1234567', 'abc', '\u200B', '½23456', '१२३'])
      expect(await step(typed), typed).toMatchObject({ status: 400, body: { message: words.codeWrong } });
    const hindi = code().replaceAll(/\d/g, (digit) => String.fromCharCode(0x0966 + Number(digit)));
    expect((await step(`\u202A${hindi}\u202C`)).status).toBe(200);
  });

  test('whose second step takes too long begins again', async () => {
    const app = await makePortal();
    const { code } = await addApp(app, app.me);
    const { browser } = await sendPassword(app, email);
    app.clock.advance(15 * minuteMs);
    expect(await browser.post('/api/auth/second-step', { code: code() })).toMatchObject({
      status: 401,
      body: { code: 'login_over', message: words.stepTooLate },
    });
  });
});

test('each recovery code logs in once, when everything else is lost; a mail says so', async () => {
  const app = await makePortal();
  const { codes } = await addApp(app, app.me);
  const first = await sendPassword(app, email);
  const typed = codes[0]!.toLowerCase().replaceAll('-', ' ');
  expect((await first.browser.post('/api/auth/second-step', { code: typed })).status).toBe(200);
  const second = await sendPassword(app, email);
  expect(await second.browser.post('/api/auth/second-step', { code: codes[0] })).toMatchObject({
    status: 400,
    body: { message: words.recoveryCodeUsed },
  });
  expect((await second.browser.post('/api/auth/second-step', { code: codes[1] })).status).toBe(200);
  expect((await app.me.get('/api/account')).body.second_factor.recovery_codes_left).toBe(6);
  expect(await mails(app)).toContain('A recovery code of your account has been used');

  app.clock.advance(hourMs);
  const { browser } = await sendPassword(app, email);
  const inside = makeClient(
    app.app,
    cookiesOf(await browser.post('/api/auth/second-step', { code: codes[2] })),
  );
  const { body } = await inside.post('/api/account/recovery-codes');
  expect(body.recovery_codes).toHaveLength(8);
  const after = await sendPassword(app, email);
  expect((await after.browser.post('/api/auth/second-step', { code: codes[3] })).status).toBe(400);
});

describe('passkeys', () => {
  test('log in by a challenge that counts once', async () => {
    const app = await makePortal();
    const { key, answer: added, codes } = await addPasskey(app.me);
    expect(added).toMatchObject({ status: 200, body: { message: ownAccountMessages.factorAdded } });
    expect(codes).toHaveLength(8);
    const { answer, browser } = await sendPassword(app, email);
    expect(answer.body.second_step).toMatchObject({ passkey: true, app: false });
    const { body: options } = await browser.post('/api/auth/second-step/passkey/options');
    expect(options).toMatchObject({ rpId: site.rpId, allowCredentials: [{ id: key.id }] });
    const passkey = key.get(options, site);
    const entered = await browser.post('/api/auth/second-step/passkey', { passkey });
    expect(entered).toMatchObject({ status: 200, body: { message: messages.loginSuccessful } });
    expect(Object.keys(cookiesOf(entered))).toContain('__Host-capstone');
    const [factor] = (await app.me.get('/api/account')).body.second_factor.factors;
    expect(factor).toMatchObject({
      kind: 'passkey',
      name: 'My laptop',
      used_at: expect.any(String) as string,
    });
  });

  test('are not offered by a portal that has no address for them', async () => {
    const app = await makePortal({ publicUrl: null });
    expect((await app.me.get('/api/account')).body.second_factor.offers_passkeys).toBe(false);
    const refused = await app.me.post(`${factorUrl}/passkey/options`);
    expect(refused).toMatchObject({ status: 409, body: { message: words.noPasskeys } });
  });

  test('of another account cannot be added, nor more factors than an account can have', async () => {
    const app = await makePortal();
    const { key } = await addPasskey(app.me);
    const other = await app.as(await app.student('ravi@example.test'));
    const options = (await other.post(`${factorUrl}/passkey/options`)).body;
    const body = { name: 'Mine', passkey: key.create(options, site) };
    expect(await other.post(`${factorUrl}/passkey`, body)).toMatchObject({
      status: 409,
      body: { message: words.passkeyKnown },
    });
    const row = { account_id: app.studentId, kind: 'app' as const, name: 'App', secret: 'A'.repeat(32) };
    const rows = Array.from({ length: 9 }, () => ({
      ...row,
      credential_id: null,
      transports: null,
      counter: 0,
      added_at: app.clock.now(),
      used_at: null,
    }));
    await app.context.database.transaction((writer) =>
      writer.insertInto('second_factors').values(rows).execute(),
    );
    expect(await app.me.post(`${factorUrl}/app/secret`)).toMatchObject({
      status: 409,
      body: { message: words.tooMany },
    });
  });
});

test('factors are added with codes once, renamed, and removed; the last one takes the codes along', async () => {
  const app = await makePortal();
  const { codes } = await addApp(app, app.me);
  expect((await addPasskey(app.me)).codes).toBeNull();
  const factors = async () =>
    (await app.me.get('/api/account')).body.second_factor.factors as { id: string }[];
  const [first, second] = await factors();
  const rename = (id: string, name: string) => app.me.put(`${factorUrl}/${id}`, { name });
  expect((await rename(first!.id, ' Old phone ')).status).toBe(200);
  expect((await factors())[0]).toMatchObject({ name: 'Old phone' });
  expect((await rename(first!.id, 'a\nb')).status).toBe(400);
  const other = await app.as(await app.student('ravi@example.test'));
  expect((await other.put(`${factorUrl}/${first!.id}`, { name: 'Mine' })).status).toBe(404);
  expect((await other.delete(`${factorUrl}/${first!.id}`)).status).toBe(204);
  expect(await factors()).toHaveLength(2);

  expect((await app.me.delete(`${factorUrl}/${first!.id}`)).status).toBe(204);
  expect((await app.me.delete(`${factorUrl}/${first!.id}`)).status).toBe(204);
  const half = await sendPassword(app, email);
  expect((await half.browser.post('/api/auth/second-step', { code: codes[0] })).status).toBe(200);
  expect((await app.me.delete(`${factorUrl}/${second!.id}`)).status).toBe(204);
  const { answer } = await sendPassword(app, email);
  expect(answer.body).toMatchObject({
    message: messages.loginSuccessful,
    student: { second_factor: 'none' },
  });
  expect((await app.me.get('/api/account')).body.second_factor.recovery_codes_left).toBe(0);
  expectHttpError(await app.me.post('/api/account/recovery-codes'), 409, 'conflict', 'no factor');

  expect((await readAuditLog(app)).map(({ act }) => act)).toEqual([
    'add-second-factor',
    'add-second-factor',
    'remove-second-factor',
    'remove-second-factor',
  ]);
  expect(await mails(app)).toEqual([
    'A passkey has been removed from your account',
    'A recovery code of your account has been used',
    'An authenticator app has been removed from your account',
    'A passkey has been added to your account',
    'An authenticator app has been added to your account',
  ]);
});

describe('an administrator who must have a second factor', () => {
  test('finds everything else closed until it is set up, and cannot remove the last one', async () => {
    const app = await makeFactorPortal({ requireSecondFactor: true });
    const me = await app.as(await app.administrator('admin@example.test'));
    const student = await app.student(email);
    for (const url of ['/api/staff/batches', `/api/students/studentCourse/${email}`])
      expectHttpError(await me.get(url), 403, 'second_factor_required', url);
    expect((await me.get('/api/auth/session')).body.student).toMatchObject({ second_factor: 'required' });
    expect((await me.get('/api/receipts/key')).status).toBe(200);
    await addApp(app, me);
    expect((await me.get('/api/staff/batches')).status).toBe(200);
    const [factor] = (await me.get('/api/account')).body.second_factor.factors;
    expect(await me.delete(`${factorUrl}/${factor.id}`)).toMatchObject({
      status: 409,
      body: { message: words.lastOne },
    });
    // Of students nothing is asked.
    expect((await (await app.as(student)).get(`/api/students/studentCourse/${email}`)).status).toBe(200);
  });
});

test("the operator takes a lost phone's factor away: the password alone logs in, and a mail says so", async () => {
  const app = await makePortal();
  const { codes } = await addApp(app, app.me);
  const half = await sendPassword(app, email);
  expect(await resetSecondFactor(app.context, ' Asha@Example.test ')).toEqual({ email, removed: 1 });
  expectHttpError(await app.me.get('/api/account'), 401, 'signed_out', 'a session of before');
  expectHttpError(
    await half.browser.post('/api/auth/second-step', { code: codes[0] }),
    401,
    'login_over',
    'a login of before',
  );
  const { answer } = await sendPassword(app, email);
  expect(answer.body.message).toBe(messages.loginSuccessful);
  expect((await mails(app))[0]).toBe('Two-step verification has been turned off');
  expect((await readAuditLog(app)).at(-1)).toMatchObject({ act: 'reset-second-factor', actor_id: null });
  expect(await resetSecondFactor(app.context, email)).toEqual({ email, removed: 0 });
  await expect(resetSecondFactor(app.context, 'x@example.test')).rejects.toThrow('There is no account');
});

test('a session of staff ends after its own time without use, and a setting says which', async () => {
  const app = await makeFactorPortal({ staffIdleMs: 2 * hourMs });
  const admin = await app.administrator('admin@example.test');
  const [staff, student] = [await app.as(admin), await app.as(await app.student(email))];
  app.clock.advance(2 * hourMs - 1);
  expect((await staff.get('/api/staff/batches')).status).toBe(200);
  await new Promise((resolve) => setTimeout(resolve, 0));
  const later = await app.as(admin);
  app.clock.advance(2 * hourMs);
  expectHttpError(await later.get('/api/staff/batches'), 401, 'signed_out', 'two hours later');
  expect((await student.get('/api/account')).status).toBe(200);
});

test('what has ended is removed', async () => {
  const app = await makePortal();
  await app.me.post(`${factorUrl}/app/secret`);
  await addPasskey(app.me);
  await sendPassword(app, email);
  const count = async (table: 'pending_logins' | 'factor_challenges') =>
    (await app.context.database.reader.selectFrom(table).selectAll().execute()).length;
  expect([await count('pending_logins'), await count('factor_challenges')]).toEqual([1, 1]);
  app.clock.advance(hourMs);
  await removeExpired(app.context, new AbortController().signal);
  expect([await count('pending_logins'), await count('factor_challenges')]).toEqual([0, 0]);
});

test('the password of an account without a second factor is a fresh proof', async () => {
  const app = await makePortal();
  app.clock.advance(10 * minuteMs);
  expectHttpError(
    await app.me.post(`${factorUrl}/app/secret`),
    403,
    'proof_needed',
    'ten minutes after the login',
  );
  expectHttpError(
    await app.me.post('/api/account/proof', { password: 'wrong' }),
    400,
    'bad_request',
    'wrong',
  );
  expectHttpError(await app.me.post('/api/account/proof', {}), 400, 'bad_request', 'nothing');
  expect((await app.me.post('/api/account/proof', { password })).body.message).toBe(
    ownAccountMessages.proven,
  );
  expect((await app.me.post(`${factorUrl}/app/secret`)).status).toBe(200);
});
