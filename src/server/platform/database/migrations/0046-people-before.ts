import { sql, type Kysely } from 'kysely';
import type { EngineDdl } from '../engine.ts';
import { peopleRows, wordRows } from '../people-rows.ts';
import type { SchemaStep } from '../schema-step.ts';

/** Adds the rows of accounts that were there before. A row that a change has added meanwhile is newer, and stays. */
export function fillPeople(ddl: EngineDdl): SchemaStep {
  return {
    allow: {
      'rows-of-a-table-in-use':
        'It only reads the tables in use, and writes some short rows for each account, which nobody reads yet.',
    },
    async up(db: Kysely<unknown>) {
      await sql.raw(`${peopleRows('true')} on conflict (account_id) do nothing`).execute(db);
      const words = wordRows({
        ddl,
        source: 'accounts',
        longest: '(select coalesce(max(length(name) + length(email)), 1) from accounts)',
        when: 'not exists (select 1 from person_words w where w.account_id = l.id)',
      });
      await sql.raw(`${words} on conflict (account_id, word) do nothing`).execute(db);
    },
  };
}
