import { globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { afterEach, expect, test, vi } from 'vitest';
import { runCommand } from '#cli/run-command';
import { hashToken } from '#server/accounts/random-token';
import { signOutEverywhere } from '#server/accounts/sessions/end-logins';
import { suspendAccount } from '#server/accounts/suspend-account';
import { writeBackup } from '#server/operations/backups/write-backup';
import type { Database, Writer } from '#server/platform/database/database';
import { makeDatabase, openEngine } from '#server/platform/database/database';
import { commandLimits } from '#server/platform/database/engine';
import { platformSecrets, type Occasion, type SecretTables } from '#server/platform/database/secret-tables';
import { receiptKeys } from '#server/submissions/receipts/receipt-key';
import { makeFolder, makePlace } from '#support/backup-fixture';
import { engineName } from '#support/empty-database';
import { buildAdministrator, buildStudent } from '#support/factories';
import { makeFactorPortal } from '#support/factor-fixture';
import { plainColumns } from '#support/plain-columns';
import { createPostgres } from '#support/postgres-databases';
import { readZip } from '#support/read-zip';

// Every secret, by construction: a column without its line fails, and so does a line without rows to look into.

const server = fileURLToPath(new URL('../../src/server/', import.meta.url));

type Declared = NonNullable<SecretTables[keyof SecretTables]> & { [When in Occasion]?: string };

async function declaredTables(): Promise<Map<string, Declared>> {
  const files = globSync('*/tables.ts', { cwd: server });
  const rooms: Record<string, SecretTables>[] = await Promise.all(
    files.map((file) => import(`${server}${file}`)),
  );
  const declared = rooms.flatMap(Object.entries).filter(([name]) => name.endsWith('Secrets'));
  return new Map([platformSecrets, ...declared.map(([, tables]) => tables)].flatMap(Object.entries));
}

const secretsOf = ({ secret }: Pick<Declared, 'secret'>): string[] => [secret].flat() as string[];

const isNumber = (type: string): boolean => /^(integer|real|int4|int8|float8|bool)$/i.test(type);

test('every column of text or bytes is declared: a secret, or plain', async () => {
  const app = await makeFactorPortal();
  const tables = await app.context.database.reader.introspection.getTables();
  const found = tables
    // On PostgreSQL they inherit from another one (`ddl.addPending`); SQLite's index of words has tables of its own.
    .filter(({ name }) => !name.endsWith('_pending') && !name.startsWith('question_word_index'))
    .flatMap(({ name, columns }) =>
      columns.filter(({ dataType }) => !isNumber(dataType)).map((column) => `${name}.${column.name}`),
    );
  const plain = Object.entries(plainColumns).flatMap(([table, names]) =>
    names.split(' ').map((name) => `${table}.${name}`),
  );
  const secret = [...(await declaredTables())].flatMap(([table, declared]) =>
    secretsOf(declared).map((name) => `${table}.${name}`),
  );
  expect([...plain, ...secret].toSorted()).toEqual(found.toSorted());
});

type Person = { id: number; email: string };

/** Inserts a row with marked secrets. The others are not a person's. */
const makers: Record<string, (writer: Writer, of: Person, mark: string, now: number) => Promise<unknown>> = {
  // Its hash is there with the account.
  accounts: async () => {},
  sessions: (writer, { id }, token_hash, now) =>
    writer
      .insertInto('sessions')
      .values({ token_hash, account_id: id, created_at: now, expires_at: now + 9e9, used_at: now })
      .execute(),
  access_tokens: (writer, { id }, token_hash, now) =>
    writer
      .insertInto('access_tokens')
      .values({
        token_hash,
        account_id: id,
        name: 'x',
        scopes: 'batch:read',
        created_at: now,
        expires_at: now + 9e9,
      })
      .execute(),
  pending_logins: (writer, { id }, token_hash, now) =>
    writer
      .insertInto('pending_logins')
      .values({ token_hash, account_id: id, attempts: 0, created_at: now, expires_at: now + 9e9 })
      .execute(),
  factor_challenges: (writer, _, mark, now) =>
    writer
      .insertInto('factor_challenges')
      .values({ holder_hash: mark, purpose: 'prove', value: mark, expires_at: now + 9e9 })
      .execute(),
  one_time_tokens: (writer, { id }, token_hash, now) =>
    writer
      .insertInto('one_time_tokens')
      .values({ token_hash, account_id: id, purpose: 'reset', created_at: now, expires_at: now + 9e9 })
      .execute(),
  email_confirmations: (writer, { id, email }, token_hash, now) =>
    writer
      .insertInto('email_confirmations')
      .values({ token_hash, account_id: id, email: `new-${email}`, created_at: now, expires_at: now + 9e9 })
      .execute(),
  known_devices: (writer, { id }, token_hash, now) =>
    writer
      .insertInto('known_devices')
      .values({ token_hash, account_id: id, made_at: now, expires_at: now + 9e9 })
      .execute(),
  calendars: (writer, { id }, mark, now) =>
    writer
      .insertInto('calendars')
      .values({ account_id: id, secret: mark, secret_hash: mark, schedule: '[]', changed_at: now })
      .execute(),
  second_factors: (writer, { id }, mark, now) =>
    writer
      .insertInto('second_factors')
      .values({
        account_id: id,
        kind: 'passkey',
        name: 'Key',
        secret: mark,
        credential_id: mark,
        counter: 0,
        added_at: now,
      })
      .execute(),
  recovery_codes: (writer, { id }, code_hash) =>
    writer.insertInto('recovery_codes').values({ account_id: id, label: '1', code_hash }).execute(),
  used_login_states: (writer, _, token_hash, now) =>
    writer
      .insertInto('used_login_states')
      .values({ token_hash, expires_at: now + 9e9 })
      .execute(),
  invitations: (writer, { email }, token_hash, now) =>
    writer
      .insertInto('invitations')
      .values({ email, token_hash, way: 'mail', made_by: null, made_at: now, expires_at: now + 9e9 })
      .execute(),
  // Made by the first receipt.
  receipt_key: async () => {},
  receipt_private_keys: async () => {},
  // Triggers write it where there is a place for backups.
  journal_changes: (writer, _, row_key) =>
    writer.insertInto('journal_changes').values({ table_name: 'sessions', row_key }).execute(),
  // Of somebody else.
  anonymisations: async () => {},
  mail_link_keys: (writer, { id }, secret) =>
    writer.insertInto('mail_link_keys').values({ account_id: id, secret }).execute(),
  outbox: (writer, { email }, mark, now) =>
    writer
      .insertInto('outbox')
      .values({
        event: mark,
        recipient: email,
        subject: 'x',
        text: mark,
        html: mark,
        is_secret: 1,
        sealed: mark,
        turn_off_url: mark,
        created_at: now,
        due_at: now,
      })
      .execute(),
};

/** All secrets of each table. */
async function readSecrets(database: Pick<Database, 'reader'>): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>();
  for (const [table, declared] of await declaredTables()) {
    const columns = secretsOf(declared);
    const { rows } = await sql<Record<string, string | null>>`
      select ${sql.join(columns.map((column) => sql.ref(column)))} from ${sql.table(table)}`.execute(
      database.reader,
    );
    found.set(
      table,
      rows.flatMap((row) => columns.flatMap((column) => row[column] ?? [])).filter((value) => value !== ''),
    );
  }
  return found;
}

