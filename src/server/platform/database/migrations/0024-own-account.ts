import type { Kysely } from 'kysely';
import type { EngineDdl } from '../engine.ts';
import type { SchemaStep } from '../schema-step.ts';

/** What the holder of an account changes: the address, the sessions by their devices, the wish to be deleted. */
export function createOwnAccount(ddl: EngineDdl): SchemaStep {
  return {
    async up(db: Kysely<unknown>) {
      await db.schema.alterTable('accounts').addColumn('former_emails', 'text').execute();
      await db.schema.alterTable('sessions').addColumn('device', 'text').execute();
      await db.schema
        .createTable('former_emails')
        .addColumn('email', 'text', (c) => c.primaryKey())
        .addColumn('account_id', ddl.number, (c) => c.notNull().references('accounts.id'))
        .addColumn('left_at', ddl.number, (c) => c.notNull())
        .execute();
      await db.schema
        .createIndex('former_emails_of_account')
        .on('former_emails')
        .column('account_id')
        .execute();
      await db.schema
        .createTable('deletion_requests')
        .addColumn('account_id', ddl.number, (c) => c.primaryKey().references('accounts.id'))
        .addColumn('asked_at', ddl.number, (c) => c.notNull())
        .execute();
    },
  };
}
