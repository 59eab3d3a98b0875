import { tasks, type Task } from '#contract/dates';
import { lateDays } from '#contract/results/late-days';
import type { Counted, Parts } from '#contract/results/result';
import { resultMarksOf, type ResultMarkRow } from '../marking/result-marks.ts';
import type { Reader } from '../platform/database/database.ts';
import { readExtensions } from '../submissions/due-dates.ts';

/** Of a student: as the student may know it, and with what is not released. */
export type StudentParts = { released: Parts; all: Parts };

type Version = { submittedAt: number; late: 0 | 1; dueAt: number | null };

function partOf(
  task: Task,
  { extensions, hasOpenLook }: ResultMarkRow,
  { submittedAt, late, dueAt }: Version,
  marks: number | null,
): Counted {
  const extendedTo = readExtensions(extensions)[task]?.due_at ?? null;
  const late_days = lateDays({ submittedAt, late: late === 1, dueAt, extendedTo });
  const review = hasOpenLook === 1 ? { under_review: true } : {};
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

const nothing: Counted = { status: 'open', late_days: 0 };

function partsOfRows(rows: readonly ResultMarkRow[]): StudentParts {
  const of = (part: (task: Task, row: ResultMarkRow) => Counted): Parts =>
    Object.fromEntries(
      tasks.map((task) => {
        const row = rows.find((one) => one.task === task);
        return [task, row === undefined ? nothing : part(task, row)];
      }),
    ) as Parts;
  return {
    released: of(releasedPart),
    all: of((task, row) =>
      row.marks === null ? releasedPart(task, row) : partOf(task, row, row, row.marks),
    ),
  };
}

/** By account; those without a submission have parts as well. */
export async function readParts(
  reader: Reader,
  accountIds: readonly number[],
): Promise<ReadonlyMap<number, StudentParts>> {
  // PostgreSQL refuses an empty list.
  const rows = accountIds.length === 0 ? [] : await resultMarksOf(reader, accountIds);
  const byAccount = Map.groupBy(rows, ({ accountId }) => accountId);
  return new Map(accountIds.map((id) => [id, partsOfRows(byAccount.get(id) ?? [])]));
}
