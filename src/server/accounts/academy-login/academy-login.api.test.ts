import { expect, test } from 'vitest';
import { hourMs } from '#contract/durations';
import {
  beginAcademyLogin,
  comeBack,
  logInAtAcademy,
  makeAcademyPortal,
  portalOrigin,
  readerAfter,
} from '#support/academy-login';
import { buildAdministrator, buildBatch, buildMentor, buildStudent } from '#support/factories';
import { makeTestApp } from '#support/test-app';
import { readSettings } from '../../platform/settings/settings.ts';
import { resetPassword } from '../login/reset-password.ts';
import { issuePasswordReset } from '../login/issue-password-reset.ts';
import { confirmHolder } from '../../people/confirm-account.ts';
import { removeExpired } from '../remove-expired.ts';

const asha = {
  sub: 'u-1',
  email: 'Asha@Example.test',
  email_verified: true,
  name: 'Asha Kumari',
} as const;

test('somebody whom the portal does not know gets an account that waits for placement', async () => {
  const portal = await makeAcademyPortal();
  const answer = await logInAtAcademy(portal, asha);
  expect([answer.status, answer.headers['location']]).toEqual([303, '/StudentDashboard']);
  expect(await readerAfter(portal, answer)).toMatchObject({
    s_id: 'asha@example.test',
    s_name: 'Asha Kumari',
    role: 'student',
    batch: null,
    confirmation: 'none',
  });
  const again = await logInAtAcademy(portal, asha);
  expect((await readerAfter(portal, again))?.s_id).toBe('asha@example.test');
});

test('… with what the operator imported about the address, and a name even where the provider tells none', async () => {
  const portal = await makeAcademyPortal();
  const batch = await buildBatch(portal.app.context, { name: 'MERN-1' });
  await portal.app.context.database.transaction((writer) =>
    writer
      .insertInto('imported_people')
      .values({
        email: 'asha.k@example.test',
        batch_id: batch.id,
        exit_score: 77,
        grade: null,
        imported_at: 0,
      })
      .execute(),
  );
  const person = {
    sub: 'u-2',
    email: 'asha.k@example.test',
    email_verified: true,
    name: 'see www.evil.test',
  };
  expect(await readerAfter(portal, await logInAtAcademy(portal, person))).toMatchObject({
    s_name: 'asha k',
    batch: 'MERN-1',
  });
});

test('an account with the confirmed address is tied, told so by mail, and from then on known by more than its address', async () => {
  const portal = await makeAcademyPortal();
  const { context } = portal.app;
  const account = await buildStudent(context, { email: 'asha@example.test', name: 'Asha of old' });
  expect((await readerAfter(portal, await logInAtAcademy(portal, asha)))?.s_name).toBe('Asha of old');
  const mails = await context.database.reader
    .selectFrom('outbox')
    .where('recipient', '=', account.email)
    .select(['subject', 'text'])
    .execute();
  expect(mails).toEqual([
    {
      subject: 'New way to log in to your account',
      text: expect.stringContaining('now also log in to the portal with your academy account (ICTAK)'),
    },
  ]);

  const moved = { ...asha, email: 'asha@elsewhere.test' };
  expect((await readerAfter(portal, await logInAtAcademy(portal, moved)))?.s_id).toBe('asha@example.test');
  // The provider gives the address to somebody else: not the account of whoever had it.
  const heir = await logInAtAcademy(portal, { ...asha, sub: 'u-9' });
  expect(heir.headers['location']).toBe('/login?notice=academy-taken');
  expect(await readerAfter(portal, heir)).toBeNull();
});

test('two first logins of one person at once make one account', async () => {
  const portal = await makeAcademyPortal();
  const answers = await Promise.all(Array.from({ length: 6 }, () => logInAtAcademy(portal, asha)));
  expect(answers.map(({ headers }) => headers['location'])).toEqual(Array(6).fill('/StudentDashboard'));
  const { reader } = portal.app.context.database;
  expect(await reader.selectFrom('accounts').select('email').execute()).toEqual([
    { email: 'asha@example.test' },
  ]);
});

test('a setting refuses whoever has no account, in words', async () => {
  const portal = await makeAcademyPortal({ makesAccounts: false });
  const answer = await logInAtAcademy(portal, asha);
  expect(answer.headers['location']).toBe('/login?notice=academy-unknown');
  expect(await portal.app.context.database.reader.selectFrom('accounts').select('id').execute()).toEqual([]);
});

