import { describe, expect, test } from 'vitest';
import { messages } from '#contract/messages';
import { buildAdministrator, buildBatch, buildStudent, buildSubmission } from '#support/factories';
import { makeTestApp, type Answer, type TestApp } from '#support/test-app';
import { webBuild } from '#support/web-build';
import { issuePasswordReset } from '../accounts/issue-password-reset.ts';
import { issueSetupToken } from '../accounts/set-up-administrator.ts';
import { sessionCookieName } from '../accounts/session-cookie.ts';
import type { Settings } from '../platform/settings.ts';

type Fields = Record<string, string>;

const withPages = (settings: Partial<Settings> = {}) => makeTestApp({ settings, app: { pages: webBuild() } });

/** Posts a form as a browser without scripts does. */
const post = (
  { nobody }: TestApp,
  url: string,
  fields: Fields,
  headers: Record<string, string> = {},
): Promise<Answer> =>
  nobody.send({
    method: 'POST',
    url,
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'sec-fetch-site': 'same-origin',
      ...headers,
    },
    payload: new URLSearchParams(fields).toString(),
  });

const elementOf = (html: string, pattern: RegExp) => pattern.exec(html)?.[0] ?? '';
const inputOf = (html: string, name: string) =>
  elementOf(html, new RegExp(`<input[^>]*name="${name}"[^>]*>`));
const valueOf = (html: string, name: string) => /\bvalue="([^"]*)"/.exec(inputOf(html, name))?.[1] ?? '';
/** What a message that stands in the page says. */
const messageOf = (html: string) =>
  /<div[^>]*role="(?:alert|status)"[^>]*>(.*?)<\/div><\/div><\/div>/s
    .exec(html)?.[1]
    ?.replaceAll(/<[^>]*>/g, '')
    .replaceAll('&#x27;', "'");
/** The names of the fields that are marked as refused. */
const invalidFields = (html: string) =>
  [...html.matchAll(/<input[^>]*aria-invalid="true"[^>]*>/g)].map(
    ([input]) => /name="([^"]*)"/.exec(input)?.[1],
  );

const asha = {
  name: 'Asha & "Kumari"',
  email: ' Asha@Example.test ',
  password: 'monsoon-7',
  phone: '98765 43-210',
  batch: 'MERN-2026-11',
  terms: 'on',
};
const accounts = ({ context }: TestApp) =>
  context.database.reader.selectFrom('accounts').selectAll().orderBy('id').execute();

