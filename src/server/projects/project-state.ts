import type { ProjectEntry } from '#contract/catalogue/calls';
import { tasks, type Task } from '#contract/dates';
import { batchKey } from '#contract/limits';
import { coursesAs } from '../courses/course-queries.ts';
import type { Reader, Writer } from '../platform/database/database.ts';
import { type ActedBy, recordAuditEvent } from '../audit/record-audit-event.ts';
import { courseIds } from '../courses/import-courses.ts';
import { announce } from '../platform/database/announce.ts';
import { differingFields, pick } from '../platform/import-files/plan.ts';
import { putBrief } from './briefs.ts';

export type Briefs = Partial<Record<Task, string>>;

/** Sorted by task, so that equal ones compare as equal. */
export function inOrder(briefs: Briefs): Briefs {
  return Object.fromEntries(
    tasks.flatMap((task) => (briefs[task] === undefined ? [] : [[task, briefs[task]]])),
  );
}

/** For comparison: the wire's fields, and the course's key. */
export type ProjectState = Omit<ProjectEntry, 'retired' | 'used' | 'version'> & {
  is_retired: boolean;
  briefs: Briefs;
};

export async function readProjectState(
  database: Reader,
  ids: readonly string[],
): Promise<Map<string, ProjectState>> {
  const found = new Map<string, ProjectState>();
  for (let from = 0; from < ids.length; from += 500) {
    const rows = await database
      .selectFrom('projects')
      .innerJoin(coursesAs('course'), 'course.id', 'projects.course_id')
      .where('projects.id', 'in', ids.slice(from, from + 500))
      .select([
        'projects.id',
        'projects.name',
        'projects.details',
        'projects.overview',
        'projects.prerequisite_knowledge as prerequisiteKnowledge',
        'projects.job_opportunities as jobOpportunities',
        'projects.background_image as backgroundImage',
        'projects.project_url',
        'projects.ref1',
        'projects.ref2',
        'projects.ref3',
        'projects.ref4',
        'projects.retired_at',
        'projects.seats',
        'course.name as course',
      ])
      .execute();
    const briefs = await database
      .selectFrom('briefs')
      .where('project_id', 'in', ids.slice(from, from + 500))
      .select(['project_id', 'task', 'text'])
      .execute();
    for (const { retired_at, ...row } of rows) {
      found.set(row.id, {
        ...row,
        course: batchKey(row.course),
        overview: JSON.parse(row.overview) as string[],
        prerequisiteKnowledge: JSON.parse(row.prerequisiteKnowledge) as string[],
        jobOpportunities: JSON.parse(row.jobOpportunities) as string[],
        is_retired: retired_at !== null,
        briefs: inOrder(
          Object.fromEntries(
            briefs.filter(({ project_id }) => project_id === row.id).map(({ task, text }) => [task, text]),
          ),
        ),
      });
    }
  }
  return found;
}

export type ProjectWrite = { before: ProjectState | null; after: ProjectState };

/** Audited, with briefs; the course exists already. */
export async function writeProject(
  writer: Writer,
  { before, after }: ProjectWrite,
  by: ActedBy,
): Promise<void> {
  announce(writer, 'catalogue');
  const courses = await courseIds(writer);
  const row = {
    course_id: courses.get(batchKey(after.course)) as number,
    name: after.name,
    details: after.details,
    overview: JSON.stringify(after.overview),
    prerequisite_knowledge: JSON.stringify(after.prerequisiteKnowledge),
    job_opportunities: JSON.stringify(after.jobOpportunities),
    background_image: after.backgroundImage,
    project_url: after.project_url,
    ref1: after.ref1,
    ref2: after.ref2,
    ref3: after.ref3,
    ref4: after.ref4,
    seats: after.seats,
    ...(before?.is_retired !== after.is_retired && { retired_at: after.is_retired ? by.at : null }),
  };
  if (before === null)
    await writer
      .insertInto('projects')
      .values({ id: after.id, ...row })
      .execute();
  else await writer.updateTable('projects').set(row).where('id', '=', after.id).execute();
  for (const task of tasks) {
    const text = after.briefs[task];
    if (text !== undefined && text !== before?.briefs[task])
      await putBrief(writer, { projectId: after.id, task, text, at: by.at });
  }
  const fields = before === null ? Object.keys(after) : differingFields(before, after);
  await recordAuditEvent(writer, {
    ...by,
    subject: after.id,
    before: before === null ? null : pick(before, fields),
    after: pick(after, fields),
  });
}
