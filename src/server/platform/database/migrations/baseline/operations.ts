import { sql, type Kysely } from 'kysely';
import type { EngineDdl } from '../../engine.ts';
import { addIndexes } from './statements.ts';

export async function createOperations(db: Kysely<unknown>, ddl: EngineDdl): Promise<void> {
  await db.schema
    .createTable('jobs')
    .addColumn('id', ddl.idType, ddl.id)
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('key', 'text')
    .addColumn('payload', 'text', (c) => c.notNull())
    .addColumn('created_at', ddl.number, (c) => c.notNull())
    .addColumn('wanted_at', ddl.number, (c) => c.notNull())
    .addColumn('due_at', ddl.number, (c) => c.notNull())
    .addColumn('is_running', 'integer', (c) =>
      c
        .notNull()
        .defaultTo(0)
        .check(sql`is_running in (0, 1)`),
    )
    .addColumn('wanted_again_at', ddl.number)
    .addColumn('attempts', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('failed_at', ddl.number)
    .addColumn('last_error', 'text')
    .addUniqueConstraint('jobs_once', ['kind', 'key'])
    .execute();
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
    .createTable('built_files')
    .addColumn('path', 'text', (c) => c.primaryKey())
    .addColumn('content_type', 'text', (c) => c.notNull())
    .addColumn('encoding', 'text', (c) => c.notNull())
    .addColumn('body', sql.raw(ddl.bytes), (c) => c.notNull())
    .addColumn('used_at', ddl.number, (c) => c.notNull())
    .execute();
  await db.schema
    .createTable('operator_texts')
    .addColumn('page', 'text', (c) => c.primaryKey())
    .addColumn('text', 'text', (c) => c.notNull())
    .addColumn('sha256', 'text', (c) => c.notNull())
    .addColumn('changed_at', ddl.number, (c) => c.notNull())
    .execute();
  await db.schema
    .createTable('backups')
    .addColumn('id', ddl.idType, ddl.id)
    .addColumn('made_at', ddl.number, (c) => c.notNull())
    .addColumn('place', 'text', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('rows', ddl.number, (c) => c.notNull())
    .addColumn('files', ddl.number, (c) => c.notNull())
    .addColumn('bytes', ddl.number, (c) => c.notNull())
    .addColumn('copied_files', ddl.number, (c) => c.notNull())
    .addColumn('faults', ddl.number, (c) => c.notNull())
    .addColumn('took_ms', ddl.number, (c) => c.notNull())
    .addColumn('rehearsed_at', ddl.number)
    .addColumn('removed_at', ddl.number)
    .execute();
  await addIndexes(db, [
    'index jobs_due on jobs (due_at) where failed_at is null',
    'index jobs_failed on jobs (failed_at) where failed_at is not null',
    'index idempotency_keys_by_time on idempotency_keys (created_at)',
  ]);
}
