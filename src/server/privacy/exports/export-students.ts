import { shownName } from '#contract/accounts/person-name';
import type { AppContext } from '../../platform/context.ts';
import { type CsvColumns, csvExport, type CsvExport } from '../../platform/csv-stream.ts';
import { localText } from '../../platform/zoned-time.ts';
import { peopleAs } from '../../accounts/people-queries.ts';
import { batchesAs } from '../../courses/batch-queries.ts';
import { coursesAs } from '../../courses/course-queries.ts';
import { rowsAtOnce } from '../../platform/database/rows-at-once.ts';
import { projectsAs } from '../../projects/queries.ts';
import { selectionsAs } from '../../selections/queries.ts';
import { tasks, type Task } from '#contract/dates';
import type { ListedResult } from '#contract/results/result-calls';
import { gradesOf, type Grade } from '../../marking/queries.ts';
import { resultColumns } from '../../progress/result-columns.ts';
import { readResults } from '../../results/results-of.ts';
import { recordStatusLabels } from '#contract/marking/recorded';

function readPage({ database }: Pick<AppContext, 'database'>, batchId: number | null, afterId: number) {
  return database.reader
    .selectFrom(peopleAs('student'))
    .leftJoin(batchesAs('batch'), 'batch.id', 'student.batch_id')
    .leftJoin(coursesAs('course'), 'course.id', 'batch.course_id')
    .leftJoin(selectionsAs('selection'), 'selection.account_id', 'student.id')
    .leftJoin(projectsAs('project'), 'project.id', 'selection.project_id')
    .where('student.role', '=', 'student')
    .where('student.id', '>', afterId)
    .$if(batchId !== null, (query) => query.where('student.batch_id', '=', batchId))
    .orderBy('student.id')
    .limit(rowsAtOnce)
    .select([
      'student.id',
      'student.batch_id as batchId',
      'student.email',
      'student.name',
      'student.phone',
      'student.exit_score',
    ])
    .select(['student.grade', 'student.typed_batch', 'student.confirmed_at', 'student.created_at'])
    .select(['student.seen_at', 'batch.name as batch', 'course.name as course'])
    .select(['project.id as projectId', 'project.name as projectName', 'selection.started_at as startedAt'])
    .execute();
}

type StudentLine = Awaited<ReturnType<typeof readPage>>[number];

export async function countStudents(
  { database }: Pick<AppContext, 'database'>,
  batchId: number | null,
): Promise<number> {
  const students = database.reader
    .selectFrom(peopleAs('student'))
    .where('student.role', '=', 'student')
    .$if(batchId !== null, (query) => query.where('student.batch_id', '=', batchId))
    .select((of) => of.fn.countAll<number>().as('count'));
  return Number((await students.executeTakeFirstOrThrow()).count);
}

/** In order of signup; page by page, so that memory stays flat. */
async function* studentPages(
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

function rosterColumns(zone: string): CsvColumns<StudentLine> {
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
export function exportRoster(
  context: Pick<AppContext, 'database' | 'settings'>,
  batchId: number | null,
): CsvExport {
  async function* rows() {
    for await (const page of studentPages(context, batchId)) yield* page;
  }
  return csvExport(rosterColumns(context.settings.academyZone), rows());
}

/** `tasks` has those submitted or recorded for the present project. */
type GradeLine = {
  student: StudentLine;
  tasks: ReadonlyMap<Task, Grade>;
  result: ListedResult | undefined;
};

const releasedMarks = ({ tasks: grades }: GradeLine): number[] =>
  [...grades.values()].flatMap(({ counted }) => counted?.marks ?? []);

/** Where something else than a version was marked: "week-2: Absent; week-3: Excused". */
const recordedTasks = ({ tasks: grades }: GradeLine): string | null =>
  tasks
    .flatMap((task) => {
      const counted = grades.get(task)?.counted;
      return counted?.submissionId === null ? [`${task}: ${recordStatusLabels[counted.status]}`] : [];
    })
    .join('; ') || null;

const gradeColumns: CsvColumns<GradeLine> = [
  ['name', ({ student }) => shownName(student.name)],
  ['email', ({ student }) => student.email],
  ['batch', ({ student }) => student.batch],
  ['course', ({ student }) => student.course],
  ['project', ({ student }) => student.projectId],
  ['project_name', ({ student }) => student.projectName],
  ['exit_score', ({ student }) => student.exit_score],
  ['grade', ({ student }) => student.grade],
  ...tasks.map((task): CsvColumns<GradeLine>[number] => [
    task,
    (line) => line.tasks.get(task)?.counted?.marks ?? null,
  ]),
  ['tasks submitted', (line) => [...line.tasks.values()].filter(({ isSubmitted }) => isSubmitted).length],
  ['tasks with released marks', (line) => releasedMarks(line).length],
  ...resultColumns<GradeLine>(({ result }) => result),
  // Unknown to the student, so in columns of their own.
  ...tasks.map((task): CsvColumns<GradeLine>[number] => [
    `${task} NOT RELEASED`,
    (line) => line.tasks.get(task)?.unreleased ?? null,
  ]),
  ['recorded without a file', recordedTasks],
];

/** A line per student, a column per task; `batchId` null for all. */
export function exportGrades(context: Pick<AppContext, 'database'>, batchId: number | null): CsvExport {
  async function* rows(): AsyncGenerator<GradeLine> {
    for await (const page of studentPages(context, batchId)) {
      const ids = page.map(({ id }) => id);
      const grades = Map.groupBy(await gradesOf(context.database.reader, ids), ({ accountId }) => accountId);
      const results = await readResults(
        context.database.reader,
        page.map(({ id: accountId, batchId: ofBatch }) => ({ accountId, batchId: ofBatch })),
      );
      for (const student of page) {
        const own = student.projectId === null ? [] : (grades.get(student.id) ?? []);
        const tasksOf = new Map(own.map((row) => [row.task, row]));
        yield { student, tasks: tasksOf, result: results.get(student.id) };
      }
    }
  }
  return csvExport(gradeColumns, rows());
}