test('it leads to where the reader wanted to be', async () => {
  const portal = await makeAcademyPortal();
  const leads = async (referer: string) =>
    (await logInAtAcademy(portal, asha, { referer })).headers['location'];
  expect(await leads(`${portalOrigin}/login?next=%2Fviva%3Fa%3D1`)).toBe('/viva?a=1');
  expect(await leads(`${portalOrigin}/WeeklySubmission?week=2`)).toBe('/WeeklySubmission?week=2');
  expect(await leads(`${portalOrigin}/login`)).toBe('/StudentDashboard');
});

test('a role comes from the claim that the operator names, for staff, and leaves the last administrator', async () => {
  const portal = await makeAcademyPortal({
    roleClaim: 'roles',
    mentorRole: 'teacher',
    administratorRole: 'office',
  });
  const { context } = portal.app;
  const roleAfter = async (email: string, roles: unknown) => {
    const person = { sub: `of ${email}`, email, email_verified: true, name: 'Meera', roles };
    return (await readerAfter(portal, await logInAtAcademy(portal, person)))?.role;
  };
  expect(await roleAfter('meera@example.test', ['teacher'])).toBe('mentor');
  expect(await roleAfter('meera@example.test', ['teacher', 'office'])).toBe('administrator');
  expect(await roleAfter('meera@example.test', ['teacher']), 'the only one').toBe('administrator');
  const password_hash = 'one';
  await buildAdministrator(context, { password_hash, suspended_at: 1 });
  expect(await roleAfter('meera@example.test', 'teacher'), 'beside a suspended one').toBe('administrator');
  await buildAdministrator(context, { password_hash: null });
  expect(await roleAfter('meera@example.test', 'teacher'), 'beside an invited one').toBe('administrator');
  await buildAdministrator(context, { password_hash });
  expect(await roleAfter('meera@example.test', 'teacher')).toBe('mentor');
  expect(await roleAfter('meera@example.test', []), 'the office takes roles away').toBe('mentor');
  await buildStudent(context, { email: 'ravi@example.test' });
  expect(await roleAfter('ravi@example.test', ['office']), 'a student stays one').toBe('student');
  const events = await context.database.reader
    .selectFrom('audit_log')
    .where('act', '=', 'follow-role-claim')
    .select('after')
    .orderBy('id')
    .execute();
  expect(events.map(({ after }) => JSON.parse(after ?? ''))).toEqual([
    { role: 'administrator' },
    { role: 'mentor' },
  ]);
});

test('a provider that is away is told in words within seconds, asked again only after a pause, and hinders no other login', async () => {
  const portal = await makeAcademyPortal();
  const { app, provider } = portal;
  await provider.stop();
  const { location, cookie } = await beginAcademyLogin(portal);
  expect([location, cookie]).toEqual(['/login?notice=academy-away', '']);
  expect((await app.nobody.post('/api/auth/login', { email: 'a@b.c', password: 'secret1' })).status).toBe(
    401,
  );
  const at = await beginAcademyLogin(portal, { referer: `${portalOrigin}/login?next=/viva` });
  expect(at.location).toBe('/login?notice=academy-away&next=%2Fviva');
});

test('a provider that takes requests and never answers is not waited for', { tags: 'full' }, async () => {
  const portal = await makeAcademyPortal({ timeoutMs: 1_000 });
  const { app, provider } = portal;
  provider.person = asha;
  const { location, cookie } = await beginAcademyLogin(portal);
  const back = await provider.visit(location);
  provider.isSilent = true;
  const answer = comeBack(portal, back, cookie);
  const other = await app.nobody.get('/api/auth/session');
  expect(other.status).toBe(200);
  expect((await answer).headers['location']).toBe('/login?notice=academy-away');
});

test('the provider is asked for nothing at the start, once for all, and again after an hour; what was known goes on while it is away', async () => {
  const portal = await makeAcademyPortal();
  const { app, provider } = portal;
  const discovery = '/.well-known/openid-configuration';
  expect(provider.asked.size).toBe(0);
  await Promise.all(Array.from({ length: 5 }, () => beginAcademyLogin(portal)));
  expect(provider.asked.get(discovery)).toBe(1);
  app.clock.advance(hourMs);
  await beginAcademyLogin(portal);
  expect(provider.asked.get(discovery)).toBe(2);
  await provider.stop();
  app.clock.advance(hourMs);
  expect((await beginAcademyLogin(portal)).location).toMatch(`${provider.issuer}/auth?`);
});

