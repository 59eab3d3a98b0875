import { describe, expect, test } from 'vitest';
import { messages } from '#contract/messages';
import { serverMessages } from '../platform/http/server-messages.ts';
import { buildBatch, buildStudent } from '#support/factories';
import { inputOf, invalidFields, messageOf, postPublicForm, valueOf, newcomer } from '#support/posted-forms';
import { makeTestApp, type TestApp } from '#support/test-app';
import { webBuild } from '#support/web-build';
import { sessionCookieName } from '../accounts/sessions/cookies.ts';

const withPages = () =>
  makeTestApp({
    settings: { officeContact: 'mailto:office@example.test' },
    app: { pages: webBuild() },
  });

const accounts = ({ context }: TestApp) =>
  context.database.reader.selectFrom('accounts').selectAll().orderBy('id').execute();

describe('signup', () => {
  test('makes the account and leads to the login, which says so as often as it is opened', async () => {
    const app = await withPages();
    await buildBatch(app.context, { name: newcomer.batch });
    const answer = await postPublicForm(app, '/signup', newcomer);
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
    const { status, body } = await postPublicForm(app, '/signup', { ...newcomer, batch: 'Evening' });
    expect([status, messageOf(body)]).toEqual([
      200,
      'Welcome! Your account is ready. Please log in.No open batch is called “Evening”. You joined MERN-2026-11. If that is not your batch, tell the office before you choose a project. The office: office@example.test.',
    ]);
    const [account] = await accounts(app);
    const student = await app.as(account!);
    expect((await student.get('/StudentDashboard')).body).toContain(
      'No open batch is called “Evening”. You joined MERN-2026-11.',
    );
  });

  test('with nearly the name of a batch asks back once, and takes what is sent again', async () => {
    const app = await withPages();
    await buildBatch(app.context, { name: 'DSA-2026-10' });
    const form = { ...newcomer, batch: 'DSA-2026-1O' };
    const { status, body } = await postPublicForm(app, '/signup', form);
    expect([status, messageOf(body)]).toEqual([
      400,
      'Did you mean DSA-2026-10? If not, click Continue again.',
    ]);
    expect([valueOf(body, 'batch'), valueOf(body, 'asked')]).toEqual(['DSA-2026-1O', 'DSA-2026-1O']);
    expect(await accounts(app)).toEqual([]);
    const again = await postPublicForm(app, '/signup', { ...form, asked: 'DSA-2026-1O' });
    expect(messageOf(again.body)).toContain('No open batch is called “DSA-2026-1O”. The');
    expect(await accounts(app)).toMatchObject([{ batch_id: null, typed_batch: 'DSA-2026-1O' }]);
  });

  test('takes the name that it asked about in place of the typed one', async () => {
    const app = await withPages();
    const batch = await buildBatch(app.context, { name: 'DSA-2026-10' });
    const form = { ...newcomer, batch: 'DSA-2026-1O' };
    const { body } = await postPublicForm(app, '/signup', form);
    expect(body).toMatch(/<button[^>]* value="DSA-2026-10"/);
    await postPublicForm(app, '/signup', { ...form, use: 'DSA-2026-10' });
    expect(await accounts(app)).toMatchObject([{ batch_id: batch.id }]);
  });

  // Each form is wrong from one field on to the end: the first failure stands above the button, each at its field.
  test.each<[string, string, Partial<typeof newcomer>]>([
    ['name', messages.nameRequired, { name: ' ', email: '', password: '', phone: '', batch: '' }],
    ['email', messages.emailInvalid, { email: 'asha@nowhere', password: '', phone: '', batch: '' }],
    ['password', messages.passwordShort, { password: 'five5', phone: '', batch: '' }],
    ['phone', messages.phoneInvalid, { phone: '98765432101', batch: '' }],
    ['batch', messages.batchRequired, { batch: ' ' }],
  ])('refuses for %s: %s', async (field, message, change) => {
    const app = await withPages();
    const { terms: _, ...unticked } = newcomer;
    const { status, body } = await postPublicForm(app, '/signup', { ...unticked, ...change });
    expect([status, messageOf(body), invalidFields(body)]).toEqual([400, message, [field]]);
    const shown = body.replaceAll(/<script.*?<\/script>/gs, '');
    expect(shown.split(message), 'once').toHaveLength(2);
    const input = inputOf(body, field);
    expect(input).toContain('autofocus=""');
    const described = /aria-describedby="([^"]*)"/.exec(input)?.[1]?.split(' ').at(-1);
    const alert = new RegExp(`<div id="${described}" role="alert"[^>]*>.*?</div></div></div>`, 's');
    expect(alert.exec(body)?.[0]).toContain(message);
    expect(await accounts(app)).toEqual([]);
  });

  test('without the box ticked it keeps what was typed, but no password', async () => {
    const app = await withPages();
    const { terms: _, ...unticked } = newcomer;
    const { status, headers, body } = await postPublicForm(app, '/Signup?batch=OTHER', unticked);
    expect([status, messageOf(body), invalidFields(body)]).toEqual([400, messages.termsRequired, ['terms']]);
    expect(valueOf(body, 'name')).toBe('Asha &amp; &quot;Kumari&quot;');
    expect(valueOf(body, 'email')).toBe(newcomer.email);
    expect([valueOf(body, 'phone'), valueOf(body, 'batch')]).toEqual([newcomer.phone, newcomer.batch]);
    expect(inputOf(body, 'terms')).not.toContain('checked');
    expect(body).not.toContain(newcomer.password);
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'content-type': 'text/html; charset=utf-8',
    });
    const ticked = await postPublicForm(app, '/signup', { ...newcomer, name: '' });
    expect(inputOf(ticked.body, 'terms')).toContain('checked=""');
    expect(ticked.body).not.toContain(newcomer.password);
  });

  test('pressed twice makes one account, and answers as if it had been pressed once', async () => {
    const app = await withPages();
    await buildBatch(app.context, { name: newcomer.batch });
    const presses = [postPublicForm(app, '/signup', newcomer), postPublicForm(app, '/signup', newcomer)];
    const late = async () => postPublicForm(app, '/signup', newcomer);
    for (const answer of [...(await Promise.all(presses)), await late()]) {
      expect(answer).toMatchObject({ status: 303, headers: { location: '/login?notice=signed-up' } });
    }
    expect(await accounts(app)).toHaveLength(1);
  });

  test('pressed again, answers as the first press, whose line the browser has closed', async () => {
    const app = await withPages();
    await buildBatch(app.context, { name: newcomer.batch });
    const { passwords } = app.context;
    const { hash } = passwords;
    const isUnderWay = Promise.withResolvers<void>();
    const isGone = Promise.withResolvers<void>();
    passwords.hash = async (...args) => {
      isUnderWay.resolve();
      await isGone.promise;
      return hash(...args);
    };
    const url = await app.app.listen({ host: '127.0.0.1', port: 0 });
    app.app.server.once('connection', (socket) => socket.once('close', () => isGone.resolve()));
    const leaving = new AbortController();
    const first = fetch(`${url}/signup`, {
      method: 'POST',
      body: new URLSearchParams(newcomer),
      signal: leaving.signal,
    });
    await isUnderWay.promise;
    leaving.abort();
    await expect(first).rejects.toThrow('aborted');
    expect(await postPublicForm(app, '/signup', newcomer)).toMatchObject({
      status: 303,
      headers: { location: '/login?notice=signed-up' },
    });
    expect(await accounts(app)).toHaveLength(1);
  });

  test('with an address that is taken says where to go', async () => {
    const app = await withPages();
    await buildBatch(app.context, { name: newcomer.batch });
    expect((await postPublicForm(app, '/signup', newcomer)).status).toBe(303);
    for (const fields of [{ ...newcomer, password: 'monsoon-8' }, newcomer]) {
      const { status, body } = await postPublicForm(app, '/signup', fields);
      expect([status, messageOf(body)]).toEqual([409, serverMessages.emailTaken]);
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
    const answer = await postPublicForm(app, url, right);
    expect(answer).toMatchObject({ status: 303, headers: { location }, body: '' });
    const cookie = String(answer.headers['set-cookie']);
    expect(cookie).toMatch(/; HttpOnly; SameSite=Lax$/);
    expect(cookie.startsWith(`${sessionCookieName(app.context.settings)}=`)).toBe(true);
    const home = await app.nobody.get('/StudentDashboard', { cookie: cookie.split(';')[0] as string });
    expect(home.status).toBe(200);
  });

  test('with a wrong password says so, keeps the address and begins no session', async () => {
    const app = await withStudent();
    const { status, headers, body } = await postPublicForm(app, '/login?notice=signed-up', {
      ...right,
      password: 'wrong-1',
    });
    expect([status, messageOf(body)]).toEqual([401, messages.loginInvalid]);
    expect(valueOf(body, 'email')).toBe(right.email);
    expect(body).not.toContain('wrong-1');
    expect(headers['set-cookie']).toBeUndefined();
  });

  test.each<[string, string, Record<string, string>]>([
    ['email password', 'Email is required', { email: ' ', password: '' }],
    ['password', 'Password is required', { email: 'asha@example.test', password: '' }],
    ['email password', 'Email is required', {}],
  ])('needs %s: %s', async (invalid, message, fields) => {
    const { status, body } = await postPublicForm(await withStudent(), '/login', fields);
    expect([status, invalidFields(body)]).toEqual([400, invalid.split(' ')]);
    // At its field alone.
    expect([body.split(`>${message}<`).length - 1, messageOf(body)]).toEqual([1, undefined]);
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
    const { status, headers, body } = await postPublicForm(app, '/login', right);
    expect([status, headers['retry-after']]).toEqual([429, '60']);
    expect(messageOf(body)).toBe(
      `${messages.loginFailed} Too many failed logins for this account. Please try again in 1 minute.`,
    );
  });
});
