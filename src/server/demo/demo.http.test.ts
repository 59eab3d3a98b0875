import { expect, test } from 'vitest';
import { postPublicForm } from '#support/posted-forms';
import { makeTestApp, type TestApp } from '#support/test-app';
import { webBuild } from '#support/web-build';
import { demoEmail } from '#contract/demo-accounts';
import { hourMs } from '#contract/durations';
import { enqueueMail, enqueueSecretMail } from '../platform/mail/enqueue-mail.ts';
import { listedMail, readSettings, type Settings } from '../platform/settings/settings.ts';
import { seedDemo } from './seed-demo.ts';

async function demoApp(settings: Partial<Settings>): Promise<TestApp> {
  const app = await makeTestApp({ settings, app: { pages: webBuild() } });
  await seedDemo(app.context);
  return app;
}

const publicDemo = { demo: 'public', demoResetMs: hourMs, smtpUrl: listedMail } as const;

test('outside of a demo nothing of it exists, on the demo’s data too', async () => {
  const app = await demoApp({});
  for (const as of ['student', 'mentor', 'office']) {
    const answer = await postPublicForm(app, '/demo/login', { as });
    expect([answer.status, answer.headers['set-cookie']]).toEqual([404, undefined]);
  }
  expect((await app.nobody.get('/demo/mails')).status).toBe(404);
  for (const screen of ['/', '/login']) {
    const { body } = await app.nobody.get(screen);
    expect(body).not.toMatch(/demo|Try as/i);
  }
});

test('in a demo each screen says so, and a login takes one click without a script', async () => {
  const app = await demoApp({ demo: 'local' });
  const { body } = await app.nobody.get('/login');
  expect(body).toContain('This is a demo.');
  expect(body).not.toContain('/demo/mails');
  expect((await app.nobody.get('/demo/mails')).status).toBe(404);
  for (const [as, landing, name] of [
    ['student', '/StudentDashboard', 'week2'],
    ['mentor', '/staff', 'kavitha'],
    ['office', '/staff', 'admin'],
  ] as const) {
    expect(body).toMatch(new RegExp(`<button[^>]*aria-label="Try as ${as}"`, 'i'));
    const answer = await postPublicForm(app, '/demo/login', { as });
    expect([answer.status, answer.headers.location]).toEqual([303, landing]);
    const cookie = [answer.headers['set-cookie']].flat().map((set) => String(set).split(';')[0]);
    expect(String(answer.headers['set-cookie'])).toMatch(/HttpOnly; SameSite=Lax/);
    const session = await app.nobody.get('/api/auth/session', { cookie: cookie.join('; ') });
    expect(session.body.student).toMatchObject({ s_id: demoEmail(name) });
    const home = as === 'office' ? '/staff/office' : landing;
    expect((await app.nobody.get(home, { cookie: cookie.join('; ') })).body).toContain('This is a demo.');
  }
});

