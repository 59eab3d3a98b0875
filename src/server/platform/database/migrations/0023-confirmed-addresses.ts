import type { Kysely } from 'kysely';
import type { EngineDdl } from '../engine.ts';
import type { SchemaStep } from '../schema-step.ts';

/**
 * Links that confirm an address, and who has to open one: accounts from before, and those that a version before this one
 * makes beside it, have null there and keep what they could do.
 */
export function createEmailConfirmations(ddl: EngineDdl): SchemaStep {
  return {
    async up(db: Kysely<unknown>) {
      await db.schema.alterTable('accounts').addColumn('must_confirm', 'integer').execute();
      await db.schema
        .createTable('email_confirmations')
        .addColumn('token_hash', 'text', (c) => c.primaryKey())
        .addColumn('account_id', ddl.number, (c) => c.notNull().references('accounts.id'))
        .addColumn('email', 'text', (c) => c.notNull())
        .addColumn('created_at', ddl.number, (c) => c.notNull())
        .addColumn('expires_at', ddl.number, (c) => c.notNull())
        .addColumn('used_at', ddl.number)
        .execute();
      await db.schema
        .createIndex('email_confirmations_of_account')
        .on('email_confirmations')
        .column('account_id')
        .execute();
      await db.schema
        .createIndex('email_confirmations_by_end')
        .on('email_confirmations')
        .column('expires_at')
        .execute();
    },
  };
}
