import { Readable } from 'node:stream';
import { tasks, type Task } from '#contract/dates';
import type { FrozenResult, Sheet } from '#contract/results/freeze-calls';
import * as calls from '#contract/results/sheet-calls';
import {
  headedColumns,
  type CsvFormat,
  type HeadedColumn,
  type SheetHeadings,
} from '#contract/results/sheet-headings';
import { outcomeWords, partInWords } from '#contract/results/sheet-words';
import { ownBatchOf } from '../../accounts/policy.ts';
import { read } from '../../accounts/sessions/act.ts';
import type { Viewer } from '../../accounts/sessions/viewer.ts';
import { recordAuditEvent } from '../../audit/record-audit-event.ts';
import type { Batch } from '../../courses/batch-queries.ts';
import type { AppContext } from '../../platform/context.ts';
import { type CsvColumns, csvHeaders, csvStream, noGrade } from '../../platform/csv-stream.ts';
import { asAttachment } from '../../platform/files/file-name.ts';
import { httpErrors } from '../../platform/http/http-errors.ts';
import { localText } from '../../platform/zoned-time.ts';
import { taskLabel } from '../../submissions/open-task.ts';
import { findFreeze, readFrozenSheet } from './read-frozen-sheet.ts';
import { readHeadings } from './sheet-headings.ts';
import { readSignedSheet } from './sign-sheet.ts';

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

/** Parts that are more than a mark, in words. */
const remarks = ({ lines }: FrozenResult) =>
  lines
    .filter((line) => line.status !== 'marked' || line.under_review || !line.counts || line.late_cost > 0)
    .map((line) => `${taskLabel(line.task)}: ${partInWords(line)}`)
    .join('; ');

/** With the academy's own headings. */
function ownColumns(headings: SheetHeadings): Columns {
  const marks = Object.fromEntries(marksColumns((task) => task, { excused: null, none: null })) as Record<
    Task,
    Columns[number][1]
  >;
  const cells: Record<HeadedColumn, Columns[number][1]> = {
    name,
    email,
    course: ({ course }) => course,
    batch: ({ batch }) => batch,
    project: ({ project }) => project,
    ...marks,
    result,
    grade,
    outcome: outcomeWords,
    remarks,
  };
  return headedColumns
    .filter((column) => headings[column] !== '')
    .map((column) => [headings[column], cells[column]]);
}

/** No read-only column of theirs, such as a total, is among them. */
function columnsOf(format: CsvFormat, sheet: Sheet, zone: string, headings: SheetHeadings): Columns {
  if (format === 'own') return ownColumns(headings);
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

type Exported = { batch: Batch; viewer: Viewer; number: number; format: string };

/** Before the first byte. */
const auditExport = (
  { database, clock }: Pick<AppContext, 'database' | 'clock'>,
  { batch, viewer, ...after }: Exported,
) =>
  database.transaction((writer) =>
    recordAuditEvent(writer, {
      at: clock.now(),
      actorId: viewer.accountId,
      act: 'export-sheet',
      subject: batch.name,
      after,
    }),
  );

const nameOf = (batch: Batch, number: number) => `${batch.name} sheet ${number}`;

export const sheetExportCalls = [
  read(calls.exportSheet, {
    who: ownBatchOf,
    async run({ context, resource, params, query, reply }) {
      const { batch } = resource;
      const { reader } = context.database;
      const sheet = await readFrozenSheet(context, batch, params.number);
      const headings = await readHeadings(reader);
      const format = query.format ?? headings.format;
      await auditExport(context, { ...resource, number: sheet.number, format });
      reply.headers(csvHeaders(nameOf(batch, sheet.number)));
      const columns = columnsOf(format, sheet, context.settings.academyZone, headings);
      const first = format === 'canvas' ? pointsPossible(columns) : undefined;
      return csvStream(columns, sheet.results, first);
    },
  }),

  read(calls.exportSignedSheet, {
    who: ownBatchOf,
    async run({ context, resource, params, reply }) {
      const { batch } = resource;
      const { reader } = context.database;
      const { id, number } = await findFreeze(reader, batch, params.number);
      const document = await readSignedSheet(reader, id);
      if (document === undefined)
        throw httpErrors.notFound('This sheet was frozen before sheets were signed.');
      await auditExport(context, { ...resource, number, format: 'signed' });
      reply.headers({
        'Content-Type': 'application/json; charset=utf-8',
        'Content-Disposition': asAttachment(`${nameOf(batch, number)}.json`),
        'Cache-Control': 'private, no-store',
      });
      return Readable.from([`${JSON.stringify(document, null, 2)}\n`]);
    },
  }),
];
