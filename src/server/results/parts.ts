import { tasks, type Task } from '#contract/dates';
import { lateDays } from '#contract/results/late-days';
import type { Counted, Parts } from '#contract/results/result';
import { cameAfter, recordCounts } from '../marking/recorded/counted.ts';
import { recordsOf, type RecordRow } from '../marking/recorded/queries.ts';
import { recordReviewsAt } from '../marking/recorded/record-review-queries.ts';
import { resultMarksOf, type ResultMarkRow } from '../marking/result-marks.ts';
import type { Reader } from '../platform/database/database.ts';
import { readExtensions } from '../submissions/due-dates.ts';

/** Of a student: as the student may know it, and with what is not released. */
type StudentParts = { released: Parts; all: Parts };

type Version = { submittedAt: number; late: 0 | 1; dueAt: number | null };

function partOf(
  task: Task,
  { extensions, hasOpenReview }: ResultMarkRow,
  { submittedAt, late, dueAt }: Version,
  marks: number | null,
): Counted {
  const extendedTo = readExtensions(extensions)[task]?.due_at ?? null;
  const late_days = lateDays({ submittedAt, late: late === 1, dueAt, extendedTo });
  const review = hasOpenReview === 1 ? { under_review: true } : {};
  return marks === null
    ? { status: 'open', late_days, ...review }
    : { status: 'marked', marks, late_days, ...review };
}

/** The released mark; without one the newest version, which waits for its mark. */
function releasedPart(task: Task, row: ResultMarkRow): Counted {
  const { shownSubmittedAt: submittedAt, shownLate: late, shownDueAt: dueAt, shownMarks } = row;
  if (submittedAt === null || late === null || shownMarks === null) return partOf(task, row, row, null);
  return partOf(task, row, { submittedAt, late, dueAt }, shownMarks);
}

const allPart = (task: Task, row: ResultMarkRow): Counted =>
  row.marks === null ? releasedPart(task, row) : partOf(task, row, row, row.marks);

const nothing: Counted = { status: 'open', late_days: 0 };

/** A mark without a file is never late. */
function recordedPart({ status, marks }: RecordRow, isUnderReview: boolean): Counted {
  const review = isUnderReview ? { under_review: true } : {};
  return status === 'marked' ? { status, marks: marks ?? 0, late_days: 0, ...review } : { status, ...review };
}

/** Staff also see what is not released: the mark of a version that came after the record counts in its place. */
const countsForStaff = (record: RecordRow, row: ResultMarkRow | undefined): boolean =>
  row === undefined || row.marks === null || !cameAfter(row.newestId, record);

type Of = { rows: readonly ResultMarkRow[]; records: readonly RecordRow[]; reviewed: ReadonlySet<number> };

function partsOfRows({ rows, records, reviewed }: Of): StudentParts {
  const of = (
    part: (task: Task, row: ResultMarkRow) => Counted,
    counts: (record: RecordRow, row: ResultMarkRow | undefined) => boolean,
  ): Parts =>
    Object.fromEntries(
      tasks.map((task) => {
        const row = rows.find((one) => one.task === task);
        const record = records.find((one) => one.task === task);
        if (record !== undefined && counts(record, row))
          return [task, recordedPart(record, reviewed.has(record.id))];
        return [task, row === undefined ? nothing : part(task, row)];
      }),
    ) as Parts;
  return {
    released: of(releasedPart, (record) => record.released === 1 && recordCounts(record)),
    all: of(allPart, countsForStaff),
  };
}

/** By account; those without a submission have parts as well. */
export async function readParts(
  reader: Reader,
  accountIds: readonly number[],
): Promise<ReadonlyMap<number, StudentParts>> {
  // PostgreSQL refuses an empty list.
  const rows = accountIds.length === 0 ? [] : await resultMarksOf(reader, accountIds);
  const records = await recordsOf(reader, accountIds);
  const asked = records.filter(({ reviewAt }) => reviewAt !== null).map(({ id }) => id);
  const reviews = await recordReviewsAt(reader, asked);
  const reviewed = new Set(
    reviews.filter(({ answeredAt }) => answeredAt === null).map(({ recordId }) => recordId),
  );
  const rowsOf = Map.groupBy(rows, ({ accountId }) => accountId);
  const recordsBy = Map.groupBy(records, ({ accountId }) => accountId);
  return new Map(
    accountIds.map((id) => [
      id,
      partsOfRows({ rows: rowsOf.get(id) ?? [], records: recordsBy.get(id) ?? [], reviewed }),
    ]),
  );
}
