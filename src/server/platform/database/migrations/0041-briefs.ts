import { sql, type Kysely } from 'kysely';
import type { EngineDdl } from '../engine.ts';
import type { SchemaStep } from '../schema-step.ts';

/** What a project asks for in each task, in Markdown. */
export function createBriefs(ddl: EngineDdl): SchemaStep {
  return {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('briefs')
        .addColumn('project_id', 'text', (c) => c.notNull().references('projects.id'))
        .addColumn('task', 'text', (c) =>
          c.notNull().check(sql`task in ('week-1', 'week-2', 'week-3', 'week-4', 'final', 'viva')`),
        )
        .addColumn('text', 'text', (c) => c.notNull().check(sql`text <> ''`))
        .addColumn('changed_at', ddl.number, (c) => c.notNull())
        .addPrimaryKeyConstraint('briefs_key', ['project_id', 'task'])
        .execute();
    },
  };
}
