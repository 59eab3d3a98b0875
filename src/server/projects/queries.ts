import { expressionBuilder } from 'kysely';
import { coursesAs } from '../courses/queries.ts';
import { compiledQuery } from '../platform/database/compiled-query.ts';
import type { Reader } from '../platform/database/database.ts';
import type { Tables } from '../platform/database/schema.ts';

const tables = expressionBuilder<Tables>();

/** The columns of projects that other capabilities may join, under an alias of their own. */
export const projectsAs = <Alias extends string>(alias: Alias) =>
  tables.selectFrom('projects').select(['id', 'name', 'course_id']).as(alias);

/** Which course a project belongs to; undefined without such a project. */
export async function courseOfProject(
  database: Reader,
  id: string,
): Promise<{ courseId: number } | undefined> {
  return database
    .selectFrom('projects')
    .where('id', '=', id)
    .select('course_id as courseId')
    .executeTakeFirst();
}

export const projectsOfCourse = compiledQuery((db, p: { course: string }) =>
  db
    .selectFrom('projects')
    .innerJoin(coursesAs('course'), 'course.id', 'projects.course_id')
    .where('course.name', '=', p.course)
    .orderBy('projects.id')
    .select([
      'projects.id',
      'projects.name',
      'course.name as course',
      'projects.details',
      'projects.background_image as backgroundImage',
    ]),
);

export const projectById = compiledQuery((db, p: { id: string }) =>
  db
    .selectFrom('projects')
    .innerJoin(coursesAs('course'), 'course.id', 'projects.course_id')
    .where('projects.id', '=', p.id)
    .select([
      'projects.id',
      'projects.name',
      'course.name as course',
      'projects.details',
      'projects.overview',
      'projects.prerequisite_knowledge as prerequisiteKnowledge',
      'projects.job_opportunities as jobOpportunities',
      'projects.background_image as backgroundImage',
      'projects.project_url as projectUrl',
    ]),
);

export const referencesOfProject = compiledQuery((db, p: { id: string }) =>
  db.selectFrom('projects').where('id', '=', p.id).select(['id', 'name', 'ref1', 'ref2', 'ref3', 'ref4']),
);

/** Every project, course by course. */
export const allProjects = compiledQuery((db) =>
  db
    .selectFrom('projects')
    .innerJoin(coursesAs('course'), 'course.id', 'projects.course_id')
    .orderBy('course.id')
    .orderBy('projects.id')
    .select([
      'projects.id',
      'projects.name',
      'course.name as course',
      'projects.details',
      'projects.background_image as backgroundImage',
    ]),
);

/** What a file of the catalogue is, without its bytes. */
export const catalogueFileByPath = compiledQuery((db, p: { path: string }) =>
  db
    .selectFrom('catalogue_files')
    .where('path', '=', p.path)
    .select(['content_type as contentType', 'sha256']),
);

/** A file's bytes, if they are still those of the hash. */
export const bytesOfCatalogueFile = compiledQuery((db, p: { path: string; sha256: string }) =>
  db.selectFrom('catalogue_files').where('path', '=', p.path).where('sha256', '=', p.sha256).select('body'),
);
