import type { Kysely } from 'kysely';
import type { EngineDdl } from '../engine.ts';
import type { SchemaStep } from '../schema-step.ts';

/** Which backups were made, and when one was last restored for trial. */
export function createBackups(ddl: EngineDdl): SchemaStep {
  return {
    async up(db: Kysely<unknown>) {
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
    },
  };
}
