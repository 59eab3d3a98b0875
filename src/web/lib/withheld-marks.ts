import type { Timeline, TimelineTask } from '#contract/submissions/calls';

/**
 * A task as its student sees it: where the batch wants the comment to be read first, the number of a mark that was not read yet is
 * withheld (`marks` is null) until a press shows it.
 */
export type ShownTask = TimelineTask & { isWithheld?: boolean };
export type ShownTimeline = Omit<Timeline, 'tasks'> & { tasks: ShownTask[] };

/** A mark as it stood when it was shown: a change of it is another one. */
const keyOf = ({ task, marked_version, marked_at }: TimelineTask) => `${task} ${marked_version} ${marked_at}`;

const shown = new Set<string>();

/** Notes that the number of a mark was shown on this page, whether or not the portal has heard of it yet. */
export function noteShown(task: TimelineTask): void {
  shown.add(keyOf(task));
}

/** A timeline whose marks are withheld as the batch wants it. A mark without words has nothing to be read before it. */
export function withholdMarks(timeline: Timeline): ShownTimeline {
  if (!timeline.comment_first) return timeline;
  const isDue = (task: TimelineTask) =>
    task.marks !== null &&
    task.comments !== null &&
    task.comments !== '' &&
    task.read_at === null &&
    !shown.has(keyOf(task));
  return {
    ...timeline,
    tasks: timeline.tasks.map((task) => (isDue(task) ? { ...task, marks: null, isWithheld: true } : task)),
  };
}
