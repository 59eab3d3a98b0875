import { expect, test } from 'vitest';
import { buildStudent } from '#support/factories';
import { makeTestApp } from '#support/test-app';
import { endAllLogins } from './end-logins.ts';

test('nothing that was open opens an account any more', async () => {
  const { context, as } = await makeTestApp();
  const student = await buildStudent(context);
  const client = await as(student);
  expect((await client.get('/api/auth/session')).body.student).not.toBeNull();
  const now = context.clock.now();
  const of = {
    token_hash: 'a',
    account_id: student.id,
    created_at: now,
    expires_at: now + 9e6,
    used_at: null,
  };
  await context.database.transaction(async (writer) => {
    await writer
      .insertInto('pending_logins')
      .values({ ...of, attempts: 0 })
      .execute();
    await writer
      .insertInto('factor_challenges')
      .values({ holder_hash: 'a', purpose: 'prove', value: 'x', expires_at: now + 9e6 })
      .execute();
    await writer
      .insertInto('one_time_tokens')
      .values({ ...of, purpose: 'reset' })
      .execute();
    await writer
      .insertInto('email_confirmations')
      .values({ ...of, email: student.email })
      .execute();
    await writer
      .insertInto('known_devices')
      .values({ token_hash: 'a', account_id: student.id, made_at: now, expires_at: now + 9e6 })
      .execute();
  });
  const ended = await context.database.transaction((writer) => endAllLogins(writer));
  expect(ended).toEqual({ sessions: 1, begun: 1, links: 2, devices: 1 });
  expect((await client.get('/api/auth/session')).body.student).toBeNull();
  for (const table of [
    'sessions',
    'pending_logins',
    'factor_challenges',
    'one_time_tokens',
    'email_confirmations',
    'known_devices',
  ] as const)
    expect(await context.database.reader.selectFrom(table).selectAll().execute(), table).toEqual([]);
});
