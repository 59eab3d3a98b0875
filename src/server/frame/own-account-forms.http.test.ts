import { ownAccountMessages } from '#contract/accounts/own-account-messages';
import { expect, test } from 'vitest';
import { messages } from '#contract/messages';
import { buildBatch, buildStudent } from '#support/factories';
import { alertOf, postForm } from '#support/posted-forms';
import { makeTestApp } from '#support/test-app';
import { webBuild } from '#support/web-build';
import { listMail, readMail } from '../platform/mail/outbox-admin.ts';

const email = 'asha@example.test';
const password = 'secret1';

async function makePortal(overrides: { must_confirm?: 1; confirmed_at?: null } = {}) {
  const settings = {
    smtpUrl: 'smtp://127.0.0.1:9',
    requireConfirmedEmail: true,
    publicUrl: new URL('https://portal.example.test'),
  };
  const app = await makeTestApp({ settings, app: { pages: webBuild() } });
  const { context } = app;
  const { id: batch_id } = await buildBatch(context, { name: 'ONE' });
  const password_hash = await context.passwords.hash(password);
  const fields = { email, name: 'Asha Menon', phone: '9876543210', password_hash, batch_id, ...overrides };
  const student = await buildStudent(context, fields);
  return { ...app, student, me: await app.as(student) };
}
const newestLink = async ({ context }: Awaited<ReturnType<typeof makePortal>>) => {
  const [mail] = await listMail(context, 1);
  const { text } = await readMail(context, mail!.id);
  return /https:\/\/portal\.example\.test(\/confirm-email\?token=[\w-]{43})/.exec(text)?.[1] ?? '';
};

test('every form of the account works before its script, and tells what came of it', async () => {
  const app = await makePortal();
  const { me, context } = app;
  const post = (fields: Record<string, string>) => postForm(me, '/account', fields);
  const expectDone = async (fields: Record<string, string>, notice: string, words: string) => {
    const { status, headers } = await post(fields);
    expect([status, headers['location']]).toEqual([303, `/account?notice=${notice}`]);
    expect((await me.get(`/account?notice=${notice}`)).body).toContain(words.replaceAll("'", '&#x27;'));
  };
  const expectRefused = async (fields: Record<string, string>, words: string) => {
    const { status, body } = await post(fields);
    expect([status, alertOf(body)]).toEqual([400, expect.stringContaining(words)]);
    return body as string;
  };
  const secret = { current_password: password };

  const profile = { act: 'profile', name: 'Asha M.', phone: '99999 99999' };
  const returned = await expectRefused({ ...profile, name: 'www.evil.test' }, messages.nameNotPlain);
  expect(returned).toContain('value="www.evil.test"');
  await expectDone(profile, 'profile-saved', ownAccountMessages.profileSaved);

  await expectRefused({ act: 'email', email: 'x', ...secret }, messages.emailInvalid);
  await expectRefused({ act: 'email', email: 'new@example.test' }, messages.currentPasswordRequired);
  const wrong = await expectRefused(
    { act: 'email', email: 'new@example.test', current_password: 'wr-ong' },
    messages.currentPasswordWrong,
  );
  expect(wrong).toMatch(/<details[^>]* open=""/);
  expect(wrong).not.toContain('wr-ong');
  await expectDone(
    { act: 'email', email: 'new@example.test', ...secret },
    'new-email-sent',
    ownAccountMessages.newEmailSent,
  );

  await expectRefused({ act: 'password', password: '1', ...secret }, messages.passwordShort);
  await expectDone(
    { act: 'password', password: '123456', ...secret },
    'password-changed-advised',
    'easy to guess',
  );
  secret.current_password = '123456';

  await app.as(app.student);
  const { sessions } = (await me.get('/api/account')).body as {
    sessions: { id: string; is_this: boolean }[];
  };
  const other = sessions.find(({ is_this }) => !is_this)?.id ?? '';
  expect((await me.get('/account')).body).toContain(`value="${other}"`);
  await expectDone(
    { act: 'end-session', session: other },
    'session-ended',
    'The device has been logged out.',
  );
  await expectDone({ act: 'end-sessions' }, 'sessions-ended', 'All other devices have been logged out.');

  await expectRefused({ act: 'ask-deletion' }, messages.currentPasswordRequired);
  await expectDone({ act: 'ask-deletion', ...secret }, 'deletion-asked', ownAccountMessages.deletionAsked);
  await expectDone({ act: 'withdraw-deletion' }, 'deletion-withdrawn', ownAccountMessages.deletionWithdrawn);
  const { name, phone } = await context.database.reader
    .selectFrom('accounts')
    .select(['name', 'phone'])
    .executeTakeFirstOrThrow();
  expect({ name, phone }).toEqual({ name: 'Asha M.', phone: '9999999999' });
  // A form that names no act is the one that logs out.
  expect((await post({})).headers['location']).toBe('/');
  expect((await me.get('/api/auth/session')).body.student).toBeNull();
});

test('an address is confirmed before the script of its page, and the second press says that it is', async () => {
  const app = await makePortal({ must_confirm: 1, confirmed_at: null });
  const { me, nobody } = app;
  expect((await me.get('/StudentDashboard')).body).toContain('Please confirm your email');
  expect((await me.get('/discussion/ONE')).body).toContain('The forum opens when you confirm your email');
  const sent = await postForm(me, '/account', { act: 'send-confirmation', 'Idempotency-Key': 'k' });
  expect(sent.headers['location']).toBe('/account?notice=confirmation-sent');
  const link = await newestLink(app);

  // To look at it, as programs that read mail do, uses nothing up.
  for (let look = 0; look < 2; look++) expect((await nobody.get(link)).body).toContain('Confirm my email');
  const confirmed = await postForm(nobody, link, {});
  expect([confirmed.status, confirmed.headers['location']]).toEqual([
    303,
    `${link}&notice=address-confirmed`,
  ]);
  expect((await nobody.get(`${link}&notice=address-confirmed`)).body).toContain(messages.addressConfirmed);
  const again = (await nobody.get(link)).body as string;
  expect(again).toContain(messages.addressConfirmedBefore);
  expect(again).not.toContain('Confirm my email');
  expect((await me.get('/StudentDashboard')).body).not.toContain('Please confirm your email');
  for (const dead of ['/confirm-email?token=unknown', '/confirm-email'])
    expect((await nobody.get(dead)).body).toMatch(/has been used already|This link is not complete/);
  const refused = await postForm(nobody, '/confirm-email?token=unknown', {});
  expect(refused.status).toBe(400);
});