describe('signup', () => {
  test('makes the account and leads to the login, which says so as often as it is opened', async () => {
    const app = await withPages();
    await buildBatch(app.context, { name: asha.batch });
    const answer = await post(app, '/signup', asha);
    expect(answer).toMatchObject({ status: 303, headers: { location: '/login?notice=signed-up' }, body: '' });
    expect(answer.headers['set-cookie']).toBeUndefined();
    expect(await accounts(app)).toMatchObject([
      {
        email: 'asha@example.test',
        name: 'Asha & "Kumari"',
        phone: '9876543210',
        typed_batch: 'MERN-2026-11',
      },
    ]);
    for (const url of ['/login?notice=signed-up', '/Login/?next=%2Fviva&notice=signed-up']) {
      const { status, body } = await app.nobody.get(url);
      expect([status, messageOf(body)], url).toEqual([200, messages.signedUp]);
    }
    expect(messageOf((await app.nobody.get('/login')).body)).toBeUndefined();
    for (const name of ['other', 'toString', '']) {
      expect(messageOf((await app.nobody.get(`/login?notice=${name}`)).body), name).toBeUndefined();
    }
  });

  test('with a batch that is not open says so, and the dashboard names it', async () => {
    const app = await withPages();
    await buildBatch(app.context, { name: 'MERN-2026-11', is_default: 1 });
    const { headers } = await post(app, '/signup', { ...asha, batch: 'DSA-2026-1O' });
    expect(headers.location).toBe('/login?notice=signed-up-elsewhere');
    expect(messageOf((await app.nobody.get(String(headers.location))).body)).toContain(messages.signedUp);
    const [account] = await accounts(app);
    const student = await app.as(account!);
    expect((await student.get('/StudentDashboard')).body).toContain(
      'No open batch is called “DSA-2026-1O”. You joined MERN-2026-11.',
    );
  });

  // Each form is wrong from one field on to the end: the first failure stands above the button, each at its field.
  test.each<[string, string, Partial<typeof asha>]>([
    ['name', messages.nameRequired, { name: ' ', email: '', password: '', phone: '', batch: '' }],
    ['email', messages.emailInvalid, { email: 'asha@nowhere', password: '', phone: '', batch: '' }],
    ['password', messages.passwordShort, { password: 'five5', phone: '', batch: '' }],
    ['phone', messages.phoneInvalid, { phone: '98765432101', batch: '' }],
    ['batch', messages.batchRequired, { batch: ' ' }],
  ])('refuses for %s: %s', async (field, message, change) => {
    const app = await withPages();
    const { terms: _, ...unticked } = asha;
    const { status, body } = await post(app, '/signup', { ...unticked, ...change });
    // Of a password that is not sent back nothing is known but what was said of it.
    const order = ['name', 'email', 'password', 'phone', 'batch', 'terms'];
    const wrong = order.slice(order.indexOf(field)).filter((name) => name === field || name !== 'password');
    expect([status, messageOf(body), invalidFields(body)]).toEqual([400, message, wrong]);
    const input = inputOf(body, field);
    expect(input).toContain('autofocus=""');
    const described = /aria-describedby="([^"]*)"/.exec(input)?.[1]?.split(' ').at(-1);
    expect(elementOf(body, new RegExp(`<div id="${described}"[^>]*>[^<]*`))).toContain(message);
    expect(await accounts(app)).toEqual([]);
  });

  test('without the box ticked it keeps what was typed, but no password', async () => {
    const app = await withPages();
    const { terms: _, ...unticked } = asha;
    const { status, headers, body } = await post(app, '/Signup?batch=OTHER', unticked);
    expect([status, messageOf(body), invalidFields(body)]).toEqual([400, messages.termsRequired, ['terms']]);
    expect(valueOf(body, 'name')).toBe('Asha &amp; &quot;Kumari&quot;');
    expect(valueOf(body, 'email')).toBe(asha.email);
    expect([valueOf(body, 'phone'), valueOf(body, 'batch')]).toEqual([asha.phone, asha.batch]);
    expect(inputOf(body, 'terms')).not.toContain('checked');
    expect(body).not.toContain(asha.password);
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'content-type': 'text/html; charset=utf-8',
    });
    const ticked = await post(app, '/signup', { ...asha, name: '' });
    expect(inputOf(ticked.body, 'terms')).toContain('checked=""');
    expect(ticked.body).not.toContain(asha.password);
  });

  test('pressed twice makes one account, and answers as if it had been pressed once', async () => {
    const app = await withPages();
    await buildBatch(app.context, { name: asha.batch });
    const presses = [post(app, '/signup', asha), post(app, '/signup', asha)];
    const late = async () => post(app, '/signup', asha);
    for (const answer of [...(await Promise.all(presses)), await late()]) {
      expect(answer).toMatchObject({ status: 303, headers: { location: '/login?notice=signed-up' } });
    }
    expect(await accounts(app)).toHaveLength(1);
  });

  test('with an address that is taken says where to go', async () => {
    const app = await withPages();
    expect((await post(app, '/signup', asha)).status).toBe(303);
    for (const fields of [{ ...asha, password: 'monsoon-8' }, asha]) {
      const { status, body } = await post(app, '/signup', fields);
      expect([status, messageOf(body)]).toEqual([409, messages.emailTaken]);
      expect(body).toMatch(/<a href="\/login"[^>]*>Already registered\? Login<\/a>/);
      expect(body).not.toContain(fields.password);
      // An equal form much later is no second press any more.
      app.clock.advance(60_001);
    }
  });

  test('an invitation link fills in the batch', async () => {
    const app = await withPages();
    expect(valueOf((await app.nobody.get('/signup?batch=MERN+%22x%22')).body, 'batch')).toBe(
      'MERN &quot;x&quot;',
    );
    const long = await app.nobody.get(`/Signup?batch=${'x'.repeat(100)}`);
    expect(valueOf(long.body, 'batch')).toBe('x'.repeat(80));
  });
});

