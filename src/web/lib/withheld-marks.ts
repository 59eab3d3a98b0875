import type { Timeline, TimelineTask } from '#contract/submissions/calls';

/**
 * Where the batch wants the comment read first, an unread mark's number is withheld (`marks` is null) until a
 * click shows it.
 */
export type ShownTask = TimelineTask & { isWithheld?: boolean };
export type ShownTimeline = Omit<Timeline, 'tasks'> & { tasks: ShownTask[] };

/** A changed mark has another key. */
const keyOf = ({ task, marked_version, marked_at }: TimelineTask) => `${task} ${marked_version} ${marked_at}`;

const shown = new Set<string>();

export function noteShown(task: TimelineTask): void {
  shown.add(keyOf(task));
}

/** As the batch wants it. A mark without a comment has nothing to read first. */
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