test('who goes back at the provider comes to the login screen', async () => {
  const portal = await makeAcademyPortal();
  const answer = await logInAtAcademy(portal, null, { referer: `${portalOrigin}/login?next=/viva` });
  expect(answer.headers['location']).toBe('/login?notice=academy-declined&next=%2Fviva');
});

test('without the setting there is no such address', async () => {
  const { app } = await makeTestApp();
  expect(app.hasRoute({ method: 'GET', url: '/login/academy' })).toBe(false);
  expect(app.hasRoute({ method: 'GET', url: '/login/academy/callback' })).toBe(false);
});

test('logging out ends the session here', async () => {
  const portal = await makeAcademyPortal();
  const answer = await logInAtAcademy(portal, asha);
  const cookie = String(answer.headers['set-cookie']).match(/capstone=[^;,]+/)?.[0] ?? '';
  expect((await portal.app.nobody.post('/api/auth/logout', undefined, { cookie })).status).toBe(204);
  expect((await portal.app.nobody.get('/api/account', { cookie })).status).toBe(401);
});

test('a new password by a mailed link ends what an identity opens, until its address ties it again', async () => {
  const portal = await makeAcademyPortal();
  const { context } = portal.app;
  await logInAtAcademy(portal, asha);
  const { token } = await issuePasswordReset(context, 'asha@example.test');
  await resetPassword(context, confirmHolder, { token, password: 'monsoon-7' });
  const { reader } = context.database;
  expect(await reader.selectFrom('external_identities').select('subject').execute()).toEqual([]);
  expect((await readerAfter(portal, await logInAtAcademy(portal, asha)))?.s_id).toBe('asha@example.test');
});

test('where staff have no password login, theirs is as wrong as any, and students come in', async () => {
  const portal = await makeAcademyPortal({}, { staffPasswordLogin: false });
  const { context, nobody } = portal.app;
  const password_hash = await context.passwords.hash('secret1');
  await buildStudent(context, { email: 'ravi@example.test', password_hash });
  await buildMentor(context, [], { email: 'meera@example.test', password_hash, confirmed_at: 1 });
  const logIn = (email: string, password: string) => nobody.post('/api/auth/login', { email, password });
  expect((await logIn('ravi@example.test', 'secret1')).status).toBe(200);
  const { request_id: _, ...told } = (await logIn('meera@example.test', 'secret1')).body;
  const { request_id: __, ...wrong } = (await logIn('meera@example.test', 'other12')).body;
  const { request_id: ___, ...unknown } = (await logIn('nobody@example.test', 'secret1')).body;
  expect(told).toEqual({ message: 'Invalid credentials', code: 'invalid_credentials' });
  expect([wrong, unknown]).toEqual([told, told]);
  const meera = { sub: 'u-3', email: 'meera@example.test', email_verified: true, name: 'Meera' };
  expect((await readerAfter(portal, await logInAtAcademy(portal, meera)))?.role).toBe('mentor');
});

test('logins that were used are forgotten once they would be too old', async () => {
  const portal = await makeAcademyPortal();
  const { context, clock } = portal.app;
  await logInAtAcademy(portal, asha);
  const used = () => context.database.reader.selectFrom('used_login_states').selectAll().execute();
  expect(await used()).toHaveLength(1);
  clock.advance(hourMs);
  await removeExpired(context, new AbortController().signal);
  expect(await used()).toEqual([]);
});

test('settings of a provider: what belongs together, and what lets nobody in', () => {
  const whole = {
    OIDC_ISSUER: 'https://id.example.test/realms/academy',
    OIDC_CLIENT_ID: 'capstone',
    PUBLIC_URL: 'https://portal.example.test',
  };
  expect(readSettings(whole).oidc).toMatchObject({
    clientSecret: null,
    makesAccounts: true,
    roleClaim: null,
  });
  expect(() => readSettings({ ...whole, OIDC_CLIENT_ID: '' })).toThrow(/OIDC_CLIENT_ID/);
  expect(() => readSettings({ ...whole, PUBLIC_URL: '' })).toThrow(/PUBLIC_URL/);
  expect(() => readSettings({ ...whole, OIDC_ISSUER: 'http://id.example.test' })).toThrow(/OIDC_ISSUER/);
  expect(() => readSettings({ STAFF_PASSWORD_LOGIN: 'false' })).toThrow(/locks staff out/);
  expect(readSettings({ ...whole, STAFF_PASSWORD_LOGIN: 'false' }).staffPasswordLogin).toBe(false);
});
