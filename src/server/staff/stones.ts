import type { Stone, StoneState } from '#contract/batch-progress';
import { isOpen, tasks, type Task } from '#contract/dates';
import type { Standing } from '../submissions/staff-queries.ts';

/** What a stone's state follows from: the mark of the newest version, where there is one. */
type Handed = Pick<Standing, 'task' | 'late' | 'marks' | 'released'>;

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
export function stonesOf(handed: readonly Handed[], when: { start: number | null; now: number }): Stone[] {
  return tasks.map((task) => {
    const row = handed.find((one) => one.task === task);
    return {
      task,
      state: stoneState(task, row, when),
      late: row?.late === 1,
      marks: row?.marks ?? null,
    };
  });
}
