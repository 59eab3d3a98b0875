import { tasks, type Task } from '#contract/dates';
import { shownName } from '#contract/accounts/person-name';
import type { AppContext } from '../../platform/context.ts';
import { type CsvColumns, csvExport, type CsvExport } from '../../platform/csv-stream.ts';
import { gradesOf, type GradeRow } from '../../marking/queries.ts';
import { type StudentLine, studentPages } from './export-roster.ts';

type Context = Pick<AppContext, 'database'>;

/** `tasks` has submitted ones only. */
type GradeLine = { student: StudentLine; tasks: ReadonlyMap<Task, GradeRow> };

const releasedMarks = ({ tasks: grades }: GradeLine): number[] =>
  [...grades.values()].flatMap(({ shownMarks }) => (shownMarks === null ? [] : [shownMarks]));

/** To two decimals. */
function average(line: GradeLine): number | null {
  const marks = releasedMarks(line);
  if (marks.length === 0) return null;
  return Math.round((marks.reduce((sum, mark) => sum + mark, 0) / marks.length) * 100) / 100;
}

const columns: CsvColumns<GradeLine> = [
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
    (line) => line.tasks.get(task)?.shownMarks ?? null,
  ]),
  ['tasks submitted', (line) => line.tasks.size],
  ['tasks with released marks', (line) => releasedMarks(line).length],
  ['average of released marks', average],
  // Unknown to the student, so in columns of their own.
  ...tasks.map((task): CsvColumns<GradeLine>[number] => [
    `${task} NOT RELEASED`,
    (line) => {
      const grade = line.tasks.get(task);
      return grade?.newestReleased === 0 ? grade.newestMarks : null;
    },
  ]),
];

/** A line per student, a column per task; `batchId` null for all. */
export function exportGrades(context: Context, batchId: number | null): CsvExport {
  async function* rows(): AsyncGenerator<GradeLine> {
    for await (const page of studentPages(context, batchId)) {
      const grades = new Map<number, Map<Task, GradeRow>>();
      const ids = page.map(({ id }) => id);
      for (const row of await gradesOf(context.database.reader, ids)) {
        const own = grades.get(row.accountId) ?? new Map<Task, GradeRow>();
        grades.set(row.accountId, own.set(row.task, row));
      }
      for (const student of page) yield { student, tasks: grades.get(student.id) ?? new Map() };
    }
  }
  return csvExport(columns, rows());
}
