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
import { readPage } from '../platform/database/read-page.ts';
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
    readPage(lengths.batches, (limit) => batchesOfCourse(database, { courseId: id, before, limit })),
    readPage(lengths.projects, (limit) =>
      projectsOfCourseAfter(database, { courseId: id, after: from.projects ?? '', limit }),
    ),
  ]);
  const batchIds = batches.rows.map((batch) => batch.id);
  const counts = await countsOfBatches(database, batchIds);
  return {
    name,
    retired: retired_at !== null,
    batches: batches.rows.map((batch) => ({
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
    next_batches: batches.last === undefined ? null : String(batches.last.id),
    projects: projects.rows.map(({ offer, seats, seatsTaken, ...project }) => ({
      ...project,
      ...presentSeats({ seats, seatsTaken }),
      retired: offer === 'archived',
      ready: offer !== 'incomplete',
    })),
    next_projects: projects.last?.id ?? null,
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
      const afterId = after === undefined ? 0 : (parseId(after) ?? 0);
      const { rows, last } = await readPage(limits.catalogueCourses, (limit) =>
        coursesAfter(reader, { after: afterId, limit }),
      );
      return {
        courses: await Promise.all(rows.map((course) => listedCourse(reader, course))),
        next: last === undefined ? null : String(last.id),
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
