import { expect, test } from 'vitest';
import { serverMessages } from '../../platform/http/server-messages.ts';
import { makeTestApp } from '#support/test-app';

const asha = {
  name: 'Asha Menon',
  email: 'asha@example.test',
  password: 'secret1',
  phone: '9876543210',
  batch: 'ANY',
};
const key = { 'idempotency-key': 'k1' };

async function makeSignUp() {
  const { nobody, context } = await makeTestApp();
  return {
    signUp: (fields: object = {}, headers: Record<string, string> = key) =>
      nobody.post('/api/auth/signup', { ...asha, ...fields }, headers),
    accounts: async () =>
      (await context.database.reader.selectFrom('accounts').select('id').execute()).length,
    context,
  };
}

test('a signup that is repeated with its key is answered as the first time', async () => {
  const { signUp, accounts } = await makeSignUp();
  const first = await signUp();
  const again = await signUp({ email: ' ASHA@example.test' });
  expect([first.status, again.status]).toEqual([201, 201]);
  expect(again.body).toEqual(first.body);
  expect(await accounts()).toBe(1);
});

test('equal signups at once make one account, and each is answered with it', async () => {
  const { signUp, accounts } = await makeSignUp();
  const answers = await Promise.all(Array.from({ length: 8 }, () => signUp()));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
  expect(await accounts()).toBe(1);
});

test('without the key, or with another one, the address is taken', async () => {
  const { signUp } = await makeSignUp();
  await signUp();
  for (const headers of [{}, { 'idempotency-key': 'k2' }])
    expect(await signUp({}, headers as Record<string, string>)).toMatchObject({
      status: 409,
      body: { code: 'conflict', message: serverMessages.emailTaken },
    });
});

test.each([{ name: 'Asha M' }, { phone: '9876543211' }, { batch: 'OTHER' }, { password: 'secret2' }])(
  'a key that comes back with something else is a conflict: %j',
  async (other) => {
    const { signUp } = await makeSignUp();
    await signUp();
    expect(await signUp(other)).toMatchObject({ status: 409, body: { code: 'conflict' } });
  },
);

test('the hash that is kept beside the key is not the password’s', async () => {
  const hashOf = async (password: string) => {
    const { signUp, context } = await makeSignUp();
    expect((await signUp({ password })).status).toBe(201);
    const row = context.database.reader.selectFrom('idempotency_keys').select('content_sha256');
    return (await row.executeTakeFirstOrThrow()).content_sha256;
  };
  expect(await hashOf('secret1')).toBe(await hashOf('secret2'));
});

test('repetitions count as signups, so that nobody guesses passwords by them', async () => {
  const { signUp, context } = await makeSignUp();
  await signUp();
  await signUp();
  await signUp({ password: 'guessed' });
  expect(await context.database.reader.selectFrom('rate_limit_hits').select('kind').execute()).toHaveLength(
    3,
  );
});
