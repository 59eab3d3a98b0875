import { batchKey } from '#contract/limits';
import { countPeopleOfBatch } from '../../accounts/imported-profiles.ts';
import { batchesOfCourses, batchIds, mentorAccounts, type Batch } from '../../courses/batch-queries.ts';
import { courseIds } from '../../courses/import-courses.ts';
import type { Reader } from '../../platform/database/database.ts';
import { projectsOfCourses } from '../../projects/queries.ts';
import { readProjectState } from '../../projects/project-state.ts';
import { countChoices } from '../../selections/queries.ts';
import type { SampleNames } from './sample-files.ts';

export type FoundSample = {
  courses: { id: number; name: string }[];
  batches: Batch[];
  projects: { id: string; name: string }[];
  /** Empty if it can be removed. */
  inTheWay: string[];
};

const counted = (count: number, one: string, many: string) => (count === 1 ? `1 ${one}` : `${count} ${many}`);

const projectsIn = async (database: Reader, { projects }: SampleNames) => {
  const stored = await readProjectState(
    database,
    projects.map(({ id }) => id),
  );
  return projects.filter(({ id, name }) => stored.get(id)?.name === name);
};

const batchesIn = async (database: Reader, { batches }: SampleNames) => {
  const byKey = await batchIds(database);
  return batches.flatMap((name) => {
    const id = byKey.get(batchKey(name));
    return id === undefined ? [] : [{ id, name }];
  });
};

/** Asked at each change of the catalogue. */
export async function hasSample(database: Reader, names: SampleNames): Promise<boolean> {
  return (await projectsIn(database, names)).length > 0 || (await batchesIn(database, names)).length > 0;
}

/**
 * A project with another name is the academy's own, and so are its additions to sample courses.
 * @returns null without a batch or project of the sample
 */
export async function findSample(database: Reader, names: SampleNames): Promise<FoundSample | null> {
  const projects = await projectsIn(database, names);
  const batches = await batchesIn(database, names);
  if (projects.length === 0 && batches.length === 0) return null;
  const known = await courseIds(database);
  const courses = names.courses.flatMap((name) => {
    const id = known.get(batchKey(name));
    return id === undefined ? [] : [{ id, name }];
  });
  const inTheWay = [
    ...(await peopleOf(database, batches)),
    ...(await choicesOf(database, projects)),
    ...(await ownOf(database, { courses, batches, projects })),
  ];
  return { courses, batches, projects, inTheWay };
}

async function peopleOf(database: Reader, batches: readonly Batch[]): Promise<string[]> {
  const reasons: string[] = [];
  for (const { id, name } of batches) {
    const { students, imported } = await countPeopleOfBatch(database, id);
    const mentors = (await mentorAccounts(database, id)).length;
    if (students > 0) reasons.push(`${counted(students, 'student is', 'students are')} in ${name}`);
    if (imported > 0)
      reasons.push(`${counted(imported, 'imported person waits', 'imported people wait')} for ${name}`);
    if (mentors > 0)
      reasons.push(`${counted(mentors, 'mentor', 'mentors')} of ${name} ${mentors === 1 ? 'has' : 'have'} an account`);
  }
  return reasons;
}

async function choicesOf(
  database: Reader,
  projects: readonly { id: string; name: string }[],
): Promise<string[]> {
  const projectIds = projects.map(({ id }) => id);
  const counts = await countChoices(database, projectIds);
  return projects.flatMap(({ id, name }) => {
    const count = counts.get(id) ?? 0;
    return count === 0 ? [] : [`${counted(count, 'student has', 'students have')} chosen ${id} (${name})`];
  });
}

/** Additions of the academy. */
async function ownOf(
  database: Reader,
  { courses, batches, projects }: Omit<FoundSample, 'inTheWay'>,
): Promise<string[]> {
  const ids = courses.map(({ id }) => id);
  const nameOf = new Map(courses.map(({ id, name }) => [id, name]));
  const isOf = <Id>(rows: readonly { id: Id }[], id: Id) => rows.some((row) => row.id === id);
  const ownBatches = (await batchesOfCourses(database, ids)).filter(({ id }) => !isOf(batches, id));
  const ownProjects = (await projectsOfCourses(database, ids)).filter(({ id }) => !isOf(projects, id));
  return [
    ...ownBatches.map(({ name, courseId }) => `your batch ${name} belongs to the course ${nameOf.get(courseId)}`),
    ...ownProjects.map(
      ({ id, name, courseId }) => `your project ${id} (${name}) belongs to the course ${nameOf.get(courseId)}`,
    ),
  ];
}
