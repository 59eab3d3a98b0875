import type { ShownTask } from '../../../lib/withheld-marks.ts';

/** Even if its number is withheld; null before the first. Without a time, the later task counts as newer. */
export function newestMark(tasks: readonly ShownTask[]): ShownTask | null {
  let newest: ShownTask | null = null;
  for (const task of tasks) {
    if (task.marks === null && task.isWithheld !== true) continue;
    if (newest === null || (task.marked_at ?? '') >= (newest.marked_at ?? '')) newest = task;
  }
  return newest;
}
