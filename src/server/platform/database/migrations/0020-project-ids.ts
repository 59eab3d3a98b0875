import type { Kysely } from 'kysely';
import type { EngineDdl } from '../engine.ts';
import type { SchemaStep } from '../schema-step.ts';

/** Finds a project by an id without regard to case. */
export function indexProjectIds(ddl: EngineDdl): SchemaStep {
  return {
    outsideTransaction: true,
    async up(db: Kysely<unknown>) {
      for (const statement of ddl.addIndex('projects_by_lower_id', 'projects', 'lower(id)')) {
        await statement.execute(db);
      }
    },
  };
}
