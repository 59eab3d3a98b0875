import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { EngineDdl } from '../engine.ts';

/** Room for the one key pair that signs receipts. It is never changed or removed: receipts out there stand on it. */
export function createReceiptKey(ddl: EngineDdl): Migration {
  return {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('receipt_key')
        .addColumn('id', 'integer', (c) => c.primaryKey().check(sql`id = 1`))
        .addColumn('public_key', 'text', (c) => c.notNull())
        .addColumn('private_key', 'text', (c) => c.notNull())
        .addColumn('made_at', ddl.number, (c) => c.notNull())
        .execute();
      for (const trigger of ddl.forbid('receipt_key', ['update', 'delete'])) await trigger.execute(db);
    },
  };
}
