import { sql, type Kysely } from 'kysely';
import { expect, test } from 'vitest';
import type { SchemaStep } from '#server/platform/database/schema-step';
import { stepsAmiss } from './check-migrations.ts';
import type { Rule } from './rules.ts';
import { starSelects } from './star-selects.ts';

type Options = Omit<SchemaStep, 'up'>;

/** The rules that a step with these statements is against. */
async function broken(statements: string, options: Options = {}): Promise<string[]> {
  const lines = await stepsAmiss({
    '0999-tried': () => ({
      ...options,
      async up(db: Kysely<unknown>) {
        for (const statement of statements.split(';\n')) await sql.raw(statement).execute(db);
      },
    }),
  });
  return lines.map((line) => /\[([\w-]+)\]$/.exec(line)?.[1] ?? line);
}

const outside = { outsideTransaction: true } as const;

const refused: [rule: Rule, statements: string, options?: Options][] = [
  ['required-column', 'alter table accounts add column a text not null'],
  ['volatile-default', 'alter table accounts add column a bigint default extract(epoch from now())'],
  ['volatile-default', 'alter table accounts add column a uuid not null default gen_random_uuid()'],
  ['rewriting-column', 'alter table accounts add column a bigserial'],
  ['rewriting-column', 'alter table accounts add column a bigint generated always as identity'],
  ['rewriting-column', 'alter table accounts add column a bigint generated always as (id + 1) stored'],
  ['column-with-constraint', 'alter table accounts add column a bigint references batches (id)'],
  ['column-with-constraint', 'alter table accounts add column a bigint check (a > 0)'],
  ['column-with-constraint', 'alter table accounts add column a text unique'],
  ['changed-column-type', 'alter table accounts alter column phone type varchar(20)'],
  ['required-afterwards', 'alter table accounts alter column phone set not null'],
  ['constraint-checks-all', 'alter table accounts add constraint c check (id > 0)'],
  [
    'constraint-checks-all',
    'alter table accounts add constraint c foreign key (batch_id) references batches (id)',
  ],
  [
    'validated-at-once',
    'alter table accounts add constraint c check (id > 0) not valid;\nalter table accounts validate constraint c',
  ],
  ['constraint-builds-index', 'alter table accounts add constraint c unique (phone)'],
  ['constraint-builds-index', 'alter table accounts add primary key (id)'],
  ['index-blocks-writes', 'create index i on accounts (phone)'],
  ['index-blocks-writes', 'create unique index i on accounts (phone)'],
  ['index-drop-blocks', 'drop index i'],
  ['concurrently-in-transaction', 'create index concurrently i on accounts (phone)'],
  ['concurrently-in-transaction', 'drop index concurrently i'],
  ['not-repeatable', 'create table t (id bigint)', outside],
  ['not-repeatable', 'drop index concurrently i', outside],
  ['takes-away', 'alter table accounts drop column phone'],
  ['takes-away', 'alter table accounts drop constraint accounts_email_key'],
  ['takes-away', 'alter table accounts alter column phone drop default'],
  ['takes-away', 'alter table accounts rename column phone to telephone'],
  ['takes-away', 'alter table accounts rename to people'],
  ['takes-away', 'drop table accounts'],
  ['takes-away', 'drop trigger submissions_no_update on submissions'],
  ['takes-away', 'drop function submissions_no_update()'],
  ['takes-away', 'truncate rate_limit_hits'],
  ['rows-of-a-table-in-use', "update accounts set phone = ''"],
  ['rows-of-a-table-in-use', 'delete from rate_limit_hits'],
  ['rows-of-a-table-in-use', 'create table t (id bigint);\ninsert into t select id from accounts'],
  ['rows-of-a-table-in-use', 'create table t as select id from accounts'],
  ['rewrites-table', 'alter table accounts set unlogged'],
  ['rewrites-table', 'vacuum full accounts'],
  ['rewrites-table', 'reindex table accounts'],
  ['explicit-lock', 'lock table accounts'],
  ['own-timeouts', "set lock_timeout = '1h'"],
  ['own-timeouts', 'set local statement_timeout = 0'],
  ['unknown-statement', 'do $$ begin perform 1; end $$'],
  ['unknown-statement', 'alter table accounts enable row level security'],
];

