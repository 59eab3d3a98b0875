import { expect, test, vi } from 'vitest';
import { passwordKnown } from '#contract/accounts/calls';
import { messages } from '#contract/messages';
import { serverMessages } from '../../platform/http/server-messages.ts';
import { buildAdministrator, buildBatch, buildMentor, buildStudent } from '#support/factories';
import { makeTestApp, type TestApp } from '#support/test-app';
import { issueToken, useSetupToken } from '../one-time-tokens.ts';
import { issueSetupToken } from './set-up-administrator.ts';

const meera = { name: ' Meera ', email: ' Meera@Example.test ', password: 'monsoon-7-kayal' };
const refused = { status: 400, body: { message: messages.tokenInvalid, code: 'bad_request' } };

const setUp = ({ nobody }: TestApp, token: unknown, fields: Record<string, unknown> = {}) =>
  nobody.post('/api/auth/setup', { token, ...meera, ...fields });

async function issued(app: TestApp): Promise<string> {
  const token = await issueSetupToken(app.context);
  expect(token).toMatch(/^[\w-]{43}$/);
  return token as string;
}

test('the token of the first start makes the administrator, who can log in', async () => {
  const app = await makeTestApp();
  await buildBatch(app.context, { name: 'FIRST', starts_at: 1 });
  await buildBatch(app.context, { name: 'SECOND', starts_at: 2 });
  const answer = await setUp(app, await issued(app), { role: 'student', batch: 'FIRST', id: 4711 });
  expect(answer).toMatchObject({
    status: 201,
    body: {
      student: {
        s_id: 'meera@example.test',
        s_name: 'Meera',
        role: 'administrator',
        batch: null,
        batches: ['SECOND', 'FIRST'],
      },
    },
  });
  expect(answer.headers['set-cookie']).toBeUndefined();
  const login = await app.nobody.post('/api/auth/login', {
    email: 'meera@example.test',
    password: meera.password,
  });
  expect(login).toMatchObject({ status: 200, body: { student: { role: 'administrator' } } });
});

test('it works once, for seven days, and for nothing else', async () => {
  const app = await makeTestApp();
  const token = await issued(app);
  app.clock.advance(7 * 24 * 3_600_000);
  expect(await setUp(app, token)).toMatchObject(refused);
  app.clock.advance(-1);
  expect(await app.nobody.post('/api/auth/reset', { token, password: 'secret1' })).toMatchObject(refused);
  expect((await setUp(app, token)).status).toBe(201);
  expect(await setUp(app, token, { email: 'second@example.test' })).toMatchObject(refused);
});

test.each([
  ['the same link', 1],
  ['a link each', 2],
])('two at once with %s make one administrator', async (_, links) => {
  const app = await makeTestApp();
  const tokens = [await issued(app)];
  while (tokens.length < links) tokens.push(await issued(app));
  const answers = await Promise.all(
    ['one@example.test', 'two@example.test'].map((email, index) =>
      setUp(app, tokens[index % links], { email }),
    ),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 400]);
});

test('whoever uses a link while another one is being used waits, and finds theirs ended', async () => {
  const app = await makeTestApp();
  const { database, clock } = app.context;
  const [first, second] = [await issued(app), await issued(app)];
  const [used, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const winner = database.transaction(async (writer) => {
    await useSetupToken(writer, first, clock.now());
    used.resolve();
    await goOn.promise;
  });
  await used.promise;
  const loser = database.transaction((writer) => useSetupToken(writer, second, clock.now()));
  goOn.resolve();
  await winner;
  await expect(loser).rejects.toThrow(messages.tokenInvalid);
});

test('every process that starts has a link that works, until one was used or seven days are over', async () => {
  const app = await makeTestApp();
  const first = await issued(app);
  app.clock.advance(1);
  const second = await issued(app);
  expect(await setUp(app, first, { name: '' }), 'both are looked at').toMatchObject({
    body: { message: messages.nameRequired },
  });
  app.clock.advance(7 * 24 * 3_600_000 - 1);
  expect(await setUp(app, first)).toMatchObject(refused);
  const third = await issued(app);
  expect(await app.context.database.reader.selectFrom('one_time_tokens').select('used_at').execute()).toEqual(
    [{ used_at: null }, { used_at: null }],
  );
  expect((await setUp(app, second)).status).toBe(201);
  expect(await setUp(app, third, { email: 'second@example.test' })).toMatchObject(refused);
});

test("somebody else's token makes no administrator, and a bad one costs no hash", async () => {
  const app = await makeTestApp();
  await issued(app);
  const mentor = await buildMentor(app.context);
  const ofReset = await app.context.database.transaction((writer) =>
    issueToken(writer, 'reset', mentor.id, app.clock.now()),
  );
  const hash = vi.spyOn(app.context.passwords, 'hash');
  for (const token of [ofReset, 'unknown', '', undefined, null, 7, {}, 'x'.repeat(201)]) {
    expect(await setUp(app, token), JSON.stringify(token)).toMatchObject(refused);
  }
  expect(hash).not.toHaveBeenCalled();
});

test('what is refused leaves the token good', async () => {
  const app = await makeTestApp();
  await buildStudent(app.context, { email: 'taken@example.test' });
  const token = await issued(app);
  const refusals = [
    [{ name: '' }, 400, messages.nameRequired],
    [{ email: 'no address' }, 400, messages.emailInvalid],
    [{ password: '12345' }, 400, messages.setupPasswordShort],
    [{ password: '123456' }, 400, messages.setupPasswordShort],
    [{ password: 'kayal-7-lam' }, 400, messages.setupPasswordShort],
    [{ password: 'capstone-demo' }, 400, passwordKnown],
    [{ password: 'password1234' }, 400, passwordKnown],
    [{ password: 'meera@example.test' }, 400, passwordKnown],
    [{ email: 'Taken@example.test' }, 409, serverMessages.emailTaken],
  ] as const;
  for (const [fields, status, message] of refusals) {
    expect(await setUp(app, token, fields)).toMatchObject({ status, body: { message } });
  }
  expect((await setUp(app, token)).status).toBe(201);
});

test('with an administrator there is no token, and an old one is of no use', async () => {
  const app = await makeTestApp();
  const token = await issued(app);
  await buildAdministrator(app.context);
  expect(await issueSetupToken(app.context)).toBeNull();
  expect(await setUp(app, token)).toMatchObject(refused);
});

test('the audit log tells of it, without secrets', async () => {
  const app = await makeTestApp();
  const token = await issued(app);
  await setUp(app, token);
  const rows = await app.context.database.reader.selectFrom('audit_log').selectAll().execute();
  const administrator = await app.context.database.reader
    .selectFrom('accounts')
    .where('role', '=', 'administrator')
    .selectAll()
    .executeTakeFirstOrThrow();
  expect(rows).toHaveLength(1);
  expect(rows[0]).toMatchObject({
    at: app.clock.now(),
    actor_id: administrator.id,
    act: 'set-up-administrator',
    subject: 'meera@example.test',
    before: null,
    after: JSON.stringify({ name: 'Meera', role: 'administrator' }),
  });
  for (const secret of [token, 'secret1', 'argon2']) expect(JSON.stringify(rows)).not.toContain(secret);
});
