import { isOpen, opensAt, type Task, tasks, instantOrNull } from '#contract/dates';
import { dayMs } from '#contract/durations';
import type { Stone, StoneState, StudentProgress } from '#contract/progress/calls';
import { isSameBatch } from '#contract/limits';
import type { ListedResult } from '#contract/results/result-calls';
import { shownName } from '#contract/accounts/person-name';
import { presentChosenProject } from '../selections/presenter.ts';
import { recordCounts, standingRecord } from '../marking/recorded/counted.ts';
import type { RecordRow } from '../marking/recorded/queries.ts';
import type { Standing } from '../marking/staff-queries.ts';
import type { ProgressRow } from './progress-queries.ts';
import { isLateNow, readExtensions } from '../submissions/due-dates.ts';
import { taskLabel } from '../submissions/open-task.ts';

/** The mark of the newest version, if any. */
type SubmittedTask = Pick<
  Standing,
  'task' | 'late' | 'marks' | 'released' | 'submittedAt' | 'extensions' | 'isCurrent'
> & { number?: string };

/** A mark without a file. */
type Recorded = Pick<
  RecordRow,
  'task' | 'status' | 'marks' | 'released' | 'submissionId' | 'newestId' | 'releasedId'
>;

type Choice = { startedAt: number | null };

/** Submissions of the current project only. */
export function ofChoice<Row extends Pick<SubmittedTask, 'isCurrent'>>(
  submitted: readonly Row[],
  { startedAt }: Choice,
): Row[] {
  return startedAt === null ? [] : submitted.filter(({ isCurrent }) => isCurrent === 1);
}

/** By the current due date. */
export function isSubmittedLate(
  row: Pick<SubmittedTask, 'task' | 'late' | 'submittedAt' | 'extensions'>,
): boolean {
  const { task, late, submittedAt, extensions } = row;
  return isLateNow({ task, late, submitted_at: submittedAt }, readExtensions(extensions));
}

/**
 * A version after a mark waits for its own mark.
 * @param start of the project, null without one
 */
export function stoneState(
  task: Task,
  submitted: Pick<SubmittedTask, 'marks' | 'released'> | undefined,
  { start, now }: { start: number | null; now: number },
): StoneState {
  if (submitted === undefined) return start !== null && isOpen(task, start, now) ? 'open' : 'locked';
  if (submitted.marks === null) return 'submitted';
  return submitted.released === 1 ? 'released' : 'held-back';
}

/** Of a record that stands in a task's place; one that excuses leaves the task as without a mark. */
export function ruledBy(
  task: Task,
  submitted: Pick<SubmittedTask, 'marks' | 'released'> | undefined,
  records: readonly Recorded[],
): Pick<SubmittedTask, 'marks' | 'released'> | undefined {
  const record = standingRecord(records, task);
  if (record === undefined) return submitted;
  return record.marks === null ? submitted && { marks: null, released: null } : record;
}

export function stonesOf(
  submitted: readonly SubmittedTask[],
  choice: Choice,
  now: number,
  records: readonly Recorded[] = [],
): Stone[] {
  const own = ofChoice(submitted, choice);
  return tasks.map((task) => {
    const row = own.find((one) => one.task === task);
    const ruling = ruledBy(task, row, records);
    const record = records.find((one) => one.task === task);
    return {
      task,
      state: stoneState(task, ruling, { start: choice.startedAt, now }),
      late: row !== undefined && isSubmittedLate(row),
      marks: ruling?.marks ?? null,
      ...(row?.number !== undefined && { number: row.number }),
      ...(record !== undefined && {
        recorded: { status: record.status, counts: recordCounts(record), released: record.released === 1 },
      }),
    };
  });
}

/** In milliseconds: a week later the next task opens. */
export const noticedMs = 7 * dayMs;

