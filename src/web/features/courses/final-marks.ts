import { meanOfMarks } from '#contract/marking/mean-of-marks';
import type { StudentResult } from '#contract/results/result-calls';
import type { TimelineTask } from '#contract/submissions/calls';

export type FinalMarks = NonNullable<ReturnType<typeof finalMarks>>;

/** Whether the last of the six marks is released. */
export const isFinished = (tasks: readonly TimelineTask[]): boolean =>
  tasks.length > 0 && tasks.every(({ marks }) => marks !== null);

/** Null before the end. @param result undefined where it could not be read */
export function finalMarks(tasks: readonly TimelineTask[], result: StudentResult | undefined) {
  if (!isFinished(tasks)) return null;
  const of = (name: string) => tasks.find(({ task }) => task === name)?.marks;
  const [final, viva] = [of('final'), of('viva')];
  if (final == null || viva == null) return null;
  const weeks = tasks.flatMap(({ task, marks }) =>
    task.startsWith('week-') && marks !== null ? [marks] : [],
  );
  const weeksMean = meanOfMarks(weeks);
  if (weeksMean === null) return null;
  const times = tasks.flatMap(({ marked_at }) => marked_at ?? []);
  return {
    weeks,
    weeksMean,
    final,
    viva,
    result: result?.result ?? null,
    passed: result?.passed ?? null,
    grade: result?.grade ?? null,
    /** Null where it is not known. */
    finishedAt: times.length === tasks.length ? times.reduce((a, b) => (a > b ? a : b)) : null,
  };
}
