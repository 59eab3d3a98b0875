import { sql, type Kysely } from 'kysely';
import type { EngineDdl } from '../engine.ts';
import type { SchemaStep } from '../schema-step.ts';
import { addIndexes, run, unchanged } from './baseline/statements.ts';

/** Every wording of terms and privacy, and who agreed to which: kept as proof, also of an anonymised person. */
export function addConsents(ddl: EngineDdl): SchemaStep {
  return {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('text_versions')
        .addColumn('id', ddl.idType, ddl.id)
        .addColumn('page', 'text', (c) => c.notNull())
        .addColumn('number', ddl.number, (c) => c.notNull())
        .addColumn('sha256', 'text', (c) => c.notNull())
        .addColumn('text', 'text', (c) => c.notNull())
        .addColumn('recorded_at', ddl.number, (c) => c.notNull())
        .addColumn('asked_at', ddl.number)
        .addColumn('asked_by', ddl.number, (c) => c.references('accounts.id'))
        .addColumn('note', 'text')
        .execute();
      await db.schema
        .createTable('consents')
        .addColumn('id', ddl.idType, ddl.id)
        .addColumn('account_id', ddl.number, (c) => c.notNull().references('accounts.id'))
        .addColumn('page', 'text', (c) => c.notNull())
        .addColumn('version_id', ddl.number, (c) => c.notNull().references('text_versions.id'))
        .addColumn('form', 'text', (c) =>
          c.notNull().check(sql`form in ('signup', 'invitation', 'login', 'account')`),
        )
        .addColumn('given_at', ddl.number, (c) => c.notNull())
        .addColumn('withdrawn_at', ddl.number)
        .execute();
      await addIndexes(db, [
        'unique index text_versions_key on text_versions (page, number)',
        'index text_versions_asked on text_versions (asked_at)',
        'index consents_of_account on consents (account_id, page, version_id)',
        'index consents_of_version on consents (version_id)',
      ]);
      await run(db, [
        ...ddl.forbid('text_versions', ['update', 'delete']),
        ...ddl.forbidUnless(
          'text_versions',
          'update',
          `old.asked_at is null and new.asked_at is not null
           and ${unchanged('id', 'page', 'number', 'sha256', 'text', 'recorded_at')}`,
        ),
        ...ddl.forbid('consents', ['update', 'delete']),
        ...ddl.forbidUnless(
          'consents',
          'update',
          `old.withdrawn_at is null and new.withdrawn_at is not null
           and ${unchanged('id', 'account_id', 'page', 'version_id', 'form', 'given_at')}`,
        ),
      ]);
    },
  };
}
