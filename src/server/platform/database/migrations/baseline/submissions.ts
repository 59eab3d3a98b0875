import { sql, type Kysely } from 'kysely';
import type { EngineDdl } from '../../engine.ts';
import { addIndexes, erasedText, isErasing, isTask, run, unchanged } from './statements.ts';

/** Public keys stay, since receipts need them; only the newest has a private half. */
async function createReceiptKeys(db: Kysely<unknown>, ddl: EngineDdl): Promise<void> {
  await db.schema
    .createTable('receipt_key')
    .addColumn('id', 'integer', (c) => c.primaryKey().check(sql`id = 1`))
    .addColumn('public_key', 'text', (c) => c.notNull())
    .addColumn('private_key', 'text', (c) => c.notNull())
    .addColumn('made_at', ddl.number, (c) => c.notNull())
    .execute();
  await db.schema
    .createTable('receipt_keys')
    .addColumn('id', ddl.idType, ddl.id)
    .addColumn('public_key', 'text', (c) => c.notNull().unique())
    .addColumn('made_at', ddl.number, (c) => c.notNull())
    .execute();
  await db.schema
    .createTable('receipt_private_keys')
    .addColumn('public_key', 'text', (c) => c.primaryKey().references('receipt_keys.public_key'))
    .addColumn('private_key', 'text', (c) => c.notNull())
    .addColumn('is_sealed', 'integer', (c) => c.notNull())
    .execute();
  await run(db, [
    ...ddl.forbid('receipt_key', ['update', 'delete']),
    ...ddl.forbid('receipt_keys', ['update', 'delete']),
  ]);
  // The private half may be removed.
  const isPostgres = ddl.idType === 'bigint';
  await run(db, [
    sql.raw(`drop trigger receipt_key_no_update${isPostgres ? ' on receipt_key' : ''}`),
    sql.raw(
      `create trigger receipt_key_no_update before update of id, public_key, made_at on receipt_key ${
        isPostgres
          ? 'for each row execute function receipt_key_no_update()'
          : "begin select raise(abort, 'receipt_key: update is forbidden'); end"
      }`,
    ),
  ]);
}

