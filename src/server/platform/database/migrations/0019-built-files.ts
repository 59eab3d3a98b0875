import { sql, type Kysely } from 'kysely';
import type { EngineDdl } from '../engine.ts';
import type { SchemaStep } from '../schema-step.ts';

/** The files of the web's builds, so that each machine serves those of every version that is or was in use. */
export function createBuiltFiles(ddl: EngineDdl): SchemaStep {
  return {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('built_files')
        .addColumn('path', 'text', (c) => c.primaryKey())
        .addColumn('content_type', 'text', (c) => c.notNull())
        .addColumn('encoding', 'text', (c) => c.notNull())
        .addColumn('body', sql.raw(ddl.bytes), (c) => c.notNull())
        .addColumn('used_at', ddl.number, (c) => c.notNull())
        .execute();
    },
  };
}