async function makePortal() {
  const app = await makeFactorPortal({ smtpUrl: null });
  const { context, clock } = app;
  const declared = await declaredTables();
  expect([...declared.keys()].toSorted(), 'a maker for each').toEqual(Object.keys(makers).toSorted());
  const password_hash = await context.passwords.hash('own-secret1');
  const asha = await buildStudent(context, { email: 'asha@example.test', password_hash });
  const people = [asha, await app.student('ben@example.test')] as const;
  const gone = await buildStudent(context);
  const now = clock.now();
  await context.database.transaction((writer) =>
    writer
      .insertInto('anonymisations')
      .values({
        account_id: gone.id,
        at: now,
        reason: 'x',
        signed_up_at: now,
        salt: 'a salt',
        addresses: '[]',
        is_running: 0,
      })
      .execute(),
  );
  const me = await app.as(people[0]);
  await receiptKeys(context);
  const before = await readSecrets(context.database);
  const own = new Map<string, string[]>();
  for (const [n, person] of people.entries()) {
    for (const [table, make] of Object.entries(makers))
      await context.database.transaction((writer) =>
        make(writer, person, `secret of ${table} ${person.id}`, clock.now()),
      );
    if (n > 0) continue;
    for (const [table, values] of await readSecrets(context.database)) {
      const fresh = values.filter((value) => before.get(table)?.includes(value) !== true);
      own.set(table, table === 'accounts' ? [people[0].password_hash as string] : fresh);
    }
  }
  // What is nobody's, such as a receipt's key.
  for (const [table, values] of own) if (values.length === 0) own.set(table, before.get(table) ?? []);
  expect([...own].filter(([, values]) => values.length === 0)).toEqual([]);
  const administrator = await app.as(await buildAdministrator(context));
  return { ...app, me, person: people[0], other: people[1], own, administrator };
}