test.each(refused)('%s: %s', async (rule, statements, options) => {
  expect(await broken(statements, options)).toEqual([rule]);
});

const accepted: [statements: string, options?: Options][] = [
  ['alter table accounts add column a text'],
  ['alter table accounts add column a integer not null default 0'],
  ["alter table accounts add column a text default '{}'::text, add column b integer default -1"],
  ['create table t (id bigint primary key, account_id bigint references accounts (id), unique (account_id))'],
  [
    'create table t (id bigint);\ncreate index i on t (id);\nalter table t add column a bigint not null;\ninsert into t values (1);\nupdate t set a = 2',
  ],
  ['alter table accounts add constraint c check (id > 0) not valid'],
  ['alter table accounts validate constraint c'],
  ['alter table accounts add constraint c unique using index i'],
  ['drop index concurrently if exists i;\ncreate unique index concurrently i on accounts (phone)', outside],
  [
    'drop trigger t on accounts;\ndrop function t();\ncreate function t() returns trigger language plpgsql as $$ begin return null; end $$;\ncreate trigger t after insert on accounts for each row execute function t()',
  ],
  ['alter table accounts drop column phone;\ndrop table uploads', { oldestProgram: 998 }],
  ['select 1'],
];

test.each(accepted)('right: %s', async (statements, options) => {
  expect(await broken(statements, options)).toEqual([]);
});

test('a line names the file, the statement, the way out and the rule', async () => {
  const lines = await stepsAmiss({
    '0999-index': () => ({
      up: (db: Kysely<unknown>) => db.schema.createIndex('by_phone').on('accounts').column('phone').execute(),
    }),
  });
  expect(lines).toEqual([
    'src/server/platform/database/migrations/0999-index.ts: builds index by_phone on accounts; nobody can write while it is built: use ddl.addIndex in a step `outsideTransaction` [index-blocks-writes]',
  ]);
});

test('an exception is for one rule, needed, and with its reason', async () => {
  const statement = 'create index i on batches (name)';
  const allow = { 'index-blocks-writes': 'There are never more than a few hundred batches.' };
  expect(await broken(statement, { allow })).toEqual([]);
  expect(await broken(`${statement};\ndrop table accounts`, { allow })).toEqual(['takes-away']);
  const [silent, needless, unknown] = await Promise.all([
    broken(statement, { allow: { 'index-blocks-writes': 'small' } }),
    broken('select 1', { allow }),
    broken('select 1', { allow: { 'index-block': 'There are never more than a few hundred batches.' } }),
  ]);
  expect(silent).toEqual([expect.stringMatching(/"index-blocks-writes" without saying why$/)]);
  expect(needless).toEqual([expect.stringMatching(/"index-blocks-writes" and does nothing against it$/)]);
  expect(unknown).toEqual([
    expect.stringMatching(/"index-block", which is no rule; there are required-column,/),
  ]);
});

test('what a step takes away may not need a version that comes after it', async () => {
  expect(await broken('drop table uploads', { oldestProgram: 999 })).toEqual([
    expect.stringMatching(/must come before it/),
  ]);
});

test('queries name their columns', () => {
  const texts = new Map([
    ['a.ts', "db.selectFrom('t').select('id')\nsql`select count(*) from t`"],
    ['b.ts', "db\n  .selectFrom('t')\n  .selectAll()"],
    ['c.ts', 'sql`insert into t values (1) returning *`'],
    ['d.ts', "db.insertInto('t').returningAll()"],
    ['e.ts', 'sql`SELECT * from t`'],
  ]);
  expect(starSelects(texts).map((line) => line.split(': ')[0])).toEqual([
    'b.ts:3',
    'c.ts:1',
    'd.ts:1',
    'e.ts:1',
  ]);
});
