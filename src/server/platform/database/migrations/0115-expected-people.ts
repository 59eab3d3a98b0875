import { sql, type Kysely } from 'kysely';
import type { EngineDdl } from '../engine.ts';
import type { SchemaStep } from '../schema-step.ts';
import { addIndexes, run } from './baseline/statements.ts';

const invited = `case when exists (select 1 from invitations v where v.email = i.email and v.revoked_at is null)
  then 1 else 0 end`;

/** What was corrected of a student who has signed up, and an email that an account has left, is nobody to expect. */
const isExpected = `i.is_correction = 0
  and not exists (select 1 from accounts a where a.email = i.email)
  and not exists (select 1 from former_emails f where f.email = i.email)`;

const refresh = (email: string): string =>
  `delete from expected_people where email = ${email}
     and not exists (select 1 from imported_people i where i.email = ${email} and ${isExpected});
   insert into expected_people (email, batch_id, is_invited, listed_at)
   select i.email, coalesce(i.batch_id, 0), ${invited}, i.imported_at from imported_people i
   where i.email = ${email} and ${isExpected}
   on conflict (email) do update set batch_id = excluded.batch_id, is_invited = excluded.is_invited
     where expected_people.batch_id <> excluded.batch_id or expected_people.is_invited <> excluded.is_invited`;

const separators = [' ', '.', '@', '-', '_', '+', "''", '’', '('].map((sign) => `'${sign}'`).join(', ');

/** As those of accounts: beginnings of words of name and email without its domain, the phone, its last four digits. */
function addWords({ bytewise }: EngineDdl, email: string): string {
  const name = `case when i.folded_from = i.name then i.folded_name else coalesce(i.name, '') end`;
  const person = `(select p.id, ${name} as name, i.email, coalesce(i.phone, '') as phone
    from expected_people p join imported_people i on i.email = p.email where p.email = ${email}) person`;
  const texts = ['name', 'email', 'phone', 'substr(phone, 7)'];
  const lines = texts.map((text) => `select id, ${text} as line from ${person}`).join(' union all ');
  const longest = `(select length(${name}) + length(i.email) from imported_people i where i.email = ${email})`;
  return `insert into expected_words (expected_id, word)
    select distinct l.id, substr(lower(l.line${bytewise}), p.i, 100)
    from (${lines}) l
    join (with recursive n(i) as (select 1 union all select i + 1 from n where i < ${longest}) select i from n) p
      on p.i <= length(l.line)
    where substr(l.line, p.i, 1) not in (${separators})
      and (p.i = 1 or substr(l.line, p.i - 1, 1) in (${separators}))
      and substr(l.line, 1, p.i - 1) not like '%@%'`;
}

const isChanged = (columns: readonly string[]): string =>
  columns.map((column) => `old.${column} is distinct from new.${column}`).join(' or ');

function listTriggers(ddl: EngineDdl) {
  const texts = ['name', 'phone', 'folded_name', 'folded_from'];
  return [
    // An import adds thousands at once: less than `refresh`, since nothing is there yet.
    ...ddl.after(
      'imported_people',
      'insert',
      `insert into expected_people (email, batch_id, is_invited, listed_at)
       select i.email, coalesce(i.batch_id, 0), ${invited}, i.imported_at
       from (select new.email as email, new.batch_id as batch_id, new.imported_at as imported_at,
         new.is_correction as is_correction) i
       where ${isExpected}`,
      'imported_expected_insert',
    ),
    ...ddl.after(
      'imported_people',
      'update of batch_id, is_correction',
      refresh('new.email'),
      'imported_expected_update',
    ),
    ...ddl.after(
      'imported_people',
      'delete',
      'delete from expected_people where email = old.email',
      'imported_expected_delete',
    ),
    ...ddl.after(
      'imported_people',
      `update of ${texts.join(', ')}`,
      `delete from expected_words where (${isChanged(texts)})
         and expected_id = (select p.id from expected_people p where p.email = new.email);
       ${addWords(ddl, 'new.email')} and (${isChanged(texts)})`,
      'imported_expected_words',
    ),
    ...ddl.after('expected_people', 'insert', addWords(ddl, 'new.email'), 'expected_people_words'),
    ...ddl.after('accounts', 'insert', refresh('new.email'), 'accounts_expected_insert'),
    ...ddl.after(
      'accounts',
      'update of email',
      `${refresh('new.email')}; ${refresh('old.email')}`,
      'accounts_expected_update',
    ),
    ...ddl.after('former_emails', 'insert', refresh('new.email'), 'former_expected_insert'),
    ...ddl.after('invitations', 'insert', refresh('new.email'), 'invitations_expected_insert'),
    ...ddl.after('invitations', 'update of revoked_at', refresh('new.email'), 'invitations_expected_update'),
    ...ddl.after('invitations', 'delete', refresh('old.email'), 'invitations_expected_delete'),
  ];
}

