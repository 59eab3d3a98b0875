import type { Timeline, TimelineTask } from '#contract/submissions/calls';
import { countingRecord } from './record-words.ts';

/**
 * Where the batch wants the comment read first, an unread mark's number is withheld (`marks` is null) until a
 * click shows it.
 */
export type ShownTask = TimelineTask & { isWithheld?: boolean };
export type ShownTimeline = Omit<Timeline, 'tasks'> & { tasks: ShownTask[] };

/** A changed mark has another key. */
const keyOf = ({ task, marked_version, marked_at }: TimelineTask) => `${task} ${marked_version} ${marked_at}`;

const shown = new Set<string>();

const withheld = ({ recorded, ...task }: TimelineTask): ShownTask => ({
  ...task,
  ...(recorded !== undefined && { recorded: recorded.counts ? { ...recorded, marks: null } : recorded }),
  marks: null,
  isWithheld: true,
});

export function noteShown(task: TimelineTask): void {
  shown.add(keyOf(task));
}

/** What counts without a file takes the place of a version's mark. */
function withRecord(task: TimelineTask): TimelineTask {
  const record = countingRecord(task);
  if (record === undefined) return task;
  const { comments_html: _, rubric: __, ...rest } = task;
  const { marks, comments, comments_html: html, rubric, at, by, read_at, second_look } = record;
  return {
    ...rest,
    marks,
    comments,
    ...(html !== undefined && { comments_html: html }),
    ...(rubric !== undefined && { rubric }),
    marked_version: null,
    marked_at: at,
    marked_by: by,
    read_at,
    second_look,
  };
}

/** What counts for each task, as the batch wants it. A mark without a comment has nothing to read first. */
export function withholdMarks(timeline: Timeline): ShownTimeline {
  const tasks = timeline.tasks.map(withRecord);
  if (!timeline.comment_first) return { ...timeline, tasks };
  const isDue = (task: TimelineTask) =>
    task.marks !== null &&
    // "Absent" says its number.
    (countingRecord(task)?.status ?? 'marked') === 'marked' &&
    task.comments !== null &&
    task.comments !== '' &&
    task.read_at === null &&
    !shown.has(keyOf(task));
  return {
    ...timeline,
    tasks: tasks.map((task) => (isDue(task) ? withheld(task) : task)),
  };
}
