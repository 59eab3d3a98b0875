import { sql, type Kysely } from 'kysely';
import type { SchemaStep } from '../schema-step.ts';

/** Begins to count what is unread for everybody who is in a batch already, with its next post. */
export function beginUnreadOfBefore(): SchemaStep {
  return {
    allow: {
      'rows-of-a-table-in-use': 'It only reads the accounts and mentors, and writes a short row for each.',
    },
    async up(db: Kysely<unknown>) {
      const begin = (account: string, table: string) =>
        sql.raw(`insert into discussion_reads (account_id, batch_id, version)
          select distinct ${account}, batch_id, 0 from ${table}
          where batch_id is not null and ${account} is not null
          on conflict (account_id, batch_id) do nothing`);
      await begin('id', 'accounts').execute(db);
      await begin('account_id', 'batch_mentors').execute(db);
    },
  };
}
