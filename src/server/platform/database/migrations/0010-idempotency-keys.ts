import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { EngineDdl } from '../engine.ts';

/** What requests with an Idempotency-Key have made, for those that keep no key in a row of their own. */
export function createIdempotencyKeys(ddl: EngineDdl): Migration {
  return {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('idempotency_keys')
        .addColumn('account_id', ddl.number, (c) => c.notNull().references('accounts.id'))
        .addColumn('kind', 'text', (c) => c.notNull())
        .addColumn('idempotency_key', 'text', (c) => c.notNull())
        .addColumn('content_sha256', 'text', (c) => c.notNull())
        .addColumn('made_id', ddl.number)
        .addColumn('created_at', ddl.number, (c) => c.notNull())
        .addPrimaryKeyConstraint('idempotency_keys_key', ['account_id', 'kind', 'idempotency_key'])
        .execute();
      await db.schema
        .createIndex('idempotency_keys_by_time')
        .on('idempotency_keys')
        .column('created_at')
        .execute();
    },
  };
}
