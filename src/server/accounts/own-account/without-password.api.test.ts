import { expect, test } from 'vitest';
import { messages } from '#contract/messages';
import { minuteMs } from '#contract/durations';
import { buildAdministrator, buildBatch, buildStudent } from '#support/factories';
import { expectHttpError } from '#support/expect-http-error';
import { makeTestApp } from '#support/test-app';
import { serverMessages } from '../../platform/http/server-messages.ts';
import { issuePasswordReset } from '../login/issue-password-reset.ts';
import { words } from '../second-factor/words.ts';

/** Somebody who has only ever logged in at the academy, some time after that. */
async function makePortal() {
  const publicUrl = new URL('https://portal.example.test');
  const app = await makeTestApp({ settings: { smtpUrl: 'smtp://127.0.0.1:9', publicUrl } });
  const batch = await buildBatch(app.context);
  const student = await buildStudent(app.context, { password_hash: null, batch_id: batch.id });
  const old = await app.as(student);
  app.clock.advance(11 * minuteMs);
  return { ...app, student, old, recent: () => app.as(student) };
}

const next = 'asha.menon@example.test';

test('an account without a password is never told that its password is wrong, and confirms by a recent login', async () => {
  const { old, recent } = await makePortal();
  expect((await old.get('/api/account')).body).toMatchObject({ has_password: false });
  const withPassword = (given: object) => [given, { ...given, current_password: 'guess' }];
  for (const body of withPassword({ email: next })) {
    const refused = await old.put('/api/account/email', body);
    expectHttpError(refused, 403, 'proof_needed', 'a new email');
    expect(refused.body.message).toBe(words.logInAgain);
  }
  for (const body of withPassword({}))
    expectHttpError(await old.post('/api/account/deletion', body), 403, 'proof_needed', 'deletion');
  for (const body of withPassword({ subject: 'terms' }))
    expectHttpError(await old.post('/api/account/consent/withdrawal', body), 403, 'proof_needed', 'consent');
  expect(await old.post('/api/account/proof', { password: 'guess' })).toMatchObject({
    status: 400,
    body: { message: words.logInAgain },
  });

  const me = await recent();
  expect((await me.put('/api/account/email', { email: next })).status).toBe(200);
  expect((await me.post('/api/account/deletion', { current_password: '' })).status).toBe(200);
});

test('nothing of it counts as guessing', async () => {
  const { old, recent } = await makePortal();
  for (let n = 0; n < 15; n++)
    expect((await old.put('/api/account/email', { email: next, current_password: `${n}` })).status).toBe(403);
  expect((await (await recent()).put('/api/account/email', { email: next })).status).toBe(200);
});

test('a first password comes by a link to the email, not by a session alone', async () => {
  const { old, recent, context, nobody, student } = await makePortal();
  const change = { current_password: 'guess', password: 'monsoon-7' };
  expectHttpError(await old.put('/api/account/password', change), 403, 'proof_needed', 'after an old login');
  expect(await (await recent()).put('/api/account/password', change)).toMatchObject({
    status: 409,
    body: { message: serverMessages.noPassword },
  });
  const { token } = await issuePasswordReset(context, student.email);
  expect((await nobody.post('/api/auth/reset', { token, password: 'monsoon-7' })).status).toBe(204);
  const me = await recent();
  expect((await me.get('/api/account')).body).toMatchObject({ has_password: true });
  for (const [current_password, message] of [
    [undefined, messages.currentPasswordRequired],
    ['', messages.currentPasswordRequired],
    ['guess', messages.currentPasswordWrong],
  ])
    expect(await me.put('/api/account/email', { email: next, current_password })).toMatchObject({
      status: 400,
      body: { message },
    });
});

test('staff without a password are the same', async () => {
  const app = await makeTestApp({ settings: { publicUrl: new URL('https://portal.example.test') } });
  const office = await buildAdministrator(app.context, { password_hash: null });
  const old = await app.as(office);
  app.clock.advance(11 * minuteMs);
  expectHttpError(await old.post('/api/account/deletion', {}), 403, 'proof_needed', 'old');
  expect((await (await app.as(office)).post('/api/account/deletion', {})).status).toBe(200);
});
