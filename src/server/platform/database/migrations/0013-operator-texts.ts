import type { Kysely } from 'kysely';
import type { EngineDdl } from '../engine.ts';
import type { SchemaStep } from '../schema-step.ts';

/** The operator's words for terms and privacy, the same on all machines. */
export function createOperatorTexts(ddl: EngineDdl): SchemaStep {
  return {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('operator_texts')
        .addColumn('page', 'text', (c) => c.primaryKey())
        .addColumn('text', 'text', (c) => c.notNull())
        .addColumn('sha256', 'text', (c) => c.notNull())
        .addColumn('changed_at', ddl.number, (c) => c.notNull())
        .execute();
    },
  };
}