describe('login', () => {
  async function withStudent() {
    const app = await withPages();
    const password_hash = await app.context.passwords.hash('monsoon-7');
    await buildStudent(app.context, { email: 'asha@example.test', password_hash });
    return app;
  }
  const right = { email: ' Asha@example.test', password: 'monsoon-7' };

  test.each([
    ['/login', '/StudentDashboard'],
    ['/LOGIN/', '/StudentDashboard'],
    ['/login?next=%2FWeeklySubmission%3Fweek%3D2', '/WeeklySubmission?week=2'],
    ['/login?next=%2F%2Fevil.test%2F', '/StudentDashboard'],
    ['/login?next=https%3A%2F%2Fevil.test', '/StudentDashboard'],
    ['/login?next=%2F%5Cevil.test', '/StudentDashboard'],
    ['/login?next=%2Fdiscussion%2F%E0%AE%85', '/StudentDashboard'],
  ])('at %s begins a session and leads to %s', async (url, location) => {
    const app = await withStudent();
    const answer = await post(app, url, right);
    expect(answer).toMatchObject({ status: 303, headers: { location }, body: '' });
    const cookie = String(answer.headers['set-cookie']);
    expect(cookie).toMatch(/; HttpOnly; SameSite=Lax$/);
    expect(cookie.startsWith(`${sessionCookieName(app.context.settings)}=`)).toBe(true);
    const home = await app.nobody.get('/StudentDashboard', { cookie: cookie.split(';')[0] as string });
    expect(home.status).toBe(200);
  });

  test('with a wrong password says so, keeps the address and begins no session', async () => {
    const app = await withStudent();
    const { status, headers, body } = await post(app, '/login?notice=signed-up', {
      ...right,
      password: 'wrong-1',
    });
    expect([status, messageOf(body)]).toEqual([401, messages.loginInvalid]);
    expect(valueOf(body, 'email')).toBe(right.email);
    expect(body).not.toContain('wrong-1');
    expect(headers['set-cookie']).toBeUndefined();
  });

  test.each<[string, string, Fields]>([
    ['email', 'Email is required', { email: ' ', password: '' }],
    ['password', 'Password is required', { email: 'asha@example.test', password: '' }],
    ['email', 'Email is required', {}],
  ])('needs %s: %s', async (field, message, fields) => {
    const { status, body } = await post(await withStudent(), '/login', fields);
    expect([status, invalidFields(body)]).toEqual([400, [field]]);
    expect(messageOf(body)).toBe(message);
  });

  test('after too many failures is refused for a while', async () => {
    const app = await withStudent();
    const rows = Array.from({ length: 10 }, () => ({
      kind: 'login-account',
      subject: 'asha@example.test',
      source: '127.0.0.1',
      at: app.clock.now(),
    }));
    await app.context.database.transaction((writer) =>
      writer.insertInto('rate_limit_hits').values(rows).execute(),
    );
    const { status, headers, body } = await post(app, '/login', right);
    expect([status, headers['retry-after']]).toEqual([429, '60']);
    expect(messageOf(body)).toBe(
      `${messages.loginFailed} Too many failed logins for this account. Please try again in 1 minute.`,
    );
  });
});

describe('a forgotten password', () => {
  const withMail = () =>
    withPages({ smtpUrl: 'smtp://127.0.0.1:9', publicUrl: new URL('https://portal.test') });
  const mails = ({ context }: TestApp) => context.database.reader.selectFrom('outbox').selectAll().execute();

  test('is answered alike for known and unknown addresses, at an address that asks for no other link', async () => {
    const app = await withMail();
    await buildStudent(app.context, { email: 'asha@example.test' });
    for (const email of [' Asha@example.test', 'nobody@example.test']) {
      const answer = await post(app, '/forgot-password', { email });
      expect(answer).toMatchObject({
        status: 303,
        headers: { location: '/forgot-password?notice=link-sent' },
      });
    }
    expect(await mails(app)).toMatchObject([{ recipient: 'asha@example.test' }]);
    const { body } = await app.nobody.get('/forgot-password?notice=link-sent');
    expect(messageOf(body)).toBe(messages.resetLinkSent);
    expect(await mails(app)).toHaveLength(1);
  });

  test('says before anybody types where no mail can be sent, and who makes a link', async () => {
    const app = await withPages();
    const { headers } = await post(app, '/forgot-password', { email: 'asha@example.test' });
    expect(headers.location).toBe('/forgot-password?notice=link-not-sent');
    for (const url of ['/forgot-password', String(headers.location)]) {
      const { body } = await app.nobody.get(url);
      expect(body, url).toContain('This portal cannot send mail yet.');
      expect(body, url).toContain('ask the academy&#x27;s office for a link');
      expect(inputOf(body, 'email'), url).toBe('');
    }
    expect(inputOf((await (await withMail()).nobody.get('/forgot-password')).body, 'email')).not.toBe('');
  });

  test('needs an address', async () => {
    const { status, body } = await post(await withMail(), '/forgot-password', { email: 'asha@nowhere' });
    expect([status, invalidFields(body), valueOf(body, 'email')]).toEqual([400, ['email'], 'asha@nowhere']);
    expect(body).toContain(messages.emailInvalid);
  });

  test('asked for too often is refused for a while', async () => {
    const app = await withMail();
    const ask = () => post(app, '/forgot-password', { email: 'asha@example.test' });
    for (let i = 0; i < 3; i += 1) {
      expect((await ask()).status).toBe(303);
      app.clock.advance(60_001);
    }
    const { status, headers, body } = await ask();
    expect([status, headers['retry-after']]).toEqual([429, '3420']);
    expect(messageOf(body)).toMatch(/^A new password has been asked for often enough for this address\./);
    expect(valueOf(body, 'email')).toBe('asha@example.test');
  });
});

