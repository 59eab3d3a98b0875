import type { TimelineTask } from '#contract/submissions/calls';
import { meanOfMarks } from '#contract/marking/mean-of-marks';
import { isExcused } from '../../lib/record-words.ts';

export type FinalMarks = NonNullable<ReturnType<typeof finalMarks>>;

/** Null until the last of the six marks is released. Means are rounded to one decimal. An excused task has no mark. */
export function finalMarks(tasks: readonly TimelineTask[]) {
  if (tasks.length === 0 || !tasks.every((task) => task.marks !== null || isExcused(task))) return null;
  const of = (name: string) => tasks.find(({ task }) => task === name)?.marks ?? null;
  const marks = tasks.map((task) => task.marks);
  const weeks = tasks.flatMap((task) => (task.task.startsWith('week-') ? [task.marks] : []));
  const mean = meanOfMarks(marks);
  if (mean === null) return null;
  const times = tasks.flatMap(({ marked_at }) => marked_at ?? []);
  return {
    weeks,
    /** Null with fewer than two marks, as `mean`. */
    weeksMean: meanOfMarks(weeks),
    final: of('final'),
    viva: of('viva'),
    mean,
    /** How many tasks count. */
    count: marks.filter((one) => one !== null).length,
    /** Null where it is not known. */
    finishedAt: times.length === tasks.length ? times.reduce((a, b) => (a > b ? a : b)) : null,
  };
}
