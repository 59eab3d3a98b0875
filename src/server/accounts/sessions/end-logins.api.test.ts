import { expect, test } from 'vitest';
import { buildStudent } from '#support/factories';
import { type TestApp, makeTestApp } from '#support/test-app';
import type { Occasion, SecretTables } from '../../platform/database/secret-tables.ts';
import { accountsSecrets } from '../tables.ts';
import { endAccess, endAllLogins } from './end-logins.ts';

/** A row of the account in every table whose secrets an occasion ends. */
async function openEverything({ context, clock }: TestApp, id: number, email: string): Promise<void> {
  const now = clock.now();
  const until = { created_at: now, expires_at: now + 9e6, used_at: null };
  const of = { token_hash: `of ${id}`, account_id: id };
  await context.database.transaction(async (writer) => {
    const rows = [
      writer.insertInto('sessions').values({ ...of, ...until, used_at: now, device: null, proven_at: null }),
      writer.insertInto('access_tokens').values({ ...of, ...until, name: 'x', scopes: 'batch:read' }),
      writer.insertInto('pending_logins').values({ ...of, ...until, attempts: 0 }),
      writer.insertInto('one_time_tokens').values({ ...of, ...until, purpose: 'reset' }),
      writer.insertInto('email_confirmations').values({ ...of, ...until, email: `new-${email}` }),
      writer.insertInto('known_devices').values({ ...of, made_at: now, expires_at: now + 9e6 }),
      writer.insertInto('calendars').values({
        account_id: id,
        secret: `of ${id}`,
        secret_hash: `of ${id}`,
        schedule: '[]',
        changed_at: now,
      }),
    ];
    for (const row of rows) await row.execute();
  });
}

test.each(['newPassword', 'logOut', 'suspension'] as const)(
  '%s ends of one account what is declared, and nothing of another',
  async (when: Occasion) => {
    const app = await makeTestApp();
    const [one, other] = [await buildStudent(app.context), await buildStudent(app.context)];
    for (const { id, email } of [one, other]) await openEverything(app, id, email);
    const { reader, transaction } = app.context.database;
    const hadCalendar = await transaction((writer) =>
      endAccess(writer, when, { accountId: one.id, email: one.email, now: app.clock.now() }),
    );
    expect(hadCalendar).toBe(when !== 'suspension');
    const declared = Object.entries(accountsSecrets as SecretTables).filter(([, secret]) =>
      ['newPassword', 'logOut', 'suspension'].some((each) => secret?.[each as Occasion] === 'end'),
    );
    expect(declared).toHaveLength(7);
    for (const [table, secret] of declared) {
      const rows = await reader
        .selectFrom(table as 'sessions')
        .select('account_id')
        .execute();
      const left = secret?.[when] === 'end' ? [other.id] : [one.id, other.id];
      expect(rows.map(({ account_id }) => account_id).toSorted(), table).toEqual(left);
    }
  },
);

test('the session of the request and the link that confirms the address stay', async () => {
  const app = await makeTestApp();
  const { context, clock } = app;
  const student = await buildStudent(context, { confirmed_at: null });
  const me = await app.as(student);
  const now = clock.now();
  await context.database.transaction((writer) =>
    writer
      .insertInto('email_confirmations')
      .values({
        token_hash: 'own',
        account_id: student.id,
        email: student.email,
        created_at: now,
        expires_at: now + 9e6,
        used_at: null,
      })
      .execute(),
  );
  expect((await me.delete('/api/account/sessions')).status).toBe(204);
  expect((await me.get('/api/auth/session')).body.student).not.toBeNull();
  await context.database.transaction((writer) =>
    endAccess(writer, 'newPassword', { accountId: student.id, email: student.email, now }),
  );
  const left = await context.database.reader.selectFrom('email_confirmations').select('token_hash').execute();
  expect(left).toEqual([{ token_hash: 'own' }]);
});

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
      .insertInto('access_tokens')
      .values({ ...of, name: 'x', scopes: 'batch:read' })
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
  expect(ended).toEqual({ sessions: 1, tokens: 1, begun: 1, links: 2, devices: 1 });
  expect((await client.get('/api/auth/session')).body.student).toBeNull();
  for (const table of [
    'sessions',
    'access_tokens',
    'pending_logins',
    'factor_challenges',
    'one_time_tokens',
    'email_confirmations',
    'known_devices',
  ] as const)
    expect(await context.database.reader.selectFrom(table).selectAll().execute(), table).toEqual([]);
});
