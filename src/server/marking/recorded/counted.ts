import type { Task } from '#contract/dates';
import type { RecordStatus } from '#contract/marking/recorded';
import type { Reader, Writer } from '../../platform/database/database.ts';
import { partsOf } from '../../platform/database/rows-at-once.ts';
import { recordsOf, type RecordRow } from './queries.ts';

/** Whether a version came after the record: then its mark, once released, counts in its place. */
export const cameAfter = (
  submissionId: number | null,
  record: Pick<RecordRow, 'submissionId'>,
): submissionId is number => submissionId !== null && submissionId > (record.submissionId ?? 0);

/** A released mark of a later version replaces the record; times decide nothing. */
export const recordCounts = (record: Pick<RecordRow, 'submissionId' | 'releasedId'>): boolean =>
  !cameAfter(record.releasedId, record);

/** Whether no version came after it. */
export const isStanding = (record: Pick<RecordRow, 'submissionId' | 'newestId'>): boolean =>
  !cameAfter(record.newestId, record);

/** The record that staff see in a task's place, released or not. */
export function standingRecord<Row extends Pick<RecordRow, 'task' | 'submissionId' | 'newestId'>>(
  records: readonly Row[],
  task: Task,
): Row | undefined {
  return records.find((record) => record.task === task && isStanding(record));
}

/** What counts for a student and a task of the current choice. */
export type Counted = {
  accountId: number;
  task: Task;
  status: RecordStatus;
  /** Null if excused. */
  marks: number | null;
  /** The version that was marked; null for a record. */
  submissionId: number | null;
};

/** The newest released mark of each task, by the triggers' read model. */
async function releasedMarks(database: Reader | Writer, accountIds: readonly number[]) {
  const found = [];
  for (const some of partsOf(accountIds))
    found.push(
      ...(await database
        .selectFrom('task_progress as progress')
        .innerJoin('marks', 'marks.submission_id', 'progress.released_id')
        .where('progress.account_id', 'in', some)
        .where('progress.is_current', '=', 1)
        .where('marks.released', '=', 1)
        .select(['progress.account_id as accountId', 'progress.task', 'marks.marks'])
        .select('marks.submission_id as submissionId')
        .execute()),
    );
  return found;
}

/**
 * What counts, from released marks and released records alone: the released mark of a version that came after the
 * record, else the record, else the mark. Every list, export, result and sheet reads it here.
 */
export async function countedOf(
  database: Reader | Writer,
  accountIds: readonly number[],
): Promise<Counted[]> {
  const records = (await recordsOf(database, accountIds)).filter(
    (record) => record.released === 1 && recordCounts(record),
  );
  const keyOf = ({ accountId, task }: { accountId: number; task: Task }) => `${accountId} ${task}`;
  const recorded = new Set(records.map(keyOf));
  const marks = (await releasedMarks(database, accountIds)).filter((mark) => !recorded.has(keyOf(mark)));
  return [
    ...marks.map((mark): Counted => ({ ...mark, status: 'marked' })),
    ...records.map(({ accountId, task, status, marks: given }): Counted => ({
      accountId,
      task,
      status,
      marks: given,
      submissionId: null,
    })),
  ];
}
