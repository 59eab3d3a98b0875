import * as calls from '#contract/catalogue/calls';
import type { ListedCourse } from '#contract/catalogue/calls';
import { isoInstant } from '#contract/dates';
import { limits } from '#contract/limits';
import { read, readPublic } from '../accounts/sessions/act.ts';
import { batchesOfCourse } from '../courses/batch-queries.ts';
import { coursesAfter } from '../courses/course-queries.ts';
import { suggestBatches } from '../courses/suggest-batches.ts';
import { countsOfBatches } from '../marking/queries.ts';
import type { Reader } from '../platform/database/database.ts';
import { parseId } from '../platform/parse-id.ts';
import { presentSeats } from '../projects/presenter.ts';
import { projectIds, projectsOfCourseAfter } from '../projects/queries.ts';
import { presentCourse, requireCourse } from './change-course.ts';
import { editor } from './policy.ts';

type Course = { id: number; name: string; retired_at: number | null };
/** Pages by id: batches below, projects above it. */
type Window = { batches?: string | undefined; projects?: string | undefined };
type Lengths = { batches: number; projects: number };

async function listedCourse(
  database: Reader,
  { id, name, retired_at }: Course,
  from: Window = {},
  lengths: Lengths = { batches: limits.catalogueBatches, projects: limits.catalogueProjects },
): Promise<ListedCourse> {
  const before = from.batches === undefined ? null : parseId(from.batches);
  const [batches, projects] = await Promise.all([
    batchesOfCourse(database, { courseId: id, before, limit: lengths.batches + 1 }),
    projectsOfCourseAfter(database, {
      courseId: id,
      after: from.projects ?? '',
      limit: lengths.projects + 1,
    }),
  ]);
  const shownBatches = batches.slice(0, lengths.batches);
  const batchIds = shownBatches.map((batch) => batch.id);
  const counts = await countsOfBatches(database, batchIds);
  const shownProjects = projects.slice(0, lengths.projects);
  return {
    name,
    retired: retired_at !== null,
    batches: shownBatches.map((batch) => ({
      name: batch.name,
      open: batch.is_open === 1,
      default: batch.is_default === 1,
      retired: batch.retired_at !== null,
      starts_at: isoInstant(batch.starts_at),
      joining: batch.joining ?? ('anyone' as const),
      mentors: batch.mentors ?? '',
      students: counts.get(batch.id)?.students ?? 0,
      unmarked: counts.get(batch.id)?.unmarked ?? 0,
    })),
    next_batches: batches.length > shownBatches.length ? String(shownBatches.at(-1)?.id) : null,
    projects: shownProjects.map(({ offer, seats, seatsTaken, ...project }) => ({
      ...project,
      ...presentSeats({ seats, seatsTaken }),
      retired: offer === 'archived',
      ready: offer !== 'incomplete',
    })),
    next_projects: projects.length > shownProjects.length ? (shownProjects.at(-1)?.id ?? null) : null,
  };
}

/** Counts on from the highest number of the ids that are a `P` and a number, such as P011. */
function nextProjectId(ids: readonly string[]): string {
  const numbers = ids.map((id) => Number(/^P(\d{1,6})$/.exec(id)?.[1] ?? 0));
  return `P${String(Math.max(0, ...numbers) + 1).padStart(3, '0')}`;
}

export const listCalls = [
  readPublic(calls.suggestBatches, {
    run: ({ context, query }) => suggestBatches(context.database, query.q ?? ''),
  }),

  /** Courses with their newest batches and first projects. */
  read(calls.listCatalogue, {
    who: editor,
    async run({ context, query: { after } }) {
      const { reader } = context.database;
      const rows = await coursesAfter(reader, {
        after: after === undefined ? 0 : (parseId(after) ?? 0),
        limit: limits.catalogueCourses + 1,
      });
      const shown = rows.slice(0, limits.catalogueCourses);
      return {
        courses: await Promise.all(shown.map((course) => listedCourse(reader, course))),
        next: rows.length > shown.length ? String(shown.at(-1)?.id) : null,
        next_project: nextProjectId(await projectIds(reader)),
      };
    },
  }),

  read(calls.readCourseEntry, {
    who: editor,
    async run({ context, params, query }) {
      const { reader } = context.database;
      const found = await requireCourse(reader, params.course);
      const { name, is_retired } = found.state;
      const shown = { id: found.id, name, retired_at: is_retired ? 0 : null };
      const lengths = { batches: limits.pageSize, projects: limits.pageSize };
      const [course, listed] = await Promise.all([
        presentCourse(reader, found),
        listedCourse(reader, shown, query, lengths),
      ]);
      return { course, listed };
    },
  }),
];
