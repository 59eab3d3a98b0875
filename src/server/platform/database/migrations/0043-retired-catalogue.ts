import type { Kysely } from 'kysely';
import type { EngineDdl } from '../engine.ts';
import type { SchemaStep } from '../schema-step.ts';

/**
 * Courses, batches and projects that are not offered any more, and stay for those who chose them or live in them. What nobody
 * ever chose may be removed, its rubric's lines with it.
 */
export function retireCatalogue(ddl: EngineDdl): SchemaStep {
  return {
    async up(db: Kysely<unknown>) {
      for (const table of ['courses', 'batches', 'projects'])
        await db.schema.alterTable(table).addColumn('retired_at', ddl.number).execute();
      for (const trigger of ddl.forbidUnless(
        'rubric_lines',
        'delete',
        `not exists (select 1 from selections s where s.project_id = old.project_id)
          and not exists (select 1 from former_selections f where f.project_id = old.project_id)`,
      ))
        await trigger.execute(db);
    },
  };
}
