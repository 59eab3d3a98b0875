import { sql, type Kysely } from 'kysely';
import type { EngineDdl } from '../../engine.ts';
import { addIndexes, isTask, run } from './statements.ts';

/** The tables that accounts refer to. */
export async function createCatalogue(db: Kysely<unknown>, ddl: EngineDdl): Promise<void> {
  await db.schema
    .createTable('courses')
    .addColumn('id', ddl.idType, ddl.id)
    .addColumn('name', 'text', (c) => c.notNull().unique())
    .addColumn('retired_at', ddl.number)
    .execute();
  await db.schema
    .createTable('batches')
    .addColumn('id', ddl.idType, ddl.id)
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('name_key', 'text', (c) => c.notNull().unique())
    .addColumn('course_id', ddl.number, (c) => c.notNull().references('courses.id'))
    .addColumn('starts_at', ddl.number, (c) => c.notNull())
    .addColumn('viva_deadline', ddl.number)
    .addColumn('is_open', 'integer', (c) => c.notNull().check(sql`is_open in (0, 1)`))
    .addColumn('is_default', 'integer', (c) => c.notNull().check(sql`is_default in (0, 1)`))
    .addColumn('announced_until', ddl.number)
    .addColumn('comment_first', 'integer')
    .addColumn('due_days', 'text')
    .addColumn('retired_at', ddl.number)
    .addColumn('joining', 'text')
    .execute();
  await db.schema
    .createTable('former_batch_names')
    .addColumn('name_key', 'text', (c) => c.primaryKey())
    .addColumn('batch_id', ddl.number, (c) => c.notNull().references('batches.id').onDelete('cascade'))
    .execute();
  await db.schema
    .createTable('projects')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('course_id', ddl.number, (c) => c.notNull().references('courses.id'))
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('details', 'text', (c) => c.notNull())
    .addColumn('overview', 'text', (c) => c.notNull())
    .addColumn('prerequisite_knowledge', 'text', (c) => c.notNull())
    .addColumn('job_opportunities', 'text', (c) => c.notNull())
    .addColumn('background_image', 'text', (c) => c.notNull())
    .addColumn('project_url', 'text', (c) => c.notNull())
    .addColumn('ref1', 'text', (c) => c.notNull())
    .addColumn('ref2', 'text', (c) => c.notNull())
    .addColumn('ref3', 'text', (c) => c.notNull())
    .addColumn('ref4', 'text', (c) => c.notNull())
    .addColumn('retired_at', ddl.number)
    .addColumn('seats', ddl.number)
    .addColumn('seats_taken', ddl.number, (c) => c.notNull().defaultTo(0))
    .execute();
  await db.schema
    .createTable('catalogue_files')
    .addColumn('path', 'text', (c) => c.primaryKey())
    .addColumn('content_type', 'text', (c) => c.notNull())
    .addColumn('sha256', 'text', (c) => c.notNull())
    .addColumn('body', sql.raw(ddl.bytes), (c) => c.notNull())
    .execute();
  await addIndexes(db, [
    'unique index batches_one_default on batches (is_default) where is_default = 1',
    'index batches_of_course on batches (course_id)',
    'index former_batch_names_of_batch on former_batch_names (batch_id)',
    'index batches_open on batches (name) where (is_open = 1)',
    'index projects_of_course on projects (course_id, id)',
    'index projects_by_lower_id on projects (lower(id))',
  ]);
}

/**
 * Rubrics are versions of lines, which never change and are removed only with a project that was never
 * chosen.
 */
export async function createMentorsAndRubrics(db: Kysely<unknown>, ddl: EngineDdl): Promise<void> {
  await db.schema
    .createTable('batch_mentors')
    .addColumn('id', ddl.idType, ddl.id)
    .addColumn('batch_id', ddl.number, (c) => c.notNull().references('batches.id'))
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('account_id', ddl.number, (c) => c.references('accounts.id'))
    .addUniqueConstraint('batch_mentors_name', ['batch_id', 'name'])
    .addUniqueConstraint('batch_mentors_account', ['batch_id', 'account_id'])
    .execute();
  await db.schema
    .createTable('briefs')
    .addColumn('project_id', 'text', (c) => c.notNull().references('projects.id'))
    .addColumn('task', 'text', (c) => c.notNull().check(isTask))
    .addColumn('text', 'text', (c) => c.notNull().check(sql`text <> ''`))
    .addColumn('changed_at', ddl.number, (c) => c.notNull())
    .addPrimaryKeyConstraint('briefs_key', ['project_id', 'task'])
    .execute();
  await db.schema
    .createTable('rubric_lines')
    .addColumn('id', ddl.idType, ddl.id)
    .addColumn('project_id', 'text', (c) => c.notNull().references('projects.id'))
    .addColumn('task', 'text', (c) => c.notNull().check(isTask))
    .addColumn('first_id', ddl.number, (c) => c.references('rubric_lines.id'))
    .addColumn('text', 'text', (c) => c.notNull().check(sql`text <> ''`))
    .addColumn('points', ddl.real, (c) => c.notNull().check(sql`points >= -100 and points <= 100`))
    .addColumn('is_optional', 'integer', (c) => c.notNull().check(sql`is_optional in (0, 1)`))
    .addColumn('made_by', ddl.number, (c) => c.references('accounts.id'))
    .addColumn('made_at', ddl.number, (c) => c.notNull())
    .execute();
  await db.schema
    .createTable('rubric_places')
    .addColumn('project_id', 'text', (c) => c.notNull().references('projects.id'))
    .addColumn('task', 'text', (c) => c.notNull())
    .addColumn('position', ddl.number, (c) => c.notNull())
    .addColumn('line_id', ddl.number, (c) => c.notNull().references('rubric_lines.id').unique())
    .addPrimaryKeyConstraint('rubric_places_key', ['project_id', 'task', 'position'])
    .execute();
  await db.schema
    .createTable('sample_removal')
    .addColumn('id', 'integer', (c) => c.primaryKey().check(sql`id = 1`))
    .addColumn('removed_at', ddl.number, (c) => c.notNull())
    .execute();
  await addIndexes(db, [
    'index batch_mentors_of_account on batch_mentors (account_id)',
    'index rubric_lines_of_task on rubric_lines (project_id, task, id)',
  ]);
  await run(db, [
    ...ddl.forbid('rubric_lines', ['update', 'delete']),
    ...ddl.forbidUnless(
      'rubric_lines',
      'delete',
      `not exists (select 1 from selections s where s.project_id = old.project_id)
       and not exists (select 1 from former_selections f where f.project_id = old.project_id)`,
    ),
  ]);
}
