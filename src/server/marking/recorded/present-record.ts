import { isoInstant, tasks, type Task } from '#contract/dates';
import type { DeskSubmission } from '#contract/marking/calls';
import { shownName } from '#contract/accounts/person-name';
import type {
  ListedRecord,
  OwnRecord,
  RecordedMark,
  StaffRecord,
} from '#contract/marking/recorded-mark-calls';
import type { Review } from '#contract/marking/review-calls';
import { commentsHtml, presentGivenLines, presentReadAt } from '../mark-presenter.ts';
import { presentMarkRubric } from '../mark-rubric.ts';
import { takeBackUntil } from '../mark-rules.ts';
import { presentReviewUntil } from '../reviews/review-until.ts';
import type { NewestMark } from '../staff-queries.ts';
import { isStanding, recordCounts } from './counted.ts';
import type { RecordRow } from './queries.ts';

/** As `mark-rules` reads a mark's times. */
export const timesOf = ({ recordedAt, releasedAt, numberSince, readAt }: RecordRow) => ({
  marked_at: recordedAt,
  released_at: releasedAt,
  number_since: numberSince,
  read_at: readAt,
});

export function presentRecord(row: RecordRow): RecordedMark {
  const { status, marks, comments, format, html, recordedAt, recorder } = row;
  return {
    status,
    marks,
    comments,
    ...commentsHtml(format, comments, html),
    at: isoInstant(recordedAt),
    by: recorder === null ? null : shownName(recorder),
    counts: recordCounts(row),
    submitted_after: !isStanding(row),
  };
}

/** @param limit of reviews */
export function presentOwnRecord(
  row: RecordRow,
  second_look: Review | null,
  limit: { days: number | null; zone: string; now: number },
): OwnRecord {
  return {
    ...presentRecord(row),
    ...presentReviewUntil(timesOf(row), { ...limit, isRequested: second_look !== null }),
    ...(row.rubric !== null && { rubric: presentGivenLines(row.rubric) }),
    read_at: presentReadAt(timesOf(row)),
    second_look,
  };
}

export function presentListedRecord(row: RecordRow): ListedRecord {
  const isReleased = row.released === 1;
  return {
    ...presentRecord(row),
    released: isReleased,
    take_back_until: isReleased ? isoInstant(takeBackUntil(timesOf(row))) : null,
  };
}

/** With the reason for a mark that differs from its rubric. */
export function presentStaffRecord(row: RecordRow, second_look: Review | null): StaffRecord {
  return {
    ...presentListedRecord(row),
    ...presentMarkRubric(row),
    format: row.format ?? 'plain',
    read_at: presentReadAt(timesOf(row)),
    second_look,
  };
}

const inOrder = <Row extends { task: Task }>(rows: readonly Row[]): Row[] =>
  rows.toSorted((one, other) => tasks.indexOf(one.task) - tasks.indexOf(other.task));

/** Marks of other tasks for the same choice, and records. */
export function presentOthers(
  task: Task,
  newest: readonly NewestMark[],
  records: readonly RecordRow[],
): Pick<DeskSubmission, 'other_marks' | 'other_records'> {
  const others = inOrder(records.filter((record) => record.task !== task));
  return {
    other_marks: inOrder(newest).flatMap(({ marks, comments, released, isCurrent, ...one }) =>
      one.task === task || marks === null || isCurrent === 0
        ? []
        : [
            {
              task: one.task,
              version: one.version,
              marks,
              comments: comments ?? '',
              released: released === 1,
            },
          ],
    ),
    ...(others.length > 0 && {
      other_records: others.map((row) => ({ task: row.task, ...presentListedRecord(row) })),
    }),
  };
}
