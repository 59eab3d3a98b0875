import type { Kysely } from 'kysely';
import type { EngineDdl } from '../engine.ts';
import type { SchemaStep } from '../schema-step.ts';

/** What was known of a person when the dry run said that a row would change it: the import replaces that, and nothing newer. */
export function addIntakeKnown(_ddl: EngineDdl): SchemaStep {
  return {
    async up(db: Kysely<unknown>) {
      await db.schema.alterTable('intake_people').addColumn('known', 'text').execute();
    },
  };
}
