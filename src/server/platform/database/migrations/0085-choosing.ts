import type { Kysely } from 'kysely';
import type { EngineDdl } from '../engine.ts';
import type { SchemaStep } from '../schema-step.ts';

/** When a batch's students may choose a project, and which one each would like. */
export function addChoosing(ddl: EngineDdl): SchemaStep {
  return {
    async up(db: Kysely<unknown>) {
      for (const name of ['choose_from', 'choose_until'])
        await db.schema.alterTable('batches').addColumn(name, ddl.number).execute();
      await db.schema.alterTable('accounts').addColumn('preferred_project', 'text').execute();
    },
  };
}
