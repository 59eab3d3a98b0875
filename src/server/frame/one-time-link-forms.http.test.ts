import { describe, expect, test } from 'vitest';
import { messages } from '#contract/messages';
import { buildAdministrator, buildStudent } from '#support/factories';
import {
  inputOf,
  invalidFields,
  messageOf,
  postForm,
  postPublicForm,
  valueOf,
  newcomer,
} from '#support/posted-forms';
import { makeTestApp, type TestApp } from '#support/test-app';
import { webBuild } from '#support/web-build';
import { issuePasswordReset } from '../accounts/login/issue-password-reset.ts';
import { issueSetupToken } from '../accounts/sign-up/set-up-administrator.ts';
import type { Settings } from '../platform/settings/settings.ts';
import { loadSample } from '../catalogue/sample/sample-files.ts';

const withPages = (settings: Partial<Settings> = {}) => makeTestApp({ settings, app: { pages: webBuild() } });

const accounts = ({ context }: TestApp) =>
  context.database.reader.selectFrom('accounts').selectAll().orderBy('id').execute();

describe('a forgotten password', () => {
  const withMail = () =>
    withPages({ smtpUrl: 'smtp://127.0.0.1:9', publicUrl: new URL('https://portal.test') });
  const mails = ({ context }: TestApp) => context.database.reader.selectFrom('outbox').selectAll().execute();

  test('is answered alike for known and unknown addresses, at an address that asks for no other link', async () => {
    const app = await withMail();
    await buildStudent(app.context, { email: 'asha@example.test' });
    for (const email of [' Asha@example.test', 'nobody@example.test']) {
      const answer = await postPublicForm(app, '/forgot-password', { email });
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
    const { headers } = await postPublicForm(app, '/forgot-password', { email: 'asha@example.test' });
    expect(headers.location).toBe('/forgot-password?notice=link-not-sent');
    for (const url of ['/forgot-password', String(headers.location)]) {
      const { body } = await app.nobody.get(url);
      expect(body, url).toContain('This portal cannot send email yet.');
      expect(body, url).toContain('ask the office for a link');
      expect(inputOf(body, 'email'), url).toBe('');
    }
    expect(inputOf((await (await withMail()).nobody.get('/forgot-password')).body, 'email')).not.toBe('');
  });

  test('needs an address', async () => {
    const { status, body } = await postPublicForm(await withMail(), '/forgot-password', {
      email: 'asha@nowhere',
    });
    expect([status, invalidFields(body), valueOf(body, 'email')]).toEqual([400, ['email'], 'asha@nowhere']);
    expect(body).toContain(messages.emailInvalid);
  });

  test('asked for too often is refused for a while', async () => {
    const app = await withMail();
    const ask = () => postPublicForm(app, '/forgot-password', { email: 'asha@example.test' });
    for (let i = 0; i < 3; i += 1) {
      expect((await ask()).status).toBe(303);
      app.clock.advance(60_001);
    }
    const { status, headers, body } = await ask();
    expect([status, headers['retry-after']]).toEqual([429, '3420']);
    expect(messageOf(body)).toMatch(/^Too many reset requests for this email\./);
    expect(valueOf(body, 'email')).toBe('asha@example.test');
  });
});

describe('a one-time link', () => {
  const dead = 'This link has been used already or has expired';
  const missing = 'This link is not complete';

  test('sets a new password, once', async () => {
    const app = await withPages();
    const { email } = await buildStudent(app.context);
    const { token } = await issuePasswordReset(app.context, email);
    const url = `/reset-password?token=${token}`;
    const short = await postPublicForm(app, url, { password: 'five5' });
    expect([short.status, messageOf(short.body), invalidFields(short.body)]).toEqual([
      400,
      messages.passwordShort,
      ['password'],
    ]);
    expect(short.body).not.toContain('five5');
    const saved = await postPublicForm(app, url, { password: 'monsoon-8' });
    expect(saved).toMatchObject({ status: 303, headers: { location: '/login?notice=password-saved' } });
    expect(messageOf((await app.nobody.get('/login?notice=password-saved')).body)).toBe(
      'Your new password is saved. Please log in.',
    );
    expect((await postPublicForm(app, '/login', { email, password: 'monsoon-8' })).status).toBe(303);
    const pressedAgain = await postPublicForm(app, url, { password: 'monsoon-8' });
    expect(pressedAgain).toMatchObject({
      status: 303,
      headers: { location: '/login?notice=password-saved' },
    });
    const again = await postPublicForm(app, url, { password: 'monsoon-9' });
    expect([again.status, again.body]).toEqual([400, expect.stringContaining(dead)]);
    expect(again.body).not.toContain('monsoon-9');
    expect((await postPublicForm(app, '/reset-password', { password: 'monsoon-9', token })).status).toBe(400);
  });

  test('makes the first administrator', async () => {
    const app = await withPages();
    const url = `/setup?token=${await issueSetupToken(app.context)}`;
    const refused = await postPublicForm(app, url, { ...newcomer, password: 'five5', phone: '' });
    expect([refused.status, messageOf(refused.body), invalidFields(refused.body)]).toEqual([
      400,
      messages.setupPasswordShort,
      ['password'],
    ]);
    expect([valueOf(refused.body, 'name'), valueOf(refused.body, 'email')]).toEqual([
      'Asha &amp; &quot;Kumari&quot;',
      newcomer.email,
    ]);
    expect(refused.body).not.toContain('five5');
    const made = await postPublicForm(app, url, newcomer);
    expect(made).toMatchObject({ status: 303, headers: { location: '/login?notice=administrator-ready' } });
    expect(await accounts(app)).toMatchObject([{ email: 'asha@example.test', role: 'administrator' }]);
    expect(messageOf((await app.nobody.get('/login?notice=administrator-ready')).body)).toBe(
      messages.administratorReady,
    );
    expect((await postPublicForm(app, '/login', newcomer)).headers.location).toBe('/staff');
    const again = await postPublicForm(app, url, { ...newcomer, email: 'other@example.test' });
    expect([again.status, again.body]).toEqual([400, expect.stringContaining(dead)]);
  });

  test('that makes the first administrator offers to take the sample away, where there is one', async () => {
    const app = await withPages();
    const url = `/setup?token=${await issueSetupToken(app.context)}`;
    expect((await app.nobody.get(url)).body).not.toContain('name="empty"');
    await loadSample(app.context);
    const { body } = await app.nobody.get(url);
    expect(inputOf(body, 'empty')).not.toContain('checked');
    // The sample's batches have dates, which a zone does not move.
    const academy = { academy_name: 'Nila Institute', accent: '', zone: 'Europe/Berlin' };
    const kept = await postPublicForm(app, url, { ...newcomer, ...academy });
    expect([kept.status, invalidFields(kept.body)]).toEqual([400, ['zone']]);
    expect(kept.body).toContain('MERN-2026-11 has dates');
    expect(valueOf(kept.body, 'academy_name')).toBe('Nila Institute');
    const made = await postPublicForm(app, url, { ...newcomer, ...academy, empty: 'on' });
    expect(made.headers.location).toBe('/login?notice=administrator-ready-empty');
    expect(app.context.settings).toMatchObject({
      academyName: 'Nila Institute',
      academyZone: 'Europe/Berlin',
    });
    expect(messageOf((await app.nobody.get(String(made.headers.location))).body)).toBe(
      messages.administratorReadyEmpty,
    );
    expect(await app.context.database.reader.selectFrom('projects').select('id').execute()).toEqual([]);
    const administrator = await app.as((await accounts(app))[0]!);
    expect((await administrator.get('/staff/sample')).body).toContain('No sample data');
  });

  test('of the sample removes it before its script, or says why it stays', async () => {
    const app = await withPages();
    await loadSample(app.context);
    const administrator = await app.as(await buildAdministrator(app.context));
    expect((await administrator.get('/staff/sample')).body).toContain('Remove the sample');
    expect(await postForm(administrator, '/staff/sample', {})).toMatchObject({
      status: 303,
      headers: { location: '/staff/sample?notice=sample-removed' },
    });
    const again = await postForm(administrator, '/staff/sample', {});
    expect(again.status).toBe(409);
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
