import { expressionBuilder, sql } from 'kysely';
import { coursesAs } from '../courses/queries.ts';
import { compiledQuery } from '../platform/database/compiled-query.ts';
import type { Reader, Writer } from '../platform/database/database.ts';
import type { Tables } from '../platform/database/schema.ts';

const tables = expressionBuilder<Tables>();

/** The columns of projects that other capabilities may join, under an alias of their own. */
export const projectsAs = <Alias extends string>(alias: Alias) =>
  tables.selectFrom('projects').select(['id', 'name', 'course_id']).as(alias);

/** Whether a project's id is a given one without regard to case, which people type as it comes; along an index. */
const hasId = (id: string) => sql<boolean>`lower(projects.id) = lower(${id})`;
/** Orders the project of exactly this id first: ids may differ in case only. */
const exactFirst = (id: string) => sql`case when projects.id = ${id} then 0 else 1 end`;

/** A project's own id and course, by an id without regard to case; undefined without such a project. */
export async function courseOfProject(
  database: Reader,
  id: string,
): Promise<{ id: string; courseId: number } | undefined> {
  return database
    .selectFrom('projects')
    .where(hasId(id))
    .orderBy(exactFirst(id))
    .limit(1)
    .select(['id', 'course_id as courseId'])
    .executeTakeFirst();
}

/** Keeps other changes of what belongs to a project waiting until the transaction ends. */
export async function lockProject(writer: Writer, id: string): Promise<void> {
  await writer
    .updateTable('projects')
    .set((project) => ({ name: project.ref('name') }))
    .where('id', '=', id)
    .execute();
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

/** The project of an id without regard to case, the exact one first. */
export const projectById = compiledQuery((db, p: { id: string }) =>
  db
    .selectFrom('projects')
    .innerJoin(coursesAs('course'), 'course.id', 'projects.course_id')
    .where(hasId(p.id))
    .orderBy(exactFirst(p.id))
    .limit(1)
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

/** The references of the project of an id without regard to case, the exact one first. */
export const referencesOfProject = compiledQuery((db, p: { id: string }) =>
  db
    .selectFrom('projects')
    .where(hasId(p.id))
    .orderBy(exactFirst(p.id))
    .limit(1)
    .select(['id', 'name', 'ref1', 'ref2', 'ref3', 'ref4']),
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
