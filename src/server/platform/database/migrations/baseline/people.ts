import { sql, type Kysely } from 'kysely';
import type { EngineDdl } from '../../engine.ts';
import { addIndexes, run } from './statements.ts';

const isHere = 'is_anonymised = 0';
const isActive = `is_student = 1 and is_suspended = 0 and ${isHere}`;

/** Each has an index. A waiting student has no batch, or another than was typed at signup. */
export const conditions = {
  everybody: isHere,
  unconfirmed: `${isActive} and is_confirmed = 0`,
  confirmed: `${isActive} and is_confirmed = 1`,
  waiting: `${isActive} and is_waiting = 1`,
  placed: `${isActive} and is_waiting = 0 and has_project = 0`,
  with_project: `${isActive} and has_project = 1`,
  suspended: `is_suspended = 1 and ${isHere}`,
  staff: `is_student = 0 and ${isHere}`,
  deletion_asked: `asks_deletion = 1 and ${isHere}`,
  anonymised: 'is_anonymised = 1',
};

type Stage = keyof typeof conditions;
const stages = Object.keys(conditions) as Stage[];

/** 1 or 0. */
function isStage(stage: Stage, row: 'old' | 'new'): string {
  const condition = conditions[stage].replaceAll(/\b(?:is|has|asks)_/g, `${row}.$&`);
  return `(case when ${condition} then 1 else 0 end)`;
}

const typedKey = `lower(replace(coalesce(a.typed_batch, ''), ' ', ''))`;

/** From other tables, in the order of the columns. */
const derived: [column: string, value: string][] = [
  // 0 without a batch, since indexes keep order only for equal values, not for null.
  ['batch_id', 'coalesce(a.batch_id, 0)'],
  ['typed_key', typedKey],
  ['is_student', `case when a.role = 'student' then 1 else 0 end`],
  ['is_confirmed', 'case when a.confirmed_at is null then 0 else 1 end'],
  ['is_suspended', 'case when a.suspended_at is null then 0 else 1 end'],
  [
    'is_waiting',
    `case when a.role = 'student' and (a.batch_id is null
       or (a.typed_batch is not null and ${typedKey} <> b.name_key)) then 1 else 0 end`,
  ],
  ['has_project', 'case when s.account_id is null then 0 else 1 end'],
  [
    'asks_deletion',
    'case when exists (select 1 from deletion_requests where account_id = a.id) then 1 else 0 end',
  ],
  ['is_anonymised', 'case when a.anonymised_at is null then 0 else 1 end'],
];
const columns = derived.map(([column]) => column);

/** The first statement locks the row, so that the later of two changes sees the first. */
const refresh = (accountId: string, when = 'true'): string =>
  `update people set account_id = account_id where account_id = ${accountId} and ${when};
   insert into people (account_id, ${columns.join(', ')})
   select a.id, ${derived.map(([, value]) => value).join(', ')}
   from accounts a left join selections s on s.account_id = a.id left join batches b on b.id = a.batch_id
   where a.id = ${accountId} and ${when}
   on conflict (account_id) do update set ${columns.map((column) => `${column} = excluded.${column}`).join(', ')}`;

const isChanged = (columns: readonly string[]): string =>
  columns.map((column) => `old.${column} is distinct from new.${column}`).join(' or ');

function peopleTriggers(ddl: EngineDdl) {
  const sources = ['batch_id', 'role', 'typed_batch', 'confirmed_at', 'suspended_at', 'anonymised_at'];
  return [
    ...ddl.after('accounts', 'insert', refresh('new.id'), 'accounts_people_insert'),
    ...ddl.after(
      'accounts',
      `update of ${sources.join(', ')}`,
      refresh('new.id', `(${isChanged(sources)})`),
      'accounts_people_update',
    ),
    ...ddl.after('selections', 'insert', refresh('new.account_id'), 'selections_people_insert'),
    ...ddl.after('selections', 'delete', refresh('old.account_id'), 'selections_people_delete'),
    ...ddl.after('deletion_requests', 'insert', refresh('new.account_id'), 'deletion_requests_people_insert'),
    ...ddl.after('deletion_requests', 'delete', refresh('old.account_id'), 'deletion_requests_people_delete'),
  ];
}

const separators = [' ', '.', '@', '-', '_', '+', "''", '’', '('].map((sign) => `'${sign}'`).join(', ');

/** Characters stored of a longer word. */
const wordLength = 100;

/** Unless a program without folding has changed the name since. */
const foldedName = 'case when new.folded_from = new.name then new.folded_name else new.name end';

/**
 * Name and email from each beginning of a word (`asha m` finds Asha Menon), without the email's domain, which
 * most share; the phone and its last four digits.
 */
