import { describe, expect, test, vi } from 'vitest';
import { hourMs, minuteMs } from '#contract/durations';
import { issuePasswordReset } from '#server/accounts/login/issue-password-reset';
import { codeAt } from '#server/accounts/second-factor/app-secret';
import { words } from '#server/accounts/second-factor/words';
import { logInAtAcademy, makeAcademyPortal, readerAfter } from '#support/academy-login';
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
import { buildStudent } from '#support/factories';
import { makeSoftwarePasskey } from '#support/software-passkey';
import { makeClient, type Client } from '#support/test-app';

/** What somebody gains against a second factor, who knows the password or sits at a session that was left open. */

const email = 'asha@example.test';
const step = (browser: Client, code: string) => browser.post('/api/auth/second-step', { code });

async function makePortal() {
  const app = await makeFactorPortal();
  const owner = await app.as(await app.student(email));
  return { ...app, owner };
}

describe('who knows the password', () => {
  test('gets nothing of the account with what the password alone gives', async () => {
    const app = await makePortal();
    await addApp(app, app.owner);
    const { cookies } = await sendPassword(app, email);
    // The pending login's token is no session's, under whatever name it comes.
    const [token = ''] = Object.values(cookies);
    const thief = makeClient(app.app, { ...cookies, '__Host-capstone': token, capstone: token });
    for (const url of ['/api/account', `/api/students/studentCourse/${email}`])
      expectHttpError(await thief.get(url), 401, 'signed_out', url);
    expectHttpError(await thief.post('/api/account/recovery-codes'), 401, 'signed_out', 'new codes');
  });

  test('guesses five times, whichever way, and then ever fewer', async () => {
    const app = await makePortal();
    const { code } = await addApp(app, app.owner);
    const guesses: number[] = [];
    for (let login = 0; login < 4; login++) {
      const { browser } = await sendPassword(app, email);
      // In a burst, so that all of them pass the first look together.
      const burst = await Promise.all(Array.from({ length: 8 }, (_, n) => step(browser, `00000${n}`)));
      guesses.push(burst.filter(({ status }) => status === 400).length);
    }
    expect(guesses[0]).toBeGreaterThanOrEqual(3);
    // Each of a burst sees those that are judged beside it, so that a burst may leave one or two guesses over.
    for (let rest = 0, status = 400; status === 400 && rest < 5; rest++) {
      const alone = await sendPassword(app, email);
      ({ status } = await step(alone.browser, '000000'));
      if (status === 400) guesses.push(1);
    }
    expect(guesses.reduce((sum, n) => sum + n, 0)).toBe(5);
    const { browser } = await sendPassword(app, email);
    expect((await step(browser, code())).status, 'the right one, too').toBe(429);
    app.clock.advance(hourMs);
    const later = await sendPassword(app, email);
    expect((await step(later.browser, code())).status, 'the holder, after a pause').toBe(200);
  });

  test('guesses no further at one login than five times, from however many networks', async () => {
    const app = await makePortal();
    const { code } = await addApp(app, app.owner);
    const { cookies } = await sendPassword(app, email);
    const from = (n: number, typed: string) =>
      app.nobody.send({
        method: 'POST',
        url: '/api/auth/second-step',
        remoteAddress: `198.51.100.${n}`,
        cookies,
        payload: { code: typed },
      });
    for (let n = 1; n <= 5; n++) expect((await from(n, '000000')).status).toBe(400);
    expect(await from(6, code())).toMatchObject({ status: 401, body: { message: words.stepTooOften } });
  });

  test('is not helped by a new password of their own making, as with a mailbox', async () => {
    const app = await makePortal();
    await addApp(app, app.owner);
    const { token } = await issuePasswordReset(app.context, email);
    await app.nobody.post('/api/auth/reset', { token, password });
    const { answer } = await sendPassword(app, email);
    expect(answer.body).not.toHaveProperty('student');
  });

  test('goes on with no login that the old password began', async () => {
    const app = await makePortal();
    const { code } = await addApp(app, app.owner);
    const { browser } = await sendPassword(app, email);
    const { token } = await issuePasswordReset(app.context, email);
    await app.nobody.post('/api/auth/reset', { token, password: 'another1' });
    expectHttpError(await step(browser, code()), 401, 'login_over', 'a login of before');
  });
});

test('who holds the academy account of somebody gets no further by it than by the password', async () => {
  const portal = await makeAcademyPortal();
  const { app } = portal;
  const holder = await buildStudent(app.context, { email });
  const { code } = await addApp(app, await app.as(holder));
  const answer = await logInAtAcademy(portal, { sub: 'u-1', email, email_verified: true });
  expect(answer.headers['location']).toMatch(/^\/second-step\?with=app/);
  expect(await readerAfter(portal, answer)).toBeNull();
  const entered = await step(makeClient(app.app, cookiesOf(answer)), code());
  expect(entered.body.student).toMatchObject({ s_id: email });
});