type Portal = Awaited<ReturnType<typeof makePortal>>;

/** What a function of the room does where the list says `itself`: ends it or keeps it. */
const itself: Record<string, 'end' | 'keep'> = {
  'accounts newPassword': 'end',
  'calendars restore': 'keep',
  // Revoked: the row stays, to say so.
  'invitations restore': 'keep',
  // In no backup.
  'journal_changes restore': 'end',
};

/** Compares with the list; everything of the other person is as it was, unless it is for all. */
async function expectFates(
  portal: Portal,
  database: Pick<Database, 'reader'>,
  when: Occasion | 'restore' | 'erasure',
): Promise<void> {
  const now = await readSecrets(database);
  for (const [table, declared] of await declaredTables()) {
    const fate = declared[when] ?? 'keep';
    const expected = fate === 'itself' ? itself[`${table} ${when}`] : fate;
    const values = portal.own.get(table) ?? [];
    const left = values.filter((value) => now.get(table)?.includes(value) === true);
    expect(left, `${table} after ${when}`).toEqual(expected === 'end' ? [] : values);
    const others =
      now.get(table)?.filter((value) => value.endsWith(`${table} ${portal.other.id}`)).length ?? 0;
    if (
      when !== 'restore' &&
      table in { sessions: 1, calendars: 1, known_devices: 1, second_factors: 1, outbox: 1 }
    )
      expect(others, `${table} of another`).toBe(secretsOf(declared).length);
  }
}

const acts: Record<string, { when: Occasion | 'erasure'; run(portal: Portal): Promise<unknown> }> = {
  'a password that its holder changes': {
    when: 'newPassword',
    run: async ({ me }) =>
      expect(
        (
          await me.send({
            method: 'PUT',
            url: '/api/account/password',
            payload: { current_password: 'own-secret1', password: 'another1' },
          })
        ).status,
      ).toBe(200),
  },
  'a password set by a link': {
    when: 'newPassword',
    async run({ context, clock, person, nobody }) {
      const of = { account_id: person.id, purpose: 'reset' as const, created_at: clock.now() };
      await context.database.transaction((writer) =>
        writer
          .insertInto('one_time_tokens')
          .values({ ...of, token_hash: hashToken('t'.repeat(43)), expires_at: clock.now() + 9e6 })
          .execute(),
      );
      const answer = await nobody.post('/api/auth/reset', { token: 't'.repeat(43), password: 'another1' });
      expect(answer.status).toBe(204);
    },
  },
  'log out everywhere': {
    when: 'logOut',
    run: async ({ me }) => expect((await me.delete('/api/account/sessions')).status).toBe(204),
  },
  'log out everywhere by the office': {
    when: 'logOut',
    run: ({ context, person, clock }) =>
      context.database.transaction((writer) =>
        signOutEverywhere(writer, context, { account: person, actorId: null as never, now: clock.now() }),
      ),
  },
  suspension: {
    when: 'suspension',
    run: ({ context, person, clock }) =>
      context.database.transaction((writer) =>
        suspendAccount(writer, context, {
          account: person,
          actorId: null,
          reason: 'Left.',
          now: clock.now(),
        }),
      ),
  },
  anonymisation: {
    when: 'erasure',
    run: async ({ administrator, person }) =>
      expect(
        (
          await administrator.post(
            `/api/staff/people/${encodeURIComponent(person.email)}/anonymise`,
            { address: person.email, reason: 'Asked.' },
            { 'idempotency-key': 'k' },
          )
        ).status,
      ).toBe(200),
  },
};

