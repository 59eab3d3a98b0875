import type { Stone, StoneState } from '#contract/progress/calls';
import { isOpen, tasks, type Task } from '#contract/dates';
import { isForChoice, isLateNow, readExtensions } from '../submissions/due-dates.ts';
import type { Standing } from '../submissions/staff-queries.ts';

/** The mark of the newest version, if any. */
type Handed = Pick<Standing, 'task' | 'late' | 'marks' | 'released' | 'submittedAt' | 'extensions'> & {
  number?: string;
};

/** Null without a project. */
export type Choice = { startedAt: number | null; chosenAt: number | null };

/** Submissions of the current project only. */
export function ofChoice<Row extends Pick<Handed, 'submittedAt'>>(
  handed: readonly Row[],
  choice: Choice,
): Row[] {
  return handed.filter(({ submittedAt }) => isForChoice(submittedAt, choice));
}

/** By the current due date. */
export function isHandedLate(row: Pick<Handed, 'task' | 'late' | 'submittedAt' | 'extensions'>): boolean {
  const { task, late, submittedAt, extensions } = row;
  return isLateNow({ task, late, submitted_at: submittedAt }, readExtensions(extensions));
}

/**
 * A version after a mark waits for its own mark.
 * @param start of the project, null without one
 */
export function stoneState(
  task: Task,
  handed: Pick<Handed, 'marks' | 'released'> | undefined,
  { start, now }: { start: number | null; now: number },
): StoneState {
  if (handed === undefined) return start !== null && isOpen(task, start, now) ? 'open' : 'locked';
  if (handed.marks === null) return 'submitted';
  return handed.released === 1 ? 'released' : 'held-back';
}

export function stonesOf(handed: readonly Handed[], choice: Choice, now: number): Stone[] {
  const own = ofChoice(handed, choice);
  return tasks.map((task) => {
    const row = own.find((one) => one.task === task);
    return {
      task,
      state: stoneState(task, row, { start: choice.startedAt, now }),
      late: row !== undefined && isHandedLate(row),
      marks: row?.marks ?? null,
      ...(row?.number !== undefined && { number: row.number }),
    };
  });
}
