import type { Kysely } from 'kysely';
import type { EngineDdl } from '../engine.ts';
import type { SchemaStep } from '../schema-step.ts';

/**
 * Devices that were logged in from before, where what counts against a rate limit came from, and whose quotas are lifted.
 */
export function limitByAccount(ddl: EngineDdl): SchemaStep {
  return {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('known_devices')
        .addColumn('id', ddl.idType, ddl.id)
        .addColumn('token_hash', 'text', (c) => c.notNull())
        .addColumn('account_id', ddl.number, (c) => c.notNull().references('accounts.id'))
        .addColumn('made_at', ddl.number, (c) => c.notNull())
        .addColumn('expires_at', ddl.number, (c) => c.notNull())
        .addUniqueConstraint('known_devices_key', ['token_hash', 'account_id'])
        .execute();
      await db.schema
        .createIndex('known_devices_of_account')
        .on('known_devices')
        .columns(['account_id', 'id'])
        .execute();
      await db.schema
        .createIndex('known_devices_by_expiry')
        .on('known_devices')
        .column('expires_at')
        .execute();
      await db.schema
        .createTable('lifted_limits')
        .addColumn('account_id', ddl.number, (c) => c.primaryKey().references('accounts.id'))
        .addColumn('until_at', ddl.number, (c) => c.notNull())
        .execute();
      // Null is what the version before writes.
      await db.schema.alterTable('rate_limit_hits').addColumn('source', 'text').execute();
    },
  };
}
