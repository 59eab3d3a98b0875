import type { Kysely } from 'kysely';
import type { EngineDdl } from '../engine.ts';
import type { SchemaStep } from '../schema-step.ts';

/** Whether a question stands without its author's name for classmates, and with it what its author says below it. */
export function addAnonymousPosts(ddl: EngineDdl): SchemaStep {
  return {
    async up(db: Kysely<unknown>) {
      for (const table of ['questions', 'comments'])
        await db.schema
          .alterTable(table)
          .addColumn('is_anonymous', ddl.number, (c) => c.notNull().defaultTo(0))
          .execute();
    },
  };
}
