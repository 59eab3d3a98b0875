import { expect, test, vi } from 'vitest';
import { buildStudent } from '#support/factories';
import { makeTestApp } from '#support/test-app';

const password_hash =
  '$argon2id$v=19$m=16,t=1,p=2$BwcHBwcHBwcHBwcHBwcHBw$Gq7znPctKs64BjuBpPs6nUQSjuIAWGF2wn9xLRzIDBg';
const typed = 'cafe\u0301-അവന്\u200d';

test('a login renews a hash of a password as it was typed before; another keyboard then writes it as well', async () => {
  const { context, nobody } = await makeTestApp();
  const { id, email } = await buildStudent(context, { password_hash });
  const logIn = async (password: string) =>
    (await nobody.post('/api/auth/login', { email, password })).status;
  expect(await logIn('café-അവൻ')).toBe(401);
  expect(await logIn(typed)).toBe(200);
  const row = await context.database.reader
    .selectFrom('accounts')
    .where('id', '=', id)
    .select('password_hash')
    .executeTakeFirstOrThrow();
  expect(row.password_hash).not.toBe(password_hash);
  expect(await logIn('café-അവൻ')).toBe(200);
});

test('a login whose hash another one renews while it is being checked succeeds as well', async () => {
  const { context, nobody } = await makeTestApp();
  const { email } = await buildStudent(context, { password_hash });
  const logIn = async (remoteAddress: string) =>
    (
      await nobody.send({
        method: 'POST',
        url: '/api/auth/login',
        payload: { email, password: typed },
        remoteAddress,
      })
    ).status;
  const check = context.passwords.verifyAndRenew;
  vi.spyOn(context.passwords, 'verifyAndRenew').mockImplementationOnce(async (...asked) => {
    const verdict = await check(...asked);
    expect(await logIn('192.0.2.2')).toBe(200);
    return verdict;
  });
  expect(await logIn('192.0.2.1')).toBe(200);
});
