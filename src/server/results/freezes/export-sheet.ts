import { tasks, type Task } from '#contract/dates';
import type { SheetFormat } from '#contract/marking/mark-sheet';
import type { FrozenResult, Sheet } from '#contract/results/freeze-calls';
import { exportSheet } from '#contract/results/sheet-calls';
import { ownBatchOf } from '../../accounts/policy.ts';
import { read } from '../../accounts/sessions/act.ts';
import { recordAuditEvent } from '../../audit/record-audit-event.ts';
import { type CsvColumns, csvHeaders, csvStream, noGrade } from '../../platform/csv-stream.ts';
import { localText } from '../../platform/zoned-time.ts';
import { taskLabel } from '../../submissions/open-task.ts';
import { readSheet } from './freeze-results.ts';

type Columns = CsvColumns<FrozenResult>;

const name = ({ student }: FrozenResult) => student.s_name;
const email = ({ student }: FrozenResult) => student.s_id;
const lineOf = ({ lines }: FrozenResult, task: Task) => lines.find((line) => line.task === task);
const result = (row: FrozenResult) => row.result;
const grade = (row: FrozenResult) => row.grade;

/** What the gradebook writes for an excused part, and for none. */
type Words = { excused: string | typeof noGrade | null; none: typeof noGrade | null };

const marksColumns = (label: (task: Task) => string, { excused, none }: Words): Columns =>
  tasks.map((task): Columns[number] => [
    label(task),
    (row) => {
      const line = lineOf(row, task);
      return line?.status === 'excused' ? excused : (line?.marks ?? none);
    },
  ]);

/** In a column that is new to it Moodle takes an empty cell for 0, and `-` for no grade. */
const inMoodle: Words = { excused: noGrade, none: noGrade };
const inCanvas: Words = { excused: 'EX', none: null };

const columnsOfCanvas = new Set(['ID', 'SIS User ID', 'SIS Login ID', 'Section']);

/** Canvas gives columns that are new to it these points. */
const pointsPossible = (columns: Columns) =>
  columns.map(([heading], at) =>
    at === 0 ? '    Points Possible' : columnsOfCanvas.has(heading) ? null : 100,
  );

/** Each part as it counts, and who froze it. */
function plainColumns(sheet: Sheet, zone: string): Columns {
  const local = (instant: string) => localText(Date.parse(instant), zone);
  return [
    ['name', name],
    ['email', email],
    ['course', ({ course }) => course],
    ['batch', ({ batch }) => batch],
    ['project', ({ project }) => project],
    [`project_start (${zone})`, (row) => local(row.started_at)],
    ...tasks.flatMap((task): Columns => [
      [task, (row) => lineOf(row, task)?.marks ?? null],
      [`${task} status`, (row) => lineOf(row, task)?.status ?? null],
      [`${task} counts as`, (row) => lineOf(row, task)?.counted ?? null],
      [`${task} marked by`, (row) => lineOf(row, task)?.marked_by ?? null],
    ]),
    ['result', result],
    ['passed', ({ passed }) => (passed === null ? null : passed ? 'yes' : 'no')],
    ['result grade', grade],
    ['state', ({ state }) => state],
    [
      'under review',
      ({ lines }) =>
        lines
          .filter((line) => line.under_review)
          .map(({ task }) => task)
          .join(' '),
    ],
    ['rule version', (row) => row.rule_version],
    ['sheet', () => sheet.number],
    ['frozen by', ({ since }) => since.by],
    [`frozen (${zone})`, ({ since }) => local(since.at)],
  ];
}

/** No read-only column of theirs, such as a total, is among them. */
function columnsOf(format: SheetFormat, sheet: Sheet, zone: string): Columns {
  if (format === 'moodle')
    return [
      ['Full name', name],
      ['Email address', email],
      ...marksColumns(taskLabel, inMoodle),
      ['Result', (row) => row.result ?? inMoodle.none],
      ['Result grade', grade],
    ];
  if (format === 'canvas')
    return [
      ['Student', name],
      ['ID', () => null],
      ['SIS User ID', () => null],
      ['SIS Login ID', email],
      ['Section', () => null],
      ...marksColumns(taskLabel, inCanvas),
      ['Result', result],
    ];
  return plainColumns(sheet, zone);
}

/** Audited before the first byte. */
export const sheetExportCall = read(exportSheet, {
  who: ownBatchOf,
  async run({ context: { database, clock, settings }, resource: { batch, viewer }, params, query, reply }) {
    const sheet = await readSheet(database.reader, batch, params.number);
    await database.transaction((writer) =>
      recordAuditEvent(writer, {
        at: clock.now(),
        actorId: viewer.accountId,
        act: 'export-sheet',
        subject: batch.name,
        after: { number: sheet.number, format: query.format },
      }),
    );
    reply.headers(csvHeaders(`${batch.name} sheet ${sheet.number}`));
    const columns = columnsOf(query.format, sheet, settings.academyZone);
    const first = query.format === 'canvas' ? pointsPossible(columns) : undefined;
    return csvStream(columns, sheet.results, first);
  },
});
