import { sql, type Kysely } from 'kysely';
import type { EngineDdl } from '../engine.ts';
import type { SchemaStep } from '../schema-step.ts';

/**
 * Rubrics: versions of lines, which never change, where the standing ones stand, and by which of them a mark was given; how a
 * mark's words are written; phrases of staff.
 */
export function createRubrics(ddl: EngineDdl): SchemaStep {
  return {
    async up(db: Kysely<unknown>) {
      const { schema } = db;
      await schema
        .createTable('rubric_lines')
        .addColumn('id', ddl.idType, ddl.id)
        .addColumn('project_id', 'text', (c) => c.notNull().references('projects.id'))
        .addColumn('task', 'text', (c) =>
          c.notNull().check(sql`task in ('week-1', 'week-2', 'week-3', 'week-4', 'final', 'viva')`),
        )
        .addColumn('first_id', ddl.number, (c) => c.references('rubric_lines.id'))
        .addColumn('text', 'text', (c) => c.notNull().check(sql`text <> ''`))
        .addColumn('points', ddl.real, (c) => c.notNull().check(sql`points >= -100 and points <= 100`))
        .addColumn('is_optional', 'integer', (c) => c.notNull().check(sql`is_optional in (0, 1)`))
        .addColumn('made_by', ddl.number, (c) => c.references('accounts.id'))
        .addColumn('made_at', ddl.number, (c) => c.notNull())
        .execute();
      await schema
        .createIndex('rubric_lines_of_task')
        .on('rubric_lines')
        .columns(['project_id', 'task', 'id'])
        .execute();
      for (const trigger of ddl.forbid('rubric_lines', ['update', 'delete'])) await trigger.execute(db);

      await schema
        .createTable('rubric_places')
        .addColumn('project_id', 'text', (c) => c.notNull().references('projects.id'))
        .addColumn('task', 'text', (c) => c.notNull())
        .addColumn('position', ddl.number, (c) => c.notNull())
        .addColumn('line_id', ddl.number, (c) => c.notNull().unique().references('rubric_lines.id'))
        .addPrimaryKeyConstraint('rubric_places_key', ['project_id', 'task', 'position'])
        .execute();

      await schema
        .createTable('mark_rubric_lines')
        .addColumn('line_id', ddl.number, (c) => c.notNull().references('rubric_lines.id'))
        .addColumn('submission_id', ddl.number, (c) => c.notNull().references('marks.submission_id'))
        .addPrimaryKeyConstraint('mark_rubric_lines_key', ['line_id', 'submission_id'])
        .execute();
      await schema
        .createIndex('mark_rubric_lines_of_mark')
        .on('mark_rubric_lines')
        .column('submission_id')
        .execute();

      await schema.alterTable('marks').addColumn('format', 'text').execute();
      await schema.alterTable('marks').addColumn('rubric', 'text').execute();
      await schema.alterTable('marks').addColumn('overrule_reason', 'text').execute();

      await schema
        .createTable('staff_phrases')
        .addColumn('id', ddl.idType, ddl.id)
        .addColumn('account_id', ddl.number, (c) => c.notNull().references('accounts.id').onDelete('cascade'))
        .addColumn('name', 'text', (c) => c.notNull())
        .addColumn('text', 'text', (c) => c.notNull())
        .addUniqueConstraint('staff_phrases_of_account', ['account_id', 'name'])
        .execute();
    },
  };
}