/** Rows never change or go; only anonymisation erases their content. */
export async function createSubmissions(db: Kysely<unknown>, ddl: EngineDdl): Promise<void> {
  await db.schema
    .createTable('submissions')
    .addColumn('id', ddl.idType, ddl.id)
    .addColumn('account_id', ddl.number, (c) => c.notNull().references('accounts.id'))
    .addColumn('task', 'text', (c) => c.notNull().check(isTask))
    .addColumn('version', 'integer', (c) => c.notNull().check(sql`version > 0`))
    .addColumn('number', 'text', (c) => c.notNull().unique())
    .addColumn('submitted_at', ddl.number, (c) => c.notNull())
    .addColumn('late', 'integer', (c) => c.notNull().check(sql`late in (0, 1)`))
    .addColumn('links', 'text', (c) => c.notNull())
    .addColumn('comments', 'text', (c) => c.notNull())
    .addColumn('file_id', 'text', (c) => c.unique())
    .addColumn('file_name', 'text')
    .addColumn('file_bytes', ddl.number, (c) => c.check(sql`file_bytes > 0`))
    .addColumn('file_sha256', 'text', (c) => c.check(sql`length(file_sha256) = 64`))
    .addColumn('idempotency_key', 'text')
    .addColumn('upload_id', 'text')
    .addColumn('due_at', ddl.number)
    .addColumn('erased_at', ddl.number)
    .addUniqueConstraint('submissions_version', ['account_id', 'task', 'version'])
    .addUniqueConstraint('submissions_idempotency', ['account_id', 'task', 'idempotency_key'])
    .addCheckConstraint(
      'submissions_file_whole',
      sql`(file_id is null) = (file_name is null) and (file_id is null) = (file_bytes is null) and (file_id is null) = (file_sha256 is null)`,
    )
    .addCheckConstraint('submissions_not_empty', sql`links <> '' or comments <> '' or file_id is not null`)
    .execute();
  await db.schema
    .createTable('uploads')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('account_id', ddl.number, (c) => c.notNull().references('accounts.id'))
    .addColumn('task', 'text', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('bytes', ddl.number, (c) => c.notNull())
    .addColumn('begun_at', ddl.number, (c) => c.notNull())
    .addColumn('expires_at', ddl.number, (c) => c.notNull())
    .addColumn('arrived_bytes', ddl.number)
    .addColumn('hash_state', 'text')
    .addColumn('sha256', 'text')
    .addColumn('place', 'text')
    .addColumn('lease', 'text')
    .addColumn('lease_wanted', 'integer')
    .addColumn('fence', 'integer')
    .execute();
  await db.schema
    .createTable('idempotency_locks')
    .addColumn('account_id', ddl.number, (c) => c.notNull().references('accounts.id'))
    .addColumn('task', 'text', (c) => c.notNull())
    .addColumn('idempotency_key', 'text', (c) => c.notNull())
    .addColumn('expires_at', ddl.number, (c) => c.notNull())
    .addPrimaryKeyConstraint('idempotency_locks_key', ['account_id', 'task', 'idempotency_key'])
    .execute();
  await db.schema
    .createTable('extensions')
    .addColumn('id', ddl.idType, ddl.id)
    .addColumn('account_id', ddl.number, (c) => c.notNull().references('accounts.id'))
    .addColumn('task', 'text', (c) => c.notNull().check(isTask))
    .addColumn('due_at', ddl.number, (c) => c.notNull())
    .addColumn('due_before', ddl.number, (c) => c.notNull())
    .addColumn('outage_from', ddl.number)
    .addColumn('outage_to', ddl.number)
    .addColumn('reason', 'text', (c) => c.notNull().check(sql`reason <> ''`))
    .addColumn('granted_by', ddl.number, (c) => c.notNull().references('accounts.id'))
    .addColumn('granted_at', ddl.number, (c) => c.notNull())
    .execute();
  // Newest per task: a student's dates are one row.
  await db.schema
    .createTable('student_extensions')
    .addColumn('account_id', ddl.number, (c) => c.primaryKey().references('accounts.id').onDelete('cascade'))
    .addColumn('newest', 'text', (c) => c.notNull())
    .execute();
  await addIndexes(db, [
    'index submissions_newest on submissions (account_id, id)',
    // Or PostgreSQL reads everybody's submissions for a student's newest.
    'index submissions_when on submissions (account_id, submitted_at)',
    // Who else has these bytes, asked before a person's file is removed.
    'index submissions_of_bytes on submissions (file_sha256) where (erased_at is null and file_sha256 is not null)',
    'index uploads_of_account on uploads (account_id, begun_at)',
    'index uploads_expiry on uploads (expires_at)',
    'index extensions_of_student on extensions (account_id, task, id)',
  ]);
  await run(db, [
    ...ddl.forbid('submissions', ['update', 'delete']),
    ...ddl.forbid('extensions', ['update', 'delete']),
    ...ddl.forbidUnless(
      'submissions',
      'update',
      `${isErasing('old.account_id')} and ${unchanged('id', 'account_id', 'task', 'version', 'number', 'submitted_at', 'late', 'file_id', 'file_bytes', 'file_sha256', 'due_at')}
       and new.links = '' and new.comments = ${erasedText} and new.idempotency_key is null and new.upload_id is null
       and new.file_name is not distinct from (case when old.file_name is null then null else 'removed' end) and new.erased_at is not null`,
    ),
    ...ddl.forbidUnless(
      'extensions',
      'update',
      `${isErasing('old.account_id')} and new.reason = ${erasedText}
       and ${unchanged('id', 'account_id', 'task', 'due_at', 'due_before', 'outage_from', 'outage_to', 'granted_by', 'granted_at')}`,
    ),
  ]);
  await createReceiptKeys(db, ddl);
}