test('a login of one click has the rules of a login', async () => {
  const app = await demoApp(publicDemo);
  const { database } = app.context;
  const tryAs = (as: string, headers = {}) => postPublicForm(app, '/demo/login', { as }, headers);
  expect((await tryAs('student', { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
  expect((await tryAs('toString')).status).toBe(400);
  await database.transaction((writer) =>
    writer.updateTable('accounts').set({ suspended_at: 1 }).where('email', '=', demoEmail('week2')).execute(),
  );
  const suspended = await tryAs('student');
  expect([suspended.status, suspended.headers['set-cookie']]).toEqual([403, undefined]);
  expect(suspended.body).toContain('Your form was not sent');
  for (let login = 0; login < 100; login += 1) expect((await tryAs('mentor')).status).toBe(303);
  const excessive = await tryAs('mentor');
  expect([excessive.status, excessive.headers['set-cookie']]).toEqual([429, undefined]);
  expect(Number(excessive.headers['retry-after'])).toBeGreaterThan(0);
});

test('a login of one click needs the demo’s data, its public password and this machine', async () => {
  const other = await makeTestApp({ settings: { demo: 'public' } });
  expect((await postPublicForm(other, '/demo/login', { as: 'office' })).status).toBe(404);
  for (const settings of [
    { demo: 'public', demoPassword: 'a password of its own' },
    { demo: 'local', demoPassword: 'a password of its own' },
    { demo: 'local', host: '0.0.0.0' },
  ] as const) {
    const app = await demoApp(settings);
    expect((await postPublicForm(app, '/demo/login', { as: 'office' })).status).toBe(404);
    const { body } = await app.nobody.get('/login');
    expect(body).not.toContain('Try as');
  }
});

test('a public demo lists its mails in place of sending them', async () => {
  const app = await demoApp(publicDemo);
  const { context, clock } = app;
  const mail = { to: 'asha@example.test', html: '<p>Words</p>' };
  await context.database.transaction(async (writer) => {
    const first = { ...mail, event: 'receipt:1', subject: 'Receipt <1>', text: 'For <b>you</b>' };
    await enqueueMail(writer, first, clock.now());
    const text = 'Here: https://portal.example/reset-password?token=a1&b=2';
    const second = { ...mail, event: 'reset:1', subject: 'Your new password', text };
    await enqueueSecretMail(writer, context.secrets, second, clock.now());
  });
  const { status, body, headers } = await app.nobody.get('/demo/mails');
  expect([status, headers['cache-control']]).toEqual([200, 'no-store']);
  expect(body).toContain('Receipt &lt;1&gt;');
  expect(body).toContain('To asha@example.test, ');
  expect(body).toContain('For &lt;b&gt;you&lt;/b&gt;');
  const link = 'https://portal.example/reset-password?token=a1&amp;b=2';
  expect(body).toContain(`<a href="${link}" rel="nofollow noreferrer">${link}</a>`);
  expect(body.indexOf('Your new password')).toBeLessThan(body.indexOf('Receipt'));
  expect(body).not.toContain('<script');
  const login = await app.nobody.get('/login');
  expect(login.body).toContain('Public demo, reset every 60 minutes');
  expect(login.body).toContain('href="/demo/mails"');
});

test('the settings of a public demo', () => {
  const settings = readSettings({
    DEMO: 'true',
    DEMO_RESET_MINUTES: '30',
    PUBLIC_URL: 'https://demo.example',
    MAX_UPLOAD_MB: '64',
  });
  expect(settings).toMatchObject({
    demo: 'public',
    demoResetMs: 30 * 60_000,
    maxUploadBytes: 5 * 1024 * 1024,
    requireConfirmedEmail: false,
    requireSecondFactor: false,
  });
  expect(readSettings({ DEMO: 'true', MAX_UPLOAD_MB: '2' }).maxUploadBytes).toBe(2 * 1024 * 1024);
  expect(readSettings({ DEMO: 'true', DEMO_RESET_MINUTES: '' }).demoResetMs).toBeNull();
  expect(readSettings({ DEMO: 'true', DEMO_RESET_MINUTES: '0' }).demoResetMs).toBeNull();
  expect(readSettings({ DEMO: 'local', SMTP_URL: 'smtp://mail.example' })).toMatchObject({
    demo: 'local',
    demoResetMs: null,
    smtpUrl: 'smtp://mail.example',
    maxUploadBytes: 64 * 1024 * 1024,
  });
  expect(readSettings({}).demo).toBeNull();
});

test.each([
  [{ DEMO: 'yes' }, 'Setting DEMO is "yes"; allowed: true for a public demo, local'],
  [{ DEMO: 'true', DEMO_RESET_MINUTES: '1.5' }, 'Setting DEMO_RESET_MINUTES is "1.5"; allowed: a whole'],
  [{ DEMO_RESET_MINUTES: '60' }, 'Setting DEMO_RESET_MINUTES is "60", which requires DEMO=true'],
  [{ DEMO: 'local', DEMO_RESET_MINUTES: '60' }, 'Setting DEMO_RESET_MINUTES is "60", which requires'],
  [{ DEMO: 'true', SMTP_URL: 'smtp://u:secret@mail.example' }, 'Setting SMTP_URL is "(not shown)", which'],
])('%o is refused in one line', (environment, line) => {
  let message = '';
  try {
    readSettings(environment);
  } catch (error) {
    ({ message } = error as Error);
  }
  expect(message.startsWith(line), message).toBe(true);
  expect(message).not.toMatch(/\n|secret/);
});
