import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { EngineDdl } from '../engine.ts';

/** Uploads that can be taken up again, and which of them a version's file came by. */
export function createUploads(ddl: EngineDdl): Migration {
  return {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('uploads')
        .addColumn('id', 'text', (c) => c.primaryKey())
        .addColumn('account_id', ddl.number, (c) => c.notNull().references('accounts.id'))
        .addColumn('task', 'text', (c) => c.notNull())
        .addColumn('name', 'text', (c) => c.notNull())
        .addColumn('bytes', ddl.number, (c) => c.notNull())
        .addColumn('begun_at', ddl.number, (c) => c.notNull())
        .addColumn('expires_at', ddl.number, (c) => c.notNull())
        .execute();
      await db.schema
        .createIndex('uploads_of_account')
        .on('uploads')
        .columns(['account_id', 'begun_at'])
        .execute();
      await db.schema.createIndex('uploads_expiry').on('uploads').column('expires_at').execute();
      await db.schema.alterTable('submissions').addColumn('upload_id', 'text').execute();
    },
  };
}
