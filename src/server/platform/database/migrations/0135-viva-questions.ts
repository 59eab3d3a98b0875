import { sql, type Kysely } from 'kysely';
import type { EngineDdl } from '../engine.ts';
import type { SchemaStep } from '../schema-step.ts';

/** What a project's viva may ask, by part. A version without these removes a project with them. */
export function addVivaQuestions(ddl: EngineDdl): SchemaStep {
  return {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('viva_questions')
        .addColumn('project_id', 'text', (c) => c.notNull().references('projects.id').onDelete('cascade'))
        .addColumn('part', 'text', (c) =>
          c.notNull().check(
            sql`part in ('introduction', 'methodology', 'findings', 'challenges', 'qa', 'conclusion',
              'samples', 'bring')`,
          ),
        )
        .addColumn('text', 'text', (c) => c.notNull())
        .addColumn('changed_at', ddl.number, (c) => c.notNull())
        .addPrimaryKeyConstraint('viva_questions_key', ['project_id', 'part'])
        .execute();
    },
  };
}
