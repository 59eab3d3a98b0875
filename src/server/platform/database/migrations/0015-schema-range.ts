import { sql, type Kysely } from 'kysely';
import type { EngineDdl } from '../engine.ts';
import type { SchemaStep } from '../schema-step.ts';

/** The oldest version of the portal that may run on this schema, by the number of the newest step that it knows. */
export function createSchemaRange(ddl: EngineDdl): SchemaStep {
  return {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('schema_range')
        .addColumn('id', ddl.number, (c) => c.primaryKey().check(sql`id = 1`))
        .addColumn('oldest_program', ddl.number, (c) => c.notNull())
        .execute();
      // Versions before this one do not know the table, and never start on a newer schema.
      await sql`insert into schema_range (id, oldest_program) values (1, 15)`.execute(db);
    },
  };
}
