import { expect, test } from 'vitest';
import { expectHttpError } from '#support/expect-http-error';
import { buildStudent } from '#support/factories';
import { makeTestApp, type TestApp } from '#support/test-app';
import { listMail, readMail } from '../../platform/mail/outbox-admin.ts';
import { claimDue, recordDelivery } from '../../platform/mail/outbox.ts';
import { issuePasswordReset } from './issue-password-reset.ts';

/** A portal with a mail server that is never reached: what would be sent stands in the outbox. */
const makePortal = () =>
  makeTestApp({
    settings: { smtpUrl: 'smtp://127.0.0.1:9', publicUrl: new URL('https://portal.example.test') },
  });
const forgot = (app: TestApp, email: string) => app.nobody.post('/api/auth/forgot', { email });

async function newestToken(app: TestApp): Promise<string> {
  const [mail] = await listMail(app.context, 1);
  const { text } = await readMail(app.context, mail!.id);
  return /https:\/\/portal\.example\.test\/reset-password\?token=([\w-]{43})/.exec(text)?.[1] ?? '';
}

test('a known address gets a link that sets a new password once and ends all others', async () => {
  const app = await makePortal();
  const { email } = await buildStudent(app.context);
  const byOperator = await issuePasswordReset(app.context, email);
  expect((await forgot(app, ` ${email.toUpperCase()} `)).status).toBe(200);
  const first = await newestToken(app);
  await forgot(app, email);
  const second = await newestToken(app);
  const reset = (token: string) => app.nobody.post('/api/auth/reset', { token, password: 'secret-2' });
  expect((await reset(first)).status).toBe(204);
  expect((await app.nobody.post('/api/auth/login', { email, password: 'secret-2' })).status).toBe(200);
  for (const token of [first, second, byOperator.token]) {
    expectHttpError(await reset(token), 400, 'bad_request', 'a link of before');
  }
});

test("asking ends nobody's link", async () => {
  const app = await makePortal();
  const { email } = await buildStudent(app.context);
  const { token } = await issuePasswordReset(app.context, email);
  await forgot(app, email);
  expect((await app.nobody.post('/api/auth/reset', { token, password: 'secret-2' })).status).toBe(204);
});

test('the link is good for an hour', async () => {
  const app = await makePortal();
  const { email } = await buildStudent(app.context);
  await forgot(app, email);
  const token = await newestToken(app);
  app.clock.advance(60 * 60_000);
  const late = await app.nobody.post('/api/auth/reset', { token, password: 'secret-2' });
  expectHttpError(late, 400, 'bad_request', 'after an hour');
});

test('an unknown address gets the same answer after the same time, and no mail', async () => {
  const app = await makePortal();
  const { email } = await buildStudent(app.context);
  const timed = async (address: string) => {
    const began = performance.now();
    const { status, body } = await forgot(app, address);
    return { answer: { status, body }, ms: performance.now() - began };
  };
  const known = await timed(email);
  const unknown = await timed('nobody@example.test');
  expect(unknown.answer).toEqual(known.answer);
  expect(unknown.ms).toBeGreaterThanOrEqual(195);
  expect(known.ms).toBeGreaterThanOrEqual(195);
  expect(await listMail(app.context, 10)).toHaveLength(1);
});

test('an address may ask three times an hour, known or not, and then learns when to come back', async () => {
  const app = await makePortal();
  const { email } = await buildStudent(app.context);
  for (const address of [email, 'nobody@example.test']) {
    for (let count = 0; count < 3; count++) expect((await forgot(app, address)).status).toBe(200);
    const refused = await forgot(app, address);
    expectHttpError(refused, 429, 'too_many', address);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3_500);
  }
  expect(await listMail(app.context, 10)).toHaveLength(3);
  app.clock.advance(60 * 60_000 + 1);
  expect((await forgot(app, email)).status).toBe(200);
});

test('a burst gets no more than that', async () => {
  const app = await makePortal();
  const { email } = await buildStudent(app.context);
  const answers = await Promise.all(Array.from({ length: 12 }, () => forgot(app, email)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
  expect(await listMail(app.context, 20)).toHaveLength(3);
});

test('a network is not released after sixty', async () => {
  const app = await makePortal();
  const rows = Array.from({ length: 60 }, () => ({
    kind: 'forgot-address',
    subject: '127.0.0.1',
    at: app.clock.now(),
  }));
  await app.context.database.transaction((writer) =>
    writer.insertInto('rate_limit_hits').values(rows).execute(),
  );
  expectHttpError(await forgot(app, 'new@example.test'), 429, 'too_many', 'the network');
});

test('without a mail server it says whom to ask, and makes no link', async () => {
  const app = await makeTestApp();
  const { email } = await buildStudent(app.context);
  const { status, body } = await forgot(app, email);
  expect({ status, body }).toEqual({
    status: 200,
    body: { message: expect.stringContaining('ask the office') },
  });
  const tokens = await app.context.database.reader.selectFrom('one_time_tokens').selectAll().execute();
  expect(tokens.filter(({ account_id }) => account_id !== null)).toEqual([]);
});

test.each([{}, { email: 'x' }, { email: 7 }])('%j is refused in words', async (body) => {
  const app = await makePortal();
  const answer = await app.nobody.post('/api/auth/forgot', body);
  expectHttpError(answer, 400, 'bad_request', 'no address');
  expect(answer.body.message).toBe('A valid email is required');
});

test('once it has left, the link stands nowhere in the database', async () => {
  const app = await makePortal();
  const { email } = await buildStudent(app.context);
  await forgot(app, email);
  const token = await newestToken(app);
  const [mail] = await claimDue(app.context, 1);
  await recordDelivery(app.context, mail!, { kind: 'failed', reason: 'x' });
  expect(await newestToken(app), 'it is still to be sent').toBe(token);
  await recordDelivery(app.context, mail!, { kind: 'sent' });
  const rows = await app.context.database.reader.selectFrom('outbox').selectAll().execute();
  expect(JSON.stringify(rows)).not.toContain(token);
});

test('while it waits, the link stands nowhere in the database as it is', async () => {
  const app = await makePortal();
  const { email } = await buildStudent(app.context);
  await forgot(app, email);
  const rows = await app.context.database.reader.selectFrom('outbox').selectAll().execute();
  expect(rows).toMatchObject([{ is_secret: 1, text: expect.stringContaining('cannot be read') }]);
  expect(JSON.stringify(rows)).not.toMatch(/reset-password|token/);
  expect(JSON.stringify(rows)).not.toContain(await newestToken(app));
});

test('before an address is confirmed the mail to it has no word that a stranger typed', async () => {
  const app = await makePortal();
  const name = 'Please Call The Bank';
  const textTo = async (email: string) => {
    await forgot(app, email);
    const [mail] = await listMail(app.context, 1);
    return (await readMail(app.context, mail!.id)).text;
  };
  await buildStudent(app.context, { email: 'one@example.test', name, confirmed_at: null });
  expect(await textTo('one@example.test')).toMatch(/^Hello,\n/);
  await buildStudent(app.context, { email: 'two@example.test', name });
  expect(await textTo('two@example.test')).toMatch(/^Hello Please Call The Bank,\n/);
  await buildStudent(app.context, {
    email: 'three@example.test',
    name: 'there,\n\nKeep it: https://evil.test',
  });
  expect(await textTo('three@example.test')).toMatch(/^Hello there, Keep it:,\n/);
});
