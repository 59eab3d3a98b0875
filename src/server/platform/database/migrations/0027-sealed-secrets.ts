import { sql, type Kysely } from 'kysely';
import type { EngineDdl } from '../engine.ts';
import type { SchemaStep } from '../schema-step.ts';

/**
 * Room for secrets that are sealed with a key from outside of the database: the words of mails with one-time links, and the
 * private halves of the keys that sign receipts. Of these keys there may be several: the public halves stay for ever, since
 * receipts out there stand on them; only the newest has a private half. `receipt_key` is what versions before this one
 * know; its private half may be taken away.
 */
export function createSealedSecrets(ddl: EngineDdl): SchemaStep {
  return {
    allow: {
      'rows-of-a-table-in-use':
        'It only reads the table of the one key, and writes one short row into each new one.',
    },
    async up(db: Kysely<unknown>) {
      await db.schema.alterTable('outbox').addColumn('sealed', 'text').execute();
      await db.schema
        .createTable('receipt_keys')
        .addColumn('id', ddl.idType, ddl.id)
        .addColumn('public_key', 'text', (c) => c.notNull().unique())
        .addColumn('made_at', ddl.number, (c) => c.notNull())
        .execute();
      for (const trigger of ddl.forbid('receipt_keys', ['update', 'delete'])) await trigger.execute(db);
      await db.schema
        .createTable('receipt_private_keys')
        .addColumn('public_key', 'text', (c) => c.primaryKey().references('receipt_keys.public_key'))
        .addColumn('private_key', 'text', (c) => c.notNull())
        .addColumn('is_sealed', 'integer', (c) => c.notNull())
        .execute();
      await sql`insert into receipt_keys (public_key, made_at) select public_key, made_at from receipt_key`.execute(
        db,
      );
      await sql`insert into receipt_private_keys (public_key, private_key, is_sealed)
        select public_key, private_key, 0 from receipt_key`.execute(db);
      const isPostgres = ddl.idType === 'bigint';
      await sql.raw(`drop trigger receipt_key_no_update${isPostgres ? ' on receipt_key' : ''}`).execute(db);
      await sql
        .raw(
          `create trigger receipt_key_no_update before update of id, public_key, made_at on receipt_key ${
            isPostgres
              ? 'for each row execute function receipt_key_no_update()'
              : "begin select raise(abort, 'receipt_key: update is forbidden'); end"
          }`,
        )
        .execute(db);
    },
  };
}
