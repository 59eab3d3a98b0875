import type { Kysely } from 'kysely';
import type { EngineDdl } from '../engine.ts';
import type { SchemaStep } from '../schema-step.ts';

/** The office's words of mails; without a row ours are sent, which is what version 1.0.0 sends anyway. */
export function addMailWords(ddl: EngineDdl): SchemaStep {
  return {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('mail_words')
        .addColumn('mail', 'text', (c) => c.primaryKey())
        .addColumn('subject', 'text', (c) => c.notNull())
        .addColumn('body', 'text', (c) => c.notNull())
        .addColumn('changed_by', ddl.number, (c) => c.notNull().references('accounts.id'))
        .addColumn('changed_at', ddl.number, (c) => c.notNull())
        .execute();
    },
  };
}