describe('a one-time link', () => {
  const dead = 'This link has been used already or has expired';
  const missing = 'The link is missing from this address';

  test('sets a new password, once', async () => {
    const app = await withPages();
    const { email } = await buildStudent(app.context);
    const { token } = await issuePasswordReset(app.context, email);
    const url = `/reset-password?token=${token}`;
    const short = await post(app, url, { password: 'five5' });
    expect([short.status, messageOf(short.body), invalidFields(short.body)]).toEqual([
      400,
      messages.passwordShort,
      ['password'],
    ]);
    expect(short.body).not.toContain('five5');
    const saved = await post(app, url, { password: 'monsoon-8' });
    expect(saved).toMatchObject({ status: 303, headers: { location: '/login?notice=password-saved' } });
    expect(messageOf((await app.nobody.get('/login?notice=password-saved')).body)).toBe(
      'Your new password is saved. Please log in.',
    );
    expect((await post(app, '/login', { email, password: 'monsoon-8' })).status).toBe(303);
    const pressedAgain = await post(app, url, { password: 'monsoon-8' });
    expect(pressedAgain).toMatchObject({
      status: 303,
      headers: { location: '/login?notice=password-saved' },
    });
    const again = await post(app, url, { password: 'monsoon-9' });
    expect([again.status, again.body]).toEqual([400, expect.stringContaining(dead)]);
    expect(again.body).not.toContain('monsoon-9');
    expect((await post(app, '/reset-password', { password: 'monsoon-9', token })).status).toBe(400);
  });

  test('makes the first administrator', async () => {
    const app = await withPages();
    const url = `/setup?token=${await issueSetupToken(app.context)}`;
    const refused = await post(app, url, { ...asha, password: 'five5', phone: '' });
    expect([refused.status, messageOf(refused.body), invalidFields(refused.body)]).toEqual([
      400,
      messages.passwordShort,
      ['password'],
    ]);
    expect([valueOf(refused.body, 'name'), valueOf(refused.body, 'email')]).toEqual([
      'Asha &amp; &quot;Kumari&quot;',
      asha.email,
    ]);
    expect(refused.body).not.toContain('five5');
    const made = await post(app, url, asha);
    expect(made).toMatchObject({ status: 303, headers: { location: '/login?notice=administrator-ready' } });
    expect(await accounts(app)).toMatchObject([{ email: 'asha@example.test', role: 'administrator' }]);
    expect(messageOf((await app.nobody.get('/login?notice=administrator-ready')).body)).toBe(
      'The administrator is ready. Please log in.',
    );
    expect((await post(app, '/login', asha)).headers.location).toBe('/staff');
    const again = await post(app, url, { ...asha, email: 'other@example.test' });
    expect([again.status, again.body]).toEqual([400, expect.stringContaining(dead)]);
  });

  const inputs = (body: string) => body.match(/<input/g)?.length ?? 0;

  test('that does not work says so before anybody types, and looking at one does not use it up', async () => {
    const app = await withPages();
    const { email } = await buildStudent(app.context);
    const { token } = await issuePasswordReset(app.context, email);
    const setup = await issueSetupToken(app.context);
    const good = [`/reset-password?token=${token}`, `/setup?token=${setup}`, `/Setup/?token=${setup}`];
    for (const url of [...good, ...good]) {
      const { body } = await app.nobody.get(url);
      expect(inputs(body), url).toBeGreaterThan(0);
      expect(body, url).not.toContain(dead);
    }
    for (const [url, reason] of [
      ['/reset-password', missing],
      ['/setup', missing],
      ['/setup?token=', missing],
      ['/reset-password?token=unknown', dead],
      [`/reset-password?token=${setup}`, dead],
      [`/setup?token=${token}`, dead],
      [`/reset-password?token=${token}&token=other`, null],
    ] as const) {
      const { status, body } = await app.nobody.get(url);
      expect(status, url).toBe(200);
      if (reason === null) continue;
      expect(body, url).toContain(reason);
      expect(inputs(body), url).toBe(0);
    }
    await buildAdministrator(app.context);
    expect((await app.nobody.get(`/setup?token=${setup}`)).body, 'there is one').toContain(dead);
    app.clock.advance(8 * 24 * 3_600_000);
    expect((await app.nobody.get(good[0]!)).body, 'expired').toContain(dead);
  });
});

