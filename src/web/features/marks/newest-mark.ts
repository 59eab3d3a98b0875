import type { TimelineTask } from '#contract/submissions';

/** The task whose mark was released last; null before the first. Where no time is known, the later task counts as newer. */
export function newestMark(tasks: readonly TimelineTask[]): (TimelineTask & { marks: number }) | null {
  let newest: (TimelineTask & { marks: number }) | null = null;
  for (const task of tasks) {
    if (task.marks === null) continue;
    if (newest === null || (task.marked_at ?? '') >= (newest.marked_at ?? ''))
      newest = { ...task, marks: task.marks };
  }
  return newest;
}