test('whoever signed up with an address first keeps its holder out with a second factor', async () => {
  const app = await makePortal();
  const squatted = await app.student('ravi@example.test');
  await app.context.database.transaction((writer) =>
    writer.updateTable('accounts').set({ confirmed_at: null }).where('id', '=', squatted.id).execute(),
  );
  await addApp(app, await app.as(squatted));
  const { token } = await issuePasswordReset(app.context, 'ravi@example.test');
  await app.nobody.post('/api/auth/reset', { token, password });
  const { answer } = await sendPassword(app, 'ravi@example.test');
  expect(answer.body.student).toMatchObject({ s_id: 'ravi@example.test', second_factor: 'none' });
});

describe('codes', () => {
  test('that were overlooked or overheard work no second time, not even in the same moment', async () => {
    const app = await makePortal();
    const { code, codes } = await addApp(app, app.owner);
    for (const once of [code(), codes[0]!]) {
      const logins = await Promise.all([sendPassword(app, email), sendPassword(app, email)]);
      const both = await Promise.all(logins.map(({ browser }) => step(browser, once)));
      expect(both.map(({ status }) => status).toSorted(), once).toEqual([200, 400]);
    }
  });

  test('two that are right open one login once, in the same moment', async () => {
    const app = await makePortal();
    const { codes } = await addApp(app, app.owner);
    const { browser } = await sendPassword(app, email);
    const { passwords } = app.context;
    const verify = passwords.verify.bind(passwords);
    const bothAreJudged = Promise.withResolvers<void>();
    const judging = vi.spyOn(passwords, 'verify').mockImplementation(async (...one) => {
      if (judging.mock.calls.length === 2) bothAreJudged.resolve();
      await bothAreJudged.promise;
      return verify(...one);
    });
    const both = await Promise.all([step(browser, codes[0]!), step(browser, codes[1]!)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 401]);
  });

  test('of a period before the one that was used last work no more', async () => {
    const app = await makePortal();
    const { secret, code } = await addApp(app, app.owner);
    const before = codeAt(secret, app.clock.now());
    app.clock.advance(30_000);
    expect((await step((await sendPassword(app, email)).browser, code())).status).toBe(200);
    const { browser } = await sendPassword(app, email);
    expect((await step(browser, before)).body.message).toBe(words.appCodeUsed);
  });

  test("of one account open no other's login", async () => {
    const app = await makePortal();
    await addApp(app, app.owner);
    const mine = await addApp(app, await app.as(await app.student('eve@example.test')));
    const { browser } = await sendPassword(app, email);
    expect((await step(browser, mine.code())).status).toBe(400);
    expect((await step(browser, mine.codes[0]!)).status).toBe(400);
  });

  test('lie nowhere in the database as they are typed', async () => {
    const app = await makePortal();
    const { codes } = await addApp(app, app.owner);
    const rows = await app.context.database.reader.selectFrom('recovery_codes').selectAll().execute();
    const stored = JSON.stringify(rows);
    for (const code of codes) {
      expect(stored).not.toContain(code);
      expect(stored).not.toContain(code.replaceAll('-', ''));
    }
    expect(rows.every(({ code_hash }) => code_hash.startsWith('$argon2id$'))).toBe(true);
  });
});