function countTriggers(ddl: EngineDdl) {
  const add = (imported: string, isInvited: string, when = 'true') =>
    `insert into expected_counts (counted, imported, invited) select 1, ${imported}, ${isInvited} where ${when}`;
  return [
    ...ddl.after(
      'expected_people',
      'insert',
      add('1 - new.is_invited', 'new.is_invited'),
      'expected_count_insert',
    ),
    ...ddl.after(
      'expected_people',
      'update of is_invited',
      add(
        'old.is_invited - new.is_invited',
        'new.is_invited - old.is_invited',
        'old.is_invited <> new.is_invited',
      ),
      'expected_count_update',
    ),
    ...ddl.after(
      'expected_people',
      'delete',
      add('old.is_invited - 1', '-old.is_invited'),
      'expected_count_delete',
    ),
    ...ddl.addUp('expected_counts', 'counted', ['imported', 'invited']),
  ];
}

/**
 * Imported people without an account, for one list with the accounts: triggers keep the rows, their words and their
 * number; a job lists those of before. Which spreadsheet brought somebody is noted, so that it can be undone.
 */
export function listExpectedPeople(ddl: EngineDdl): SchemaStep {
  return {
    async up(db: Kysely<unknown>) {
      await db.schema.alterTable('imported_people').addColumn('intake_id', ddl.number).execute();
      await db.schema.alterTable('imported_people').addColumn('folded_name', 'text').execute();
      await db.schema.alterTable('imported_people').addColumn('folded_from', 'text').execute();
      await db.schema.alterTable('intakes').addColumn('undone_at', ddl.number).execute();
      await db.schema.alterTable('intakes').addColumn('undone_count', ddl.number).execute();
      await db.schema
        .createTable('expected_people')
        .addColumn('id', ddl.idType, ddl.id)
        .addColumn('email', 'text', (c) => c.notNull().unique())
        .addColumn('batch_id', ddl.number, (c) => c.notNull())
        .addColumn('is_invited', 'integer', (c) => c.notNull())
        .addColumn('listed_at', ddl.number, (c) => c.notNull())
        .execute();
      await db.schema
        .createTable('expected_words')
        .addColumn('expected_id', ddl.number, (c) =>
          c.notNull().references('expected_people.id').onDelete('cascade'),
        )
        .addColumn('word', sql.raw(`text${ddl.bytewise}`), (c) => c.notNull())
        .addPrimaryKeyConstraint('expected_words_key', ['expected_id', 'word'])
        .execute();
      await db.schema
        .createTable('expected_counts')
        .addColumn('id', ddl.idType, ddl.id)
        .addColumn('counted', 'integer', (c) => c.notNull())
        .addColumn('imported', 'integer', (c) => c.notNull())
        .addColumn('invited', 'integer', (c) => c.notNull())
        .execute();
      await addIndexes(db, [
        'index expected_people_of_batch on expected_people (batch_id, id)',
        'index expected_people_of_state on expected_people (is_invited, id)',
        'index expected_words_by_word on expected_words (word, expected_id)',
        'index expected_counts_of on expected_counts (counted)',
      ]);
      await run(db, [...countTriggers(ddl), ...listTriggers(ddl)]);
    },
  };
}
