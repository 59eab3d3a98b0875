import type { Kysely } from 'kysely';
import type { EngineDdl } from '../engine.ts';
import type { SchemaStep } from '../schema-step.ts';

/**
 * Until when somebody is online in a batch's discussion. Rows live for a minute, and are written often: nothing refers to them,
 * and no index but the key is kept.
 */
export function createPresences(ddl: EngineDdl): SchemaStep {
  return {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('presences')
        .addColumn('batch_id', ddl.number, (c) => c.notNull())
        .addColumn('account_id', ddl.number, (c) => c.notNull())
        .addColumn('online_until', ddl.number, (c) => c.notNull())
        .addPrimaryKeyConstraint('presences_key', ['batch_id', 'account_id'])
        .execute();
    },
  };
}
