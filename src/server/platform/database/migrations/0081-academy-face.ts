import { sql, type Kysely } from 'kysely';
import type { EngineDdl } from '../engine.ts';
import type { SchemaStep } from '../schema-step.ts';

/** The table has one row or none. */
export function addAcademyAppearance(ddl: EngineDdl): SchemaStep {
  return {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('academy_face')
        .addColumn('id', ddl.number, (c) => c.primaryKey().check(sql`id = 1`))
        .addColumn('words', 'text', (c) => c.notNull())
        .addColumn('logo_light', 'text')
        .addColumn('logo_dark', 'text')
        .addColumn('changed_at', ddl.number, (c) => c.notNull())
        .execute();
    },
  };
}