describe('passkeys', () => {
  async function begin(app: Awaited<ReturnType<typeof makePortal>>) {
    const { browser } = await sendPassword(app, email);
    const options = (await browser.post('/api/auth/second-step/passkey/options')).body;
    const send = (passkey: unknown) => browser.post('/api/auth/second-step/passkey', { passkey });
    return { browser, options, send };
  }

  test('that signed on a false page, or for another portal, open nothing', async () => {
    const app = await makePortal();
    const { key } = await addPasskey(app.owner);
    for (const elsewhere of [
      { ...site, origin: 'https://portal.example.test.evil.test' },
      { ...site, origin: 'http://portal.example.test' },
      { ...site, origin: 'https://evil.portal.example.test' },
      { ...site, rpId: 'example.test' },
    ]) {
      const { options, send } = await begin(app);
      const refused = await send(key.get(options, elsewhere));
      expect(refused, JSON.stringify(elsewhere)).toMatchObject({
        status: 400,
        body: { message: words.passkeyRefused },
      });
    }
  });

  test('sign nothing that counts twice, or for another login', async () => {
    const app = await makePortal();
    const { key } = await addPasskey(app.owner);
    const { options, send, browser } = await begin(app);
    const other = await begin(app);
    const signed = key.get(options, site);
    expect((await other.send(signed)).status, "another login's challenge").toBe(400);
    const both = await Promise.all([send(signed), send(signed)]);
    expect(both.filter(({ status }) => status === 200)).toHaveLength(1);
    expectHttpError(await send(signed), 401, 'login_over', 'after that');
    expectHttpError(
      await browser.post('/api/auth/second-step/passkey/options'),
      401,
      'login_over',
      'another challenge',
    );
  });

  test('of somebody else, and copies whose count goes back, are refused', async () => {
    const app = await makePortal();
    const { key } = await addPasskey(app.owner);
    const mine = await addPasskey(await app.as(await app.student('eve@example.test')));
    const first = await begin(app);
    expect((await first.send(mine.key.get(first.options, site))).body.message).toBe(words.passkeyUnknown);
    const stranger = makeSoftwarePasskey();
    const second = await begin(app);
    const forged = { ...stranger.get(second.options, site), id: key.id, rawId: key.id };
    expect((await second.send(forged)).body.message).toBe(words.passkeyRefused);
    const third = await begin(app);
    expect((await third.send(key.get(third.options, site))).status).toBe(200);
    key.rewind(0);
    const copy = await begin(app);
    expect((await copy.send(key.get(copy.options, site))).body.message).toBe(words.passkeyRefused);
  });

  test('that count nothing, as those of phones, prove once by one signature', async () => {
    const app = await makePortal();
    const { key } = await addPasskey(app.owner, { counts: false });
    const options = (await app.owner.post('/api/account/proof/passkey/options')).body;
    const passkey = key.get(options, site);
    const prove = () => app.owner.post('/api/account/proof/passkey', { passkey });
    expect([(await prove()).status, (await prove()).status]).toEqual([200, 400]);
  });

  test('cannot be made for an account from a false page, nor with an old challenge', async () => {
    const app = await makePortal();
    const url = '/api/account/second-factor/passkey';
    const options = (await app.owner.post(`${url}/options`)).body;
    const key = makeSoftwarePasskey();
    const made = key.create(options, { ...site, origin: 'https://evil.test' });
    expect((await app.owner.post(url, { name: 'Key', passkey: made })).status).toBe(400);
    const again = await app.owner.post(url, { name: 'Key', passkey: key.create(options, site) });
    expect(again.body.message, 'the challenge is used up').toBe(words.passkeyTooLate);
  });
});

describe('who sits at a session that was left open', () => {
  test('changes nothing of the account without its second factor, whatever password they know', async () => {
    const app = await makePortal();
    const { code } = await addApp(app, app.owner);
    const factors = (await app.owner.get('/api/account')).body.second_factor.factors as { id: string }[];
    app.clock.advance(10 * minuteMs);
    const factor = `/api/account/second-factor/${factors[0]!.id}`;
    const acts: (() => Promise<{ status: number; body: { code: string } }>)[] = [
      () => app.owner.put('/api/account/password', { current_password: password, password: 'another1' }),
      () => app.owner.put('/api/account/email', { current_password: password, email: 'new@example.test' }),
      () => app.owner.post('/api/account/deletion', { current_password: password }),
      () => app.owner.delete(factor),
      () => app.owner.post('/api/account/recovery-codes'),
      () => app.owner.post('/api/account/second-factor/app/secret'),
      () => app.owner.post('/api/account/second-factor/app', { name: 'App', code: '000000' }),
      () => app.owner.post('/api/account/second-factor/passkey/options'),
      () => app.owner.post('/api/account/second-factor/passkey', { name: 'Key' }),
    ];
    for (const act of acts)
      expect(await act()).toMatchObject({ status: 403, body: { code: 'proof_needed' } });
    expect(await app.owner.post('/api/account/proof', { password })).toMatchObject({
      status: 400,
      body: { message: words.passwordIsNoProof },
    });
    // Nothing of the specification asks for it.
    expect((await app.owner.get(`/api/students/studentCourse/${email}`)).status).toBe(200);
    // … and another session's proof is none of this one.
    const { browser } = await sendPassword(app, email);
    const elsewhere = makeClient(app.app, cookiesOf(await step(browser, code())));
    expect((await elsewhere.post('/api/account/recovery-codes')).status).toBe(200);
    expect((await app.owner.post('/api/account/recovery-codes')).status).toBe(403);
    app.clock.advance(30_000);
    expect((await app.owner.post('/api/account/proof', { code: code() })).status).toBe(200);
    expect((await app.owner.delete(factor)).status).toBe(204);
  });

  test('guesses at fresh proofs no more often than at logins', async () => {
    const app = await makePortal();
    const { code } = await addApp(app, app.owner);
    const guess = (typed: string) => app.owner.post('/api/account/proof', { code: typed });
    for (let n = 0; n < 5; n++) expect((await guess(`00000${n}`)).status).toBe(400);
    expect((await guess(code())).status).toBe(429);
    const { browser } = await sendPassword(app, email);
    expect((await step(browser, code())).status, 'and at logins neither').toBe(429);
  });
});
