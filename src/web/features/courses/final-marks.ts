import type { TimelineTask } from '#contract/submissions/calls';
import { meanOfMarks } from '../../lib/mean-of-marks.ts';

/** Means are rounded to one decimal. */
export type FinalMarks = {
  weeks: number[];
  weeksMean: number;
  final: number;
  viva: number;
  mean: number;
  /** Null where it is not known. */
  finishedAt: string | null;
};

/** Null until the last of the six marks is released. */
export function finalMarks(tasks: readonly TimelineTask[]): FinalMarks | null {
  const marks = tasks.map((task) => task.marks);
  if (marks.length === 0 || !marks.every((one) => one !== null)) return null;
  const of = (name: string) => tasks.find(({ task }) => task === name)?.marks;
  const [final, viva] = [of('final'), of('viva')];
  if (final == null || viva == null) return null;
  const weeks = tasks.flatMap(({ task, marks }) =>
    task.startsWith('week-') && marks !== null ? [marks] : [],
  );
  const [weeksMean, mean] = [meanOfMarks(weeks), meanOfMarks(marks)];
  if (weeksMean === null || mean === null) return null;
  const times = tasks.flatMap(({ marked_at }) => marked_at ?? []);
  return {
    weeks,
    weeksMean,
    final,
    viva,
    mean,
    finishedAt: times.length === tasks.length ? times.reduce((a, b) => (a > b ? a : b)) : null,
  };
}