export type ProgressFacts = {
  signedUpAt: number;
  /** No login, so nothing is expected. */
  isSuspended: boolean;
  /** Null: never logged in. */
  seenAt: number | null;
  /** Null without a project. */
  startedAt: number | null;
  submitted: ReadonlySet<Task>;
  hasBatch: boolean;
  /** Null if equal to the batch. */
  typedBatch: string | null;
};

const daysBetween = (from: number, to: number) => Math.floor((to - from) / dayMs);

/** Of a student who has left, as a rule. */
export const suspendedReason = 'Suspended';

function days(count: number): string {
  return `${count} ${count === 1 ? 'day' : 'days'}`;
}

function waiting({ hasBatch, typedBatch }: ProgressFacts): string | null {
  if (!hasBatch)
    return typedBatch === null ? 'waits for a batch' : `waits for a batch: entered “${typedBatch}” at signup`;
  return typedBatch === null ? null : `check the batch: entered “${typedBatch}” at signup`;
}

/** The first unsubmitted task, or the project selection, overdue by seven days. */
function behind({ signedUpAt, startedAt, submitted }: ProgressFacts, now: number): string | null {
  if (startedAt === null) {
    const since = now - signedUpAt;
    return since < noticedMs ? null : `no project ${days(daysBetween(signedUpAt, now))} after signup`;
  }
  const task = tasks.find((one) => !submitted.has(one));
  if (task === undefined) return null;
  const since = opensAt(task, startedAt);
  return now - since < noticedMs
    ? null
    : `${taskLabel(task).toLowerCase()} open for ${days(daysBetween(since, now))}`;
}

function seen(seenAt: number | null, now: number): string {
  if (seenAt === null) return 'never logged in';
  const count = daysBetween(seenAt, now);
  return count <= 0 ? 'last seen today' : `last seen ${days(count)} ago`;
}

/** One plain line, such as "Week 2 open for 9 days; last seen 6 days ago"; null if on track. Facts only, no score. */
export function progressReason(facts: ProgressFacts, now: number): string | null {
  const { signedUpAt, seenAt, submitted } = facts;
  if (facts.isSuspended) return suspendedReason;
  const isDone = submitted.size === tasks.length;
  const what = behind(facts, now);
  const isSilent = !isDone && now - (seenAt ?? signedUpAt) >= noticedMs;
  const parts = [waiting(facts), what, what !== null || isSilent ? seen(seenAt, now) : null];
  const line = parts.filter((part) => part !== null).join('; ');
  return line === '' ? null : line.charAt(0).toUpperCase() + line.slice(1);
}

/** `typedBatch` only if it differs from the batch. */
type Shown = Pick<
  ProgressRow,
  'typedBatch' | 'batch' | 'signedUpAt' | 'seenAt' | 'suspendedAt' | 'startedAt'
>;

/** @param records whose tasks are decided, so nobody is behind with them */
export function reasonOf(
  row: Shown,
  standings: readonly Pick<Standing, 'task' | 'isCurrent'>[],
  now: number,
  records: readonly Pick<RecordRow, 'task'>[] = [],
): string | null {
  const { typedBatch, batch, signedUpAt, seenAt, suspendedAt, startedAt } = row;
  return progressReason(
    {
      signedUpAt,
      seenAt,
      isSuspended: suspendedAt !== null,
      startedAt,
      submitted: new Set([...ofChoice(standings, row), ...records].map(({ task }) => task)),
      hasBatch: batch !== null,
      typedBatch: typedBatch !== null && !isSameBatch(typedBatch, batch) ? typedBatch : null,
    },
    now,
  );
}

export function presentStudentProgress(
  row: ProgressRow,
  standings: readonly Standing[],
  result: ListedResult | undefined,
  now: number,
  records: readonly RecordRow[],
): StudentProgress {
  return {
    student: { s_id: row.email, s_name: shownName(row.name) },
    project: presentChosenProject(row),
    seen_at: instantOrNull(row.seenAt),
    stones: stonesOf(standings, row, now, records),
    ...(result !== undefined && { result }),
    reason: reasonOf(row, standings, now, records),
  };
}
