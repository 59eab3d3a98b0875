import { expect, test } from 'vitest';
import { buildStudent } from '#support/factories';
import { makeTestApp } from '#support/test-app';

test('a login renews a hash of a password as it was typed before; another keyboard then writes it as well', async () => {
  const { context, nobody } = await makeTestApp();
  const password_hash =
    '$argon2id$v=19$m=16,t=1,p=2$BwcHBwcHBwcHBwcHBwcHBw$Gq7znPctKs64BjuBpPs6nUQSjuIAWGF2wn9xLRzIDBg';
  const { id, email } = await buildStudent(context, { password_hash });
  const logIn = async (password: string) =>
    (await nobody.post('/api/auth/login', { email, password })).status;
  expect(await logIn('café-അവൻ')).toBe(401);
  expect(await logIn('cafe\u0301-അവന്\u200d')).toBe(200);
  const row = await context.database.reader
    .selectFrom('accounts')
    .where('id', '=', id)
    .select('password_hash')
    .executeTakeFirstOrThrow();
  expect(row.password_hash).not.toBe(password_hash);
  expect(await logIn('café-അവൻ')).toBe(200);
});
