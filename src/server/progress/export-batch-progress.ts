import { exportBatchProgress, type StudentProgress } from '#contract/progress/calls';
import { tasks, type Task } from '#contract/dates';
import { ownBatchOf } from '../accounts/policy.ts';
import { read } from '../accounts/sessions/act.ts';
import type { Viewer } from '../accounts/sessions/viewer.ts';
import { recordAuditEvent } from '../audit/record-audit-event.ts';
import type { Batch } from '../courses/batch-queries.ts';
import type { AppContext } from '../platform/context.ts';
import { csvHeaders, csvStream, type CsvColumns } from '../platform/csv-stream.ts';
import { rowsAtOnce } from '../platform/database/rows-at-once.ts';
import { localText } from '../platform/zoned-time.ts';
import {
  placeOf,
  queryOf,
  withStandings,
  type ProgressChoice,
  type ReadResults,
} from './list-batch-progress.ts';
import { progressPage, type ProgressPlace, type ProgressRow } from './progress-queries.ts';
import { resultColumns } from './result-columns.ts';

type Context = Pick<AppContext, 'database' | 'clock' | 'settings'>;

const stateWords = {
  locked: 'locked',
  open: 'open',
  submitted: 'submitted',
  'held-back': 'not released',
  released: 'released',
} as const;

function taskColumns(task: Task): CsvColumns<StudentProgress> {
  const stoneOf = ({ stones }: StudentProgress) => stones.find((stone) => stone.task === task);
  return [
    [
      task,
      (row) => {
        const stone = stoneOf(row);
        return stone === undefined ? null : stateWords[stone.state] + (stone.late ? ', late' : '');
      },
    ],
    [`${task} marks`, (row) => stoneOf(row)?.marks ?? null],
  ];
}

function columnsIn(zone: string): CsvColumns<StudentProgress> {
  return [
    ['name', ({ student }) => student.s_name],
    ['email', ({ student }) => student.s_id],
    ['project', ({ project }) => project?.id ?? null],
    ['project_name', ({ project }) => project?.name ?? null],
    ...tasks.flatMap(taskColumns),
    ...resultColumns<StudentProgress>(({ result }) => result),
    [
      `last_seen (${zone})`,
      ({ seen_at }) => (seen_at === null ? null : localText(Date.parse(seen_at), zone)),
    ],
    ['reason', ({ reason }) => reason],
  ];
}

async function* everyStudent(
  context: Context,
  batch: Batch,
  viewer: Viewer,
  choice: ProgressChoice,
  readResults: ReadResults,
): AsyncGenerator<StudentProgress> {
  const query = queryOf(choice, batch, viewer, context.clock.now());
  let after: ProgressPlace | null = null;
  do {
    const rows: ProgressRow[] = await progressPage(context.database.reader, {
      ...query,
      after,
      limit: rowsAtOnce,
    }).execute();
    yield* await withStandings(context, rows, readResults);
    const last = rows[rowsAtOnce - 1];
    after = last === undefined ? null : placeOf(last);
  } while (after !== null);
}

// Audited before the first byte.
export const progressExportCall = (readResults: ReadResults) =>
  read(exportBatchProgress, {
    who: ownBatchOf,
    async run({ context, resource: { batch, viewer }, query, reply }) {
      // Refuses a filter together with a project before anything is read.
      queryOf(query, batch, viewer, context.clock.now());
      await context.database.transaction((writer) =>
        recordAuditEvent(writer, {
          at: context.clock.now(),
          actorId: viewer.accountId,
          act: 'export-progress',
          subject: batch.name,
        }),
      );
      reply.headers(csvHeaders(batch.name));
      return csvStream(
        columnsIn(context.settings.academyZone),
        everyStudent(context, batch, viewer, query, readResults),
      );
    },
  });