describe('a receipt', () => {
  const number = 'CAP-7K3M-92QX-W4TD-A8JH';
  async function withReceipt() {
    const app = await withPages();
    const student = await buildStudent(app.context);
    await buildSubmission(app.context, { account_id: student.id, number });
    return app;
  }

  test('that the portal has not given out is told by its number', async () => {
    const { status, body } = await post(await withReceipt(), '/verify', {
      number: ' cap-oooo-0000-0000-0000 ',
    });
    expect(status).toBe(200);
    expect(body).toContain('What we found');
    expect(body).toContain('The receipt is unknown');
    expect(valueOf(body, 'number')).toBe('CAP-0000-0000-0000-0000');
  });

  test.each([
    [number.toLowerCase(), 'Please pick the file, too: a number alone proves nothing.'],
    [' ', 'Please pick a receipt, or enter its number and pick the file.'],
    ['x'.repeat(101), "number must be a receipt's number"],
  ])('is not vouched for by a number alone: %s', async (typed, message) => {
    const { status, body } = await post(await withReceipt(), '/verify', { number: typed });
    expect([status, messageOf(body), valueOf(body, 'number')]).toEqual([400, message, typed]);
    expect(body).not.toContain('What we found');
  });

  test('has its number filled in where the address has it', async () => {
    const { nobody } = await withReceipt();
    const { status, body } = await nobody.get(`/verify?number=${number}`);
    expect([status, valueOf(body, 'number')]).toEqual([200, number]);
    expect(body).not.toContain('What we found');
  });
});

describe('every form', () => {
  const forms = ['/login', '/signup', '/forgot-password', '/reset-password', '/setup', '/verify'];

  test('is posted to its own address, by one button', async () => {
    const app = await withPages({ smtpUrl: 'smtp://127.0.0.1:9', publicUrl: new URL('https://portal.test') });
    const { token } = await issuePasswordReset(app.context, (await buildStudent(app.context)).email);
    const setup = await issueSetupToken(app.context);
    for (const path of forms) {
      const url = `${path}?token=${path === '/setup' ? setup : token}`;
      const { body } = await app.nobody.get(url);
      const forms = body.match(/<form[^>]*>/g) ?? [];
      expect(forms, url).toHaveLength(1);
      expect(forms[0], url).toMatch(/ method="post"/);
      expect(forms[0], url).not.toMatch(/ action=/);
      const types = [...body.matchAll(/<button[^>]*>/g)].map(([button]) => /type="(\w+)"/.exec(button)?.[1]);
      expect(
        types.filter((type) => type !== 'button'),
        url,
      ).toEqual(['submit']);
    }
  });

  test('takes nothing from other sites', async () => {
    const app = await withPages();
    for (const url of forms) {
      for (const headers of [{ 'sec-fetch-site': 'cross-site' }, { 'sec-fetch-site': 'same-site' }]) {
        expect(await post(app, url, asha, headers), url).toMatchObject({
          status: 403,
          body: { code: 'forbidden' },
        });
      }
    }
    expect(await accounts(app)).toEqual([]);
  });

  test('takes a form, and nothing else that has other things than texts', async () => {
    const app = await withPages();
    for (const url of forms) {
      expect((await app.nobody.post(url, { ...asha, name: { a: 1 } })).status, url).toBe(415);
      expect((await app.nobody.form(url, Object.entries(asha))).status, url).toBe(415);
      expect((await app.nobody.send({ method: 'POST', url })).status, url).toBe(400);
    }
    const strange = await post(app, '/signup', { ...asha, name: 'a\0', __proto__: 'x', toString: 'y' });
    expect([strange.status, messageOf(strange.body)]).toEqual([400, 'Text must not contain NUL characters.']);
  });

  test('shows what was typed as text', async () => {
    const name = '"><script>alert(1)</script>';
    const { body } = await post(await withPages(), '/signup', { ...asha, name, email: '' });
    expect(body).not.toContain('<script>alert(1)');
    expect(valueOf(body, 'name')).toBe('&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;');
  });
});
