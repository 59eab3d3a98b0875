import type { Kysely } from 'kysely';
import type { EngineDdl } from '../engine.ts';
import type { SchemaStep } from '../schema-step.ts';

/** Always null. On PostgreSQL a backup by 1.0.0 reads the last `id` of each table that numbers its rows, and failed here. */
export function letFirstVersionBackUp(ddl: EngineDdl): SchemaStep {
  return {
    up: (db: Kysely<unknown>) =>
      db.schema.alterTable('journal_changes').addColumn('id', ddl.number).execute(),
  };
}
