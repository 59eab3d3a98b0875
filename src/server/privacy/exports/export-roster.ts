import { shownName } from '#contract/accounts/person-name';
import type { AppContext } from '../../platform/context.ts';
import { type CsvColumns, csvExport, type CsvExport } from '../../platform/csv-stream.ts';
import { localText } from '../../platform/zoned-time.ts';
import { rosterAs } from '../../accounts/queries.ts';
import { batchesAs } from '../../courses/batch-queries.ts';
import { coursesAs } from '../../courses/course-queries.ts';
import { rowsAtOnce } from '../../platform/database/rows-at-once.ts';
import { projectsAs } from '../../projects/queries.ts';
import { selectionsAs } from '../../selections/queries.ts';

function readPage({ database }: Pick<AppContext, 'database'>, batchId: number | null, afterId: number) {
  return database.reader
    .selectFrom(rosterAs('student'))
    .leftJoin(batchesAs('batch'), 'batch.id', 'student.batch_id')
    .leftJoin(coursesAs('course'), 'course.id', 'batch.course_id')
    .leftJoin(selectionsAs('selection'), 'selection.account_id', 'student.id')
    .leftJoin(projectsAs('project'), 'project.id', 'selection.project_id')
    .where('student.role', '=', 'student')
    .where('student.id', '>', afterId)
    .$if(batchId !== null, (query) => query.where('student.batch_id', '=', batchId))
    .orderBy('student.id')
    .limit(rowsAtOnce)
    .select(['student.id', 'student.email', 'student.name', 'student.phone', 'student.exit_score'])
    .select(['student.grade', 'student.typed_batch', 'student.confirmed_at', 'student.created_at'])
    .select(['student.seen_at', 'batch.name as batch', 'course.name as course'])
    .select(['project.id as projectId', 'project.name as projectName', 'selection.started_at as startedAt'])
    .execute();
}

export type StudentLine = Awaited<ReturnType<typeof readPage>>[number];

export async function countStudents(
  { database }: Pick<AppContext, 'database'>,
  batchId: number | null,
): Promise<number> {
  const students = database.reader
    .selectFrom(rosterAs('student'))
    .where('student.role', '=', 'student')
    .$if(batchId !== null, (query) => query.where('student.batch_id', '=', batchId))
    .select((of) => of.fn.countAll<number>().as('count'));
  return Number((await students.executeTakeFirstOrThrow()).count);
}

/** In order of signup; page by page, so that memory stays flat. */
export async function* studentPages(
  context: Pick<AppContext, 'database'>,
  batchId: number | null,
): AsyncGenerator<StudentLine[]> {
  let afterId = 0;
  let page: StudentLine[];
  do {
    page = await readPage(context, batchId, afterId);
    if (page.length > 0) yield page;
    afterId = page.at(-1)?.id ?? afterId;
  } while (page.length === rowsAtOnce);
}

type Context = Pick<AppContext, 'database' | 'settings'>;

function columnsIn(zone: string): CsvColumns<StudentLine> {
  const local = (instant: number | null) => (instant === null ? null : localText(instant, zone));
  return [
    ['name', ({ name }) => shownName(name)],
    ['email', ({ email }) => email],
    ['phone', ({ phone }) => phone],
    ['batch', ({ batch }) => batch],
    ['batch typed at signup', (row) => row.typed_batch],
    ['course', ({ course }) => course],
    ['project', ({ projectId }) => projectId],
    ['project_name', ({ projectName }) => projectName],
    [`project_start (${zone})`, ({ startedAt }) => local(startedAt)],
    ['exit_score', (row) => row.exit_score],
    ['grade', ({ grade }) => grade],
    ['address_confirmed', (row) => (row.confirmed_at === null ? 'no' : 'yes')],
    [`signed_up (${zone})`, (row) => local(row.created_at)],
    [`last_seen (${zone})`, (row) => local(row.seen_at)],
  ];
}

/** All students of a batch, or of all (null). */
export function exportRoster(context: Context, batchId: number | null): CsvExport {
  async function* rows() {
    for await (const page of studentPages(context, batchId)) yield* page;
  }
  return csvExport(columnsIn(context.settings.academyZone), rows());
}
