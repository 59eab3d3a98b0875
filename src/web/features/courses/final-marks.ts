import { meanOfMarks } from '#contract/marking/mean-of-marks';
import type { StudentResult } from '#contract/results/result-calls';
import type { TimelineTask } from '#contract/submissions/calls';
import { isExcused } from '../../lib/record-words.ts';

export type FinalMarks = NonNullable<ReturnType<typeof finalMarks>>;

/** Whether the last of the six marks is released. An excused task has none. */
export const isFinished = (tasks: readonly TimelineTask[]): boolean =>
  tasks.length > 0 && tasks.every((task) => task.marks !== null || isExcused(task));

/** Null before the end. @param result undefined where it could not be read */
export function finalMarks(tasks: readonly TimelineTask[], result: StudentResult | undefined) {
  const marked = tasks.filter(({ marks }) => marks !== null);
  // Excused from every task: nothing was finished.
  if (!isFinished(tasks) || marked.length === 0) return null;
  const of = (name: string) => tasks.find(({ task }) => task === name)?.marks ?? null;
  const weeks = tasks.flatMap(({ task, marks }) => (task.startsWith('week-') ? [marks] : []));
  const times = marked.flatMap(({ marked_at }) => marked_at ?? []);
  return {
    weeks,
    /** Null with fewer than two marks. */
    weeksMean: meanOfMarks(weeks),
    final: of('final'),
    viva: of('viva'),
    result: result?.result ?? null,
    passed: result?.passed ?? null,
    grade: result?.grade ?? null,
    /** Null where it is not known. */
    finishedAt: times.length === marked.length ? times.reduce((a, b) => (a > b ? a : b)) : null,
  };
}
