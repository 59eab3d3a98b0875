import type { Kysely } from 'kysely';
import type { EngineDdl } from '../engine.ts';
import type { SchemaStep } from '../schema-step.ts';

/** Since when a mentor has a private question; null where it was taken before this step. */
export function addQuestionTakers(ddl: EngineDdl): SchemaStep {
  return {
    async up(db: Kysely<unknown>) {
      await db.schema.alterTable('private_questions').addColumn('taken_at', ddl.number).execute();
    },
  };
}
