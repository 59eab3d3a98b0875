import { sql, type Kysely } from 'kysely';
import type { EngineDdl } from '../engine.ts';
import {
  conditions,
  isStage,
  peopleColumns,
  peopleRows,
  stages,
  wordRows,
  type Stage,
} from '../people-rows.ts';
import type { SchemaStep } from '../schema-step.ts';

/**
 * Writes an account's row anew. The first statement locks it: of two changes at the same time the second then sees what the
 * first has written.
 */
const refresh = (accountId: string, when = 'true'): string =>
  `update people set account_id = account_id where account_id = ${accountId} and ${when};
   ${peopleRows(`a.id = ${accountId} and ${when}`)}
   on conflict (account_id) do update set ${peopleColumns.map((name) => `${name} = excluded.${name}`).join(', ')}`;

function peopleTriggers(ddl: EngineDdl) {
  const changes = ['batch_id', 'role', 'typed_batch', 'confirmed_at', 'suspended_at', 'anonymised_at'];
  const isChanged = changes.map((column) => `old.${column} is distinct from new.${column}`).join(' or ');
  return [
    ...ddl.after('accounts', 'insert', refresh('new.id'), 'accounts_people_insert'),
    ...ddl.after(
      'accounts',
      `update of ${changes.join(', ')}`,
      refresh('new.id', `(${isChanged})`),
      'accounts_people_update',
    ),
    ...ddl.after('selections', 'insert', refresh('new.account_id'), 'selections_people_insert'),
    ...ddl.after('selections', 'delete', refresh('old.account_id'), 'selections_people_delete'),
    ...ddl.after('deletion_requests', 'insert', refresh('new.account_id'), 'deletion_requests_people_insert'),
    ...ddl.after('deletion_requests', 'delete', refresh('old.account_id'), 'deletion_requests_people_delete'),
  ];
}

function wordTriggers(ddl: EngineDdl) {
  const texts = ['name', 'email', 'phone'];
  const isChanged = texts.map((column) => `old.${column} is distinct from new.${column}`).join(' or ');
  const source = `(select new.id as id, new.name as name, new.email as email, new.phone as phone)`;
  const add = (when: string) =>
    wordRows({ ddl, source, longest: 'length(new.name) + length(new.email)', when });
  return [
    ...ddl.after('accounts', 'insert', add('true'), 'accounts_words_insert'),
    ...ddl.after(
      'accounts',
      `update of ${texts.join(', ')}`,
      `delete from person_words where account_id = new.id and (${isChanged});
       ${add(`(${isChanged})`)}`,
      'accounts_words_update',
    ),
  ];
}

function countTriggers(ddl: EngineDdl) {
  const flags = peopleColumns.filter((column) => /^(is|has|asks)_/.test(column));
  const isChanged = flags.map((flag) => `old.${flag} <> new.${flag}`).join(' or ');
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
      add((stage) => `${isStage(stage, 'new')} - ${isStage(stage, 'old')}`, isChanged),
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

/**
 * Suspended accounts, and a row for each account by which the office finds and counts people: how far they are, and the
 * beginnings of their words. The database keeps all of it by itself, whoever writes; the step `people-before` fills it with who
 * was there.
 */
export function createPeople(ddl: EngineDdl): SchemaStep {
  return {
    async up(db: Kysely<unknown>) {
      const { schema } = db;
      await schema.alterTable('accounts').addColumn('suspended_at', ddl.number).execute();
      await schema.alterTable('accounts').addColumn('suspension_reason', 'text').execute();
      await schema.alterTable('accounts').addColumn('anonymised_at', ddl.number).execute();
      await schema
        .createTable('people')
        .addColumn('account_id', ddl.number, (c) =>
          c.primaryKey().references('accounts.id').onDelete('cascade'),
        )
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
      await schema
        .createTable('person_words')
        .addColumn('account_id', ddl.number, (c) => c.notNull().references('accounts.id').onDelete('cascade'))
        .addColumn('word', sql.raw(`text${ddl.bytewise}`), (c) => c.notNull())
        .addPrimaryKeyConstraint('person_words_key', ['account_id', 'word'])
        .execute();
      let counts = schema
        .createTable('people_counts')
        .addColumn('id', ddl.idType, ddl.id)
        .addColumn('counted', 'integer', (c) => c.notNull());
      for (const stage of stages) counts = counts.addColumn(stage, 'integer', (c) => c.notNull());
      await counts.execute();
      const indexes = [
        `people_of_typed on people (typed_key, account_id) where ${conditions.waiting}`,
        'person_words_by_word on person_words (word, account_id)',
        'people_counts_of on people_counts (counted)',
        ...Object.entries(conditions).flatMap(([stage, condition]) => [
          `people_${stage} on people (account_id) where ${condition}`,
          `people_${stage}_of_batch on people (batch_id, account_id) where ${condition}`,
        ]),
      ];
      for (const index of indexes) await sql.raw(`create index ${index}`).execute(db);
      for (const trigger of [...countTriggers(ddl), ...peopleTriggers(ddl), ...wordTriggers(ddl)]) {
        await trigger.execute(db);
      }
    },
  };
}
