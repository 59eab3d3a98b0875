import { compiledQuery } from '../platform/database/compiled-query.ts';

export const projectsOfCourse = compiledQuery((db, p: { course: string }) =>
  db
    .selectFrom('projects')
    .innerJoin('courses', 'courses.id', 'projects.course_id')
    .where('courses.name', '=', p.course)
    .orderBy('projects.id')
    .select([
      'projects.id',
      'projects.name',
      'courses.name as course',
      'projects.details',
      'projects.background_image as backgroundImage',
    ]),
);

export const projectById = compiledQuery((db, p: { id: string }) =>
  db
    .selectFrom('projects')
    .innerJoin('courses', 'courses.id', 'projects.course_id')
    .where('projects.id', '=', p.id)
    .select([
      'projects.id',
      'projects.name',
      'courses.name as course',
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
    .innerJoin('courses', 'courses.id', 'projects.course_id')
    .orderBy('courses.id')
    .orderBy('projects.id')
    .select([
      'projects.id',
      'projects.name',
      'courses.name as course',
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