function addWords({ bytewise }: EngineDdl, when: string): string {
  const source = `(select new.id as id, ${foldedName} as name, new.email as email, new.phone as phone)`;
  const longest = `length(${foldedName}) + length(new.email)`;
  const texts = ['name', 'email', `coalesce(phone, '')`, `substr(coalesce(phone, ''), 7)`];
  const lines = texts.map((text) => `select id, ${text} as line from ${source} person`).join(' union all ');
  return `insert into person_words (account_id, word)
    select distinct l.id, substr(lower(l.line${bytewise}), p.i, ${wordLength})
    from (${lines}) l
    join (with recursive n(i) as (select 1 union all select i + 1 from n where i < ${longest}) select i from n) p
      on p.i <= length(l.line)
    where ${when} and substr(l.line, p.i, 1) not in (${separators})
      and (p.i = 1 or substr(l.line, p.i - 1, 1) in (${separators}))
      and substr(l.line, 1, p.i - 1) not like '%@%'`;
}

function wordTriggers(ddl: EngineDdl) {
  const texts = ['name', 'email', 'phone', 'folded_name', 'folded_from'];
  return [
    ...ddl.after('accounts', 'insert', addWords(ddl, 'true'), 'accounts_words_insert'),
    ...ddl.after(
      'accounts',
      `update of ${texts.join(', ')}`,
      `delete from person_words where account_id = new.id and (${isChanged(texts)});
       ${addWords(ddl, `(${isChanged(texts)})`)}`,
      'accounts_words_update',
    ),
  ];
}

function countTriggers(ddl: EngineDdl) {
  const flags = columns.filter((column) => /^(is|has|asks)_/.test(column));
  const isOther = flags.map((flag) => `old.${flag} <> new.${flag}`).join(' or ');
  const add = (amountOf: (stage: Stage) => string, when = 'true'): string =>
    `insert into people_counts (counted, ${stages.join(', ')})
     select 1, ${stages.map(amountOf).join(', ')} where ${when}`;
  return [
    ...ddl.after(
      'people',
      'insert',
      add((stage) => isStage(stage, 'new')),
      'people_count_insert',
    ),
    ...ddl.after(
      'people',
      `update of ${flags.join(', ')}`,
      add((stage) => `${isStage(stage, 'new')} - ${isStage(stage, 'old')}`, isOther),
      'people_count_update',
    ),
    ...ddl.after(
      'people',
      'delete',
      add((stage) => `-(${isStage(stage, 'old')})`),
      'people_count_delete',
    ),
    ...ddl.addUp('people_counts', 'counted', stages),
  ];
}

