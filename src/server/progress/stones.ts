import type { Stone, StoneState } from '#contract/progress/calls';
import { isOpen, tasks, type Task } from '#contract/dates';
import { isForChoice, isLateNow, readExtensions } from '../submissions/due-dates.ts';
import type { Standing } from '../submissions/staff-queries.ts';

/** What a stone's state follows from: the mark of the newest version, where there is one. */
type Handed = Pick<Standing, 'task' | 'late' | 'marks' | 'released' | 'submittedAt' | 'extensions'>;

/** When a student's project started and when it was chosen; null without one. */
export type Choice = { startedAt: number | null; chosenAt: number | null };

/** What was handed in for the standing project: hand-ins of an earlier one stay with that. */
export function ofChoice<Row extends Pick<Handed, 'submittedAt'>>(
  handed: readonly Row[],
  choice: Choice,
): Row[] {
  return handed.filter(({ submittedAt }) => isForChoice(submittedAt, choice));
}

/** Whether a newest version is late as things stand now. */
export function isHandedLate(row: Pick<Handed, 'task' | 'late' | 'submittedAt' | 'extensions'>): boolean {
  const { task, late, submittedAt, extensions } = row;
  return isLateNow({ task, late, submitted_at: submittedAt }, readExtensions(extensions));
}

/**
 * How far a student is in a task. A version that came after a mark waits for its own: it is handed in.
 * @param start the project's start, null without a project
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

/** The six stones of a student, in their order. */
export function stonesOf(handed: readonly Handed[], choice: Choice, now: number): Stone[] {
  const own = ofChoice(handed, choice);
  return tasks.map((task) => {
    const row = own.find((one) => one.task === task);
    return {
      task,
      state: stoneState(task, row, { start: choice.startedAt, now }),
      late: row !== undefined && isHandedLate(row),
      marks: row?.marks ?? null,
    };
  });
}
