import { tasks, type Task } from '#contract/dates';
import { batchKey } from '#contract/limits';
import { coursesAs } from '../courses/course-queries.ts';
import type { Reader } from '../platform/database/database.ts';

export type Briefs = Partial<Record<Task, string>>;

/** Sorted by task, so that equal ones compare as equal. */
export function inOrder(briefs: Briefs): Briefs {
  return Object.fromEntries(
    tasks.flatMap((task) => (briefs[task] === undefined ? [] : [[task, briefs[task]]])),
  );
}

/** For comparison: the wire's fields, and the course's key. */
export type ProjectState = {
  id: string;
  name: string;
  course: string;
  details: string;
  overview: string[];
  prerequisiteKnowledge: string[];
  jobOpportunities: string[];
  backgroundImage: string;
  project_url: string;
  ref1: string;
  ref2: string;
  ref3: string;
  ref4: string;
  is_retired: boolean;
  /** Null: no limit. */
  seats: number | null;
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
        'projects.prerequisite_knowledge',
        'projects.job_opportunities',
        'projects.background_image',
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
    for (const row of rows) {
      found.set(row.id, {
        id: row.id,
        name: row.name,
        course: batchKey(row.course),
        details: row.details,
        overview: JSON.parse(row.overview) as string[],
        prerequisiteKnowledge: JSON.parse(row.prerequisite_knowledge) as string[],
        jobOpportunities: JSON.parse(row.job_opportunities) as string[],
        backgroundImage: row.background_image,
        project_url: row.project_url,
        ref1: row.ref1,
        ref2: row.ref2,
        ref3: row.ref3,
        ref4: row.ref4,
        is_retired: row.retired_at !== null,
        seats: row.seats,
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
