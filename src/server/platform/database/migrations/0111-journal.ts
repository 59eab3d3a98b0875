import { sql, type Kysely } from 'kysely';
import type { EngineDdl } from '../engine.ts';
import type { SchemaStep } from '../schema-step.ts';

/** Which rows changed since they were last copied to the place of the backups, and how far the copy is. */
export function addJournal(ddl: EngineDdl): SchemaStep {
  return {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('journal_changes')
        .addColumn('seq', ddl.idType, ddl.id)
        .addColumn('table_name', 'text', (c) => c.notNull())
        .addColumn('row_key', 'text', (c) => c.notNull())
        .addUniqueConstraint('journal_changes_once', ['table_name', 'row_key'])
        .execute();
      await db.schema
        .createTable('journal')
        .addColumn('id', ddl.number, (c) => c.primaryKey().check(sql`id = 1`))
        .addColumn('line', 'text', (c) => c.notNull())
        .addColumn('number', ddl.number, (c) => c.notNull())
        .addColumn('place', 'text', (c) => c.notNull())
        .addColumn('schema', 'text', (c) => c.notNull())
        .addColumn('begun_at', ddl.number, (c) => c.notNull())
        .addColumn('base', 'text')
        .addColumn('head', ddl.number, (c) => c.notNull())
        .addColumn('head_sha256', 'text', (c) => c.notNull())
        .addColumn('bytes', ddl.number, (c) => c.notNull())
        .addColumn('copied_at', ddl.number)
        .addColumn('displaced_at', ddl.number)
        .addColumn('holder', 'text')
        .addColumn('held_until', ddl.number, (c) => c.notNull().defaultTo(0))
        .execute();
    },
  };
}