async function createImports(db: Kysely<unknown>, ddl: EngineDdl): Promise<void> {
  await db.schema
    .createTable('imported_people')
    .addColumn('email', 'text', (c) => c.primaryKey().check(sql`email = lower(email)`))
    .addColumn('batch_id', ddl.number, (c) => c.references('batches.id'))
    .addColumn('exit_score', ddl.real)
    .addColumn('grade', 'text')
    .addColumn('imported_at', ddl.number, (c) => c.notNull())
    .addColumn('name', 'text')
    .addColumn('phone', 'text')
    .execute();
  await db.schema
    .createTable('invitations')
    .addColumn('id', ddl.idType, ddl.id)
    .addColumn('email', 'text', (c) => c.notNull())
    .addColumn('token_hash', 'text', (c) => c.notNull().unique())
    .addColumn('way', 'text', (c) => c.notNull().check(sql`way in ('mail', 'print')`))
    .addColumn('made_by', ddl.number, (c) => c.references('accounts.id'))
    .addColumn('made_at', ddl.number, (c) => c.notNull())
    .addColumn('expires_at', ddl.number, (c) => c.notNull())
    .addColumn('opened_at', ddl.number)
    .addColumn('used_at', ddl.number)
    .addColumn('revoked_at', ddl.number)
    .execute();
  await db.schema
    .createTable('intakes')
    .addColumn('id', ddl.idType, ddl.id)
    .addColumn('file_name', 'text', (c) => c.notNull())
    .addColumn('headings', 'text', (c) => c.notNull())
    .addColumn('columns', 'text', (c) => c.notNull())
    .addColumn('is_remembered', 'integer', (c) => c.notNull().check(sql`is_remembered in (0, 1)`))
    .addColumn('state', 'text', (c) =>
      c.notNull().check(sql`state in ('reading', 'read', 'checked', 'imported')`),
    )
    .addColumn('row_count', ddl.number, (c) => c.notNull())
    .addColumn('new_count', ddl.number, (c) => c.notNull())
    .addColumn('changed_count', ddl.number, (c) => c.notNull())
    .addColumn('unchanged_count', ddl.number, (c) => c.notNull())
    .addColumn('wrong_count', ddl.number, (c) => c.notNull())
    .addColumn('people_there', ddl.number, (c) => c.notNull())
    .addColumn('check_key', 'text')
    .addColumn('made_by', ddl.number, (c) => c.references('accounts.id'))
    .addColumn('made_at', ddl.number, (c) => c.notNull())
    .addColumn('imported_at', ddl.number)
    .execute();
  await db.schema
    .createTable('intake_lines')
    .addColumn('intake_id', ddl.number, (c) => c.notNull().references('intakes.id'))
    .addColumn('line', ddl.number, (c) => c.notNull())
    .addColumn('cells', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('intake_lines_key', ['intake_id', 'line'])
    .execute();
  await db.schema
    .createTable('intake_people')
    .addColumn('intake_id', ddl.number, (c) => c.notNull().references('intakes.id'))
    .addColumn('line', ddl.number, (c) => c.notNull())
    .addColumn('email', 'text', (c) => c.notNull())
    .addColumn('name', 'text')
    .addColumn('phone', 'text')
    .addColumn('batch', 'text')
    .addColumn('batch_key', 'text')
    .addColumn('exit_score', ddl.real)
    .addColumn('grade', 'text')
    .addColumn('faults', 'text')
    .addColumn('state', 'text', (c) => c.check(sql`state in ('new', 'changed', 'unchanged', 'wrong')`))
    .addColumn('known', 'text')
    .addPrimaryKeyConstraint('intake_people_key', ['intake_id', 'line'])
    .execute();
  await db.schema
    .createTable('intake_columns')
    .addColumn('headings_hash', 'text', (c) => c.primaryKey())
    .addColumn('columns', 'text', (c) => c.notNull())
    .addColumn('used_at', ddl.number, (c) => c.notNull())
    .execute();
  await addIndexes(db, [
    'index invitations_of_email on invitations (email, id)',
    'index intakes_by_age on intakes (made_at)',
    'index intake_people_by_email on intake_people (intake_id, email, line)',
    'index intake_people_by_state on intake_people (intake_id, state, line)',
  ]);
  // An import writes 100,000 rows that name one actor and a few batches.
  await run(db, ddl.checkByStatement('imported_people', 'batch_id', 'batches'));
}

/** For finding and counting; triggers keep both. */
export async function createPeople(db: Kysely<unknown>, ddl: EngineDdl): Promise<void> {
  await createImports(db, ddl);
  await db.schema
    .createTable('people')
    .addColumn('account_id', ddl.number, (c) => c.primaryKey().references('accounts.id').onDelete('cascade'))
    .addColumn('batch_id', ddl.number, (c) => c.notNull())
    .addColumn('typed_key', 'text', (c) => c.notNull())
    .addColumn('is_student', 'integer', (c) => c.notNull())
    .addColumn('is_confirmed', 'integer', (c) => c.notNull())
    .addColumn('is_suspended', 'integer', (c) => c.notNull())
    .addColumn('is_waiting', 'integer', (c) => c.notNull())
    .addColumn('has_project', 'integer', (c) => c.notNull())
    .addColumn('asks_deletion', 'integer', (c) => c.notNull())
    .addColumn('is_anonymised', 'integer', (c) => c.notNull())
    .execute();
  await db.schema
    .createTable('person_words')
    .addColumn('account_id', ddl.number, (c) => c.notNull().references('accounts.id').onDelete('cascade'))
    .addColumn('word', sql.raw(`text${ddl.bytewise}`), (c) => c.notNull())
    .addPrimaryKeyConstraint('person_words_key', ['account_id', 'word'])
    .execute();
  await db.schema
    .createTable('people_counts')
    .addColumn('id', ddl.idType, ddl.id)
    .addColumn('counted', 'integer', (c) => c.notNull())
    .addColumn('everybody', 'integer', (c) => c.notNull())
    .addColumn('unconfirmed', 'integer', (c) => c.notNull())
    .addColumn('confirmed', 'integer', (c) => c.notNull())
    .addColumn('waiting', 'integer', (c) => c.notNull())
    .addColumn('placed', 'integer', (c) => c.notNull())
    .addColumn('with_project', 'integer', (c) => c.notNull())
    .addColumn('suspended', 'integer', (c) => c.notNull())
    .addColumn('staff', 'integer', (c) => c.notNull())
    .addColumn('deletion_asked', 'integer', (c) => c.notNull())
    .addColumn('anonymised', 'integer', (c) => c.notNull())
    .execute();
  await addIndexes(db, [
    `index people_of_typed on people (typed_key, account_id) where ${conditions.waiting}`,
    ...Object.entries(conditions).flatMap(([stage, condition]) => [
      `index people_${stage} on people (account_id) where ${condition}`,
      `index people_${stage}_of_batch on people (batch_id, account_id) where ${condition}`,
    ]),
    'index person_words_by_word on person_words (word, account_id)',
    'index people_counts_of on people_counts (counted)',
  ]);
  await run(db, [...countTriggers(ddl), ...peopleTriggers(ddl), ...wordTriggers(ddl)]);
}
