import type { Task } from '#contract/dates';
import type { TaskState } from '#contract/submissions/calls';
import { recordCounts } from '../recorded/counted.ts';
import type { RecordRow } from '../recorded/queries.ts';
import type { TaskProgressRow } from './queries.ts';

export const recordOf = (task: Task, records: readonly RecordRow[] = []): RecordRow | undefined =>
  records.find((record) => record.task === task);

/** The released record if its number counts. A record that excuses has none: the state is as without a mark. */
export const countedNumber = (record: RecordRow | undefined): RecordRow | undefined =>
  record !== undefined && record.marks !== null && recordCounts(record) ? record : undefined;

export function stateOf(
  row: TaskProgressRow | undefined,
  record: RecordRow | undefined,
  isTaskOpen: boolean,
): TaskState {
  if (countedNumber(record) !== undefined) return 'marked';
  if (row !== undefined && row.marks !== null) return 'marked';
  if (row !== undefined) return 'submitted';
  return isTaskOpen ? 'open' : 'locked';
}

/** The row of a task that a record excuses: the mark of an earlier version no longer shows. */
const withoutMark = (row: TaskProgressRow): TaskProgressRow => ({
  ...row,
  marks: null,
  comments: null,
  format: null,
  html: null,
  rubric: null,
  markedAt: null,
  releasedAt: null,
  readAt: null,
  reviewAt: null,
  markedId: null,
  markedVersion: null,
  markedNumber: null,
  lineComments: null,
  markedBy: null,
});

const excuses = (record: RecordRow | undefined): boolean =>
  record?.status === 'excused' && recordCounts(record);

/** `current`: undefined for a version of an earlier project choice, whose marks the rows do not have. */
export function rowsOfTask(
  rows: readonly TaskProgressRow[],
  task: Task,
  start: number | null,
  record: RecordRow | undefined,
) {
  const found = start === null ? undefined : rows.find((candidate) => candidate.task === task);
  const row = found !== undefined && excuses(record) ? withoutMark(found) : found;
  return { row, current: row?.isCurrent === 1 ? row : undefined };
}
