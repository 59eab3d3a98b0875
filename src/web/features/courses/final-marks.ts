import type { TimelineTask } from '#contract/submissions/calls';
import { meanOfMarks } from '#contract/marking/mean-of-marks';

export type FinalMarks = NonNullable<ReturnType<typeof finalMarks>>;

/** Null until the last of the six marks is released. Means are rounded to one decimal. */
export function finalMarks(tasks: readonly TimelineTask[]) {
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
    /** Null where it is not known. */
    finishedAt: times.length === tasks.length ? times.reduce((a, b) => (a > b ? a : b)) : null,
  };
}
