import type { Kysely } from 'kysely';
import type { EngineDdl } from '../engine.ts';
import type { SchemaStep } from '../schema-step.ts';

/** Alarms that stay on until an operator acknowledges them; each machine has its own in a file as well. */
export function addAlarms(ddl: EngineDdl): SchemaStep {
  return {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('alarms')
        .addColumn('id', 'text', (c) => c.primaryKey())
        .addColumn('kind', 'text', (c) => c.notNull())
        .addColumn('facts', 'text', (c) => c.notNull())
        .addColumn('found_at', ddl.number, (c) => c.notNull())
        .addColumn('acknowledged_at', ddl.number)
        .execute();
    },
  };
}
