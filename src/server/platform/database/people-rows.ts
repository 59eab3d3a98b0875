import type { EngineDdl } from './engine.ts';

// Part of the steps `people` and `people-before`: like these it does not change once they are released.

const isHere = 'is_anonymised = 0';
const isActive = `is_student = 1 and is_suspended = 0 and ${isHere}`;

/**
 * By how far they are, people are found along an index that has them alone; whoever was anonymised is in the last alone. A
 * student who waits has no batch, or another one than was typed at signup.
 */
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

export type Stage = keyof typeof conditions;
export const stages = Object.keys(conditions) as Stage[];

/** 1 where a row of `people` counts for a stage, else 0. */
export function isStage(stage: Stage, row: 'old' | 'new'): string {
  const condition = conditions[stage].replaceAll(/\b(?:is|has|asks)_/g, `${row}.$&`);
  return `(case when ${condition} then 1 else 0 end)`;
}

const typedKey = `lower(replace(coalesce(a.typed_batch, ''), ' ', ''))`;

/** What of an account follows from other rows, in the order of the columns. */
const columns: [name: string, value: string][] = [
  // 0 without a batch: an index gives what equals a value in its order, and not what is null.
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
export const peopleColumns = columns.map(([name]) => name);

/** Adds rows to `people`; `which` says of which accounts, known as `a`. */
export const peopleRows = (which: string): string =>
  `insert into people (account_id, ${peopleColumns.join(', ')})
   select a.id, ${columns.map(([, value]) => value).join(', ')}
   from accounts a left join selections s on s.account_id = a.id left join batches b on b.id = a.batch_id
   where ${which}`;

const separators = [' ', '.', '@', '-', '_', '+', "''", '’', '('].map((sign) => `'${sign}'`).join(', ');

/** How long the beginnings are that a search looks for; a longer word is kept as far as this. */
const wordLength = 100;

/**
 * Adds the words of accounts: name and address from each beginning of a word to their end, so that `men` finds Asha Menon and
 * `asha m` too, but not where mail goes, which is the same for most; the phone, and its last four digits. Letters from A to Z in small ones, the others as they are, which both
 * engines do alike.
 * @param of.source rows with `id`, `name`, `email` and `phone`
 * @param of.longest how many characters their texts have at most
 */
export function wordRows({
  ddl: { bytewise },
  source,
  longest,
  when,
}: {
  ddl: Pick<EngineDdl, 'bytewise'>;
  source: string;
  longest: string;
  when: string;
}): string {
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