test.each(Object.entries(acts))('%s does with each secret what the list says', async (_, { when, run }) => {
  const portal = await makePortal();
  await run(portal);
  await expectFates(portal, portal.context.database, when);
});

test('no export gives a secret out: neither to its holder nor to the office', async () => {
  const portal = await makePortal();
  const { me, administrator, person, own } = portal;
  const email = encodeURIComponent(person.email);
  const answers = [
    await me.send({ method: 'GET', url: `/api/students/record/${email}` }),
    await administrator.send({ method: 'GET', url: `/api/staff/people/${email}/export` }),
  ];
  const texts = [];
  for (const { status } of answers) expect(status).toBe(200);
  for (const url of [`/api/students/record/${email}`, `/api/staff/people/${email}/export`]) {
    const cookie = await portal.cookieOf(
      url.includes('staff') ? await buildAdministrator(portal.context) : person,
    );
    const { rawPayload } = await portal.app.inject({ url, headers: { cookie } });
    texts.push(...[...readZip(rawPayload)].map(([name, bytes]) => `${name}\n${bytes.toString()}`));
  }
  for (const url of ['grades', 'roster', 'submissions', 'audit'])
    texts.push(String((await administrator.get(`/api/staff/exports/${url}`)).body));
  expect(texts.length).toBeGreaterThan(6);
  for (const [table, values] of own)
    for (const value of values)
      expect(
        texts.filter((text) => text.includes(value)),
        `${table}: ${value}`,
      ).toEqual([]);
});

afterEach(() => vi.unstubAllEnvs());

test('a restore does with each secret what the list says', async () => {
  const portal = await makePortal();
  const folder = makeFolder('secrets');
  await writeBackup(portal.context, await makePlace(folder));
  const postgres = engineName === 'postgres' ? await createPostgres('template1') : null;
  const dataDir = makeFolder('restored');
  vi.stubEnv('DATA_DIR', dataDir);
  vi.stubEnv('DATABASE_URL', postgres?.url ?? '');
  const said: string[] = [];
  const code = await runCommand(
    ['restore', folder],
    (line) => void said.push(line),
    (line) => void said.push(line),
  );
  expect([code, said]).toEqual([0, expect.any(Array)]);
  const engine = await openEngine({ databaseUrl: postgres?.url ?? null, dataDir }, commandLimits);
  try {
    const database = makeDatabase(engine);
    await expectFates(portal, database, 'restore');
    const open = database.reader.selectFrom('invitations').where('revoked_at', 'is', null).select('id');
    expect(await open.execute(), 'revoked').toEqual([]);
  } finally {
    await engine.close();
    await postgres?.drop();
  }
});

test('only secrets of accounts end with something, where one place ends them', async () => {
  const { accountsSecrets } = (await import(`${server}accounts/tables.ts`)) as Record<string, SecretTables>;
  const occasions = ['restore', 'newPassword', 'logOut', 'suspension'] as const;
  const ending = [...(await declaredTables())].filter(([, declared]) =>
    occasions.some((when) => declared[when] === 'end'),
  );
  expect(ending.map(([table]) => table).filter((table) => !(table in (accountsSecrets ?? {})))).toEqual([]);
});
