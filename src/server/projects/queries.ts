import { expressionBuilder, sql } from 'kysely';
import { excerpt } from '#contract/excerpt';
import type { ProjectCard } from '#contract/projects/calls';
import { coursesAs, offeredCoursesAs } from '../courses/course-queries.ts';
import { compiledQuery } from '../platform/database/compiled-query.ts';
import type { Reader, Writer, Database } from '../platform/database/database.ts';
import { announce } from '../platform/database/announce.ts';
import { isForeignKeyViolation } from '../platform/database/database-errors.ts';
import { httpErrors } from '../platform/http/http-errors.ts';
import type { Tables } from '../platform/database/schema.ts';

/** Offered projects, by course and id. */
export async function listCatalogue(database: Database): Promise<ProjectCard[]> {
  const rows = await everyOfferedProject(database.reader, {});
  return rows.map((row) => ({ ...row, details: excerpt(row.details) }));
}

const tables = expressionBuilder<Tables>();

/** For joins in other rooms. */
export const projectsAs = <Alias extends string>(alias: Alias) =>
  tables.selectFrom('projects').select(['id', 'name', 'course_id']).as(alias);

/** The same rule as `isReady` of the contract. */
const hasDetails = sql<boolean>`projects.details <> ''`;

/** Those that may be chosen. */
export const offeredProjectsAs = <Alias extends string>(alias: Alias) =>
  tables
    .selectFrom('projects')
    .where('retired_at', 'is', null)
    .where(hasDetails)
    .select(['id', 'name', 'course_id'])
    .as(alias);

/** `incomplete` has no details yet. */
export type Offer = 'offered' | 'incomplete' | 'archived';
const offer = sql<Offer>`case
  when projects.retired_at is not null then 'archived'
  when ${hasDetails} then 'offered'
  else 'incomplete'
end`.as('offer');

/** Regardless of case, by an index. */
const hasId = (id: string) => sql<boolean>`lower(projects.id) = lower(${id})`;
/** Ids may differ only in case. */
const exactFirst = (id: string) => sql`case when projects.id = ${id} then 0 else 1 end`;

type OfferedProject = {
  id: string;
  courseId: number;
  offer: Offer;
  /** Null without a limit. */
  seats: number | null;
  seatsTaken: number;
};

/** Regardless of case. */
export async function courseOfProject(database: Reader, id: string): Promise<OfferedProject | undefined> {
  return database
    .selectFrom('projects')
    .where(hasId(id))
    .orderBy(exactFirst(id))
    .limit(1)
    .select(['id', 'course_id as courseId', offer, 'seats', 'seats_taken as seatsTaken'])
    .executeTakeFirst();
}

/** With exactly these ids; unknown ones are missing. */
export async function projectsById(
  database: Reader,
  ids: readonly string[],
): Promise<{ id: string; name: string; courseId: number; offer: Offer }[]> {
  if (ids.length === 0) return [];
  return database
    .selectFrom('projects')
    .where('id', 'in', [...new Set(ids)])
    .select(['id', 'name', 'course_id as courseId', offer])
    .execute();
}

/** Locks the row until the transaction ends. */
export async function lockProject(writer: Writer, id: string): Promise<void> {
  await writer
    .updateTable('projects')
    .set((project) => ({ name: project.ref('name') }))
    .where('id', '=', id)
    .execute();
}

const cardColumns = [
  'projects.id',
  'projects.name',
  'course.name as course',
  'projects.details',
  'projects.background_image as backgroundImage',
] as const;

/** Archived ones too. */
export const projectsOfCourse = compiledQuery((db, p: { course: string }) =>
  db
    .selectFrom('projects')
    .innerJoin(coursesAs('course'), 'course.id', 'projects.course_id')
    .where('course.name', '=', p.course)
    .orderBy('projects.id')
    .select(cardColumns),
);

export const offeredProjects = compiledQuery((db, p: { course: string }) =>
  db
    .selectFrom('projects')
    .innerJoin(coursesAs('course'), 'course.id', 'projects.course_id')
    .where('course.name', '=', p.course)
    .where('projects.retired_at', 'is', null)
    .where(hasDetails)
    .orderBy('projects.id')
    .select([...cardColumns, 'projects.seats', 'projects.seats_taken as seatsTaken']),
);

/** Regardless of case, the exact one first. */
export const projectById = compiledQuery((db, p: { id: string }) =>
  db
    .selectFrom('projects')
    .innerJoin(coursesAs('course'), 'course.id', 'projects.course_id')
    .where(hasId(p.id))
    .orderBy(exactFirst(p.id))
    .limit(1)
    .select([
      ...cardColumns,
      'projects.overview',
      'projects.prerequisite_knowledge as prerequisiteKnowledge',
      'projects.job_opportunities as jobOpportunities',
      'projects.project_url as projectUrl',
      'projects.retired_at as archivedAt',
      'projects.seats',
      'projects.seats_taken as seatsTaken',
    ]),
);

/** Regardless of case, the exact one first. */
export const referencesOfProject = compiledQuery((db, p: { id: string }) =>
  db
    .selectFrom('projects')
    .where(hasId(p.id))
    .orderBy(exactFirst(p.id))
    .limit(1)
    .select(['id', 'name', 'ref1', 'ref2', 'ref3', 'ref4']),
);

/** By course. */
export const everyOfferedProject = compiledQuery((db) =>
  db
    .selectFrom('projects')
    .innerJoin(offeredCoursesAs('course'), 'course.id', 'projects.course_id')
    .where('projects.retired_at', 'is', null)
    .where(hasDetails)
    .orderBy('course.id')
    .orderBy('projects.id')
    .select(cardColumns),
);

export async function projectIds(database: Reader): Promise<string[]> {
  const rows = await database.selectFrom('projects').select('id').execute();
  return rows.map(({ id }) => id);
}

/** Whether one has what students need. */
export async function hasProjects(database: Reader): Promise<boolean> {
  const ready = database.selectFrom('projects').where(hasDetails);
  return (await ready.select('id').limit(1).executeTakeFirst()) !== undefined;
}

export async function projectsOfCourses(
  database: Reader,
  courseIds: readonly number[],
): Promise<{ id: string; name: string; courseId: number }[]> {
  if (courseIds.length === 0) return [];
  return database
    .selectFrom('projects')
    .where('course_id', 'in', courseIds)
    .orderBy('id')
    .select(['id', 'name', 'course_id as courseId'])
    .execute();
}

export async function projectsOfCourseAfter(
  database: Reader,
  { courseId, after, limit }: { courseId: number; after: string; limit: number },
) {
  return database
    .selectFrom('projects')
    .where('course_id', '=', courseId)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .select(['id', 'name', 'background_image as backgroundImage', offer])
    .select(['seats', 'seats_taken as seatsTaken'])
    .execute();
}

/** With its briefs. @throws 409 for a project that was chosen */
export async function removeUnusedProject(writer: Writer, id: string): Promise<void> {
  announce(writer, 'catalogue');
  await writer.deleteFrom('briefs').where('project_id', '=', id).execute();
  await writer
    .deleteFrom('projects')
    .where('id', '=', id)
    .execute()
    .catch((error: unknown) => {
      throw isForeignKeyViolation(error) ? projectInUse(id) : error;
    });
}

export const projectInUse = (id: string) =>
  httpErrors.conflict(`${id} was chosen by a student. It can be archived, but not removed.`);
