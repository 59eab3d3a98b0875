import { sql, type Kysely } from 'kysely';
import type { EngineDdl } from '../engine.ts';
import type { SchemaStep } from '../schema-step.ts';

/** Phrases of all mentors of a batch, or of a project; who changed them last, and when. */
export function addSharedPhrases(ddl: EngineDdl): SchemaStep {
  return {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('shared_phrases')
        .addColumn('id', ddl.idType, ddl.id)
        .addColumn('batch_id', ddl.number, (c) => c.references('batches.id').onDelete('cascade'))
        .addColumn('project_id', 'text', (c) => c.references('projects.id').onDelete('cascade'))
        .addColumn('name', 'text', (c) => c.notNull().check(sql`name <> ''`))
        .addColumn('text', 'text', (c) => c.notNull().check(sql`text <> ''`))
        .addColumn('changed_by', ddl.number, (c) => c.references('accounts.id').onDelete('set null'))
        .addColumn('changed_at', ddl.number, (c) => c.notNull())
        .addUniqueConstraint('shared_phrases_of_batch', ['batch_id', 'name'])
        .addUniqueConstraint('shared_phrases_of_project', ['project_id', 'name'])
        .addCheckConstraint(
          'shared_phrases_have_one_place',
          sql`(batch_id is null and project_id is not null) or (batch_id is not null and project_id is null)`,
        )
        .execute();
    },
  };
}
