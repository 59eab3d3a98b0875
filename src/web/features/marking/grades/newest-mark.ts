import type { ShownTask } from '../../../lib/withheld-marks.ts';

/**
 * The task whose mark was given last, its number shown or still withheld; null before the first. Where no time is known, the
 * later task counts as newer.
 */
export function newestMark(tasks: readonly ShownTask[]): ShownTask | null {
  let newest: ShownTask | null = null;
  for (const task of tasks) {
    if (task.marks === null && task.isWithheld !== true) continue;
    if (newest === null || (task.marked_at ?? '') >= (newest.marked_at ?? '')) newest = task;
  }
  return newest;
}
