import type { Timeline, TimelineTask } from '#contract/submissions';
import { call } from '../../lib/client.ts';
import { clockOffset, useServerNow } from '../../lib/server-clock.ts';

/** A timeline with how far the server's clock was ahead of this device's when it came, in milliseconds. */
export type ReadTimeline = { timeline: Timeline; offset: number };

/** The student's timeline, for loaders. @throws CallError */
export async function readTimeline(s_id: string): Promise<ReadTimeline> {
  const timeline = await call('readTimeline', { params: { s_id } });
  return { timeline, offset: clockOffset(timeline.now) };
}

/** Tasks as they stand at an instant: what was locked when the timeline came may have opened since. */
export function tasksAt(tasks: readonly TimelineTask[], now: number): TimelineTask[] {
  return tasks.map((task) =>
    task.state === 'locked' && task.opens_at !== null && Date.parse(task.opens_at) <= now
      ? { ...task, state: 'open' }
      : task,
  );
}

/** The tasks as they stand now; a screen that uses them changes by itself when one opens. */
export function useLiveTasks({ timeline, offset }: ReadTimeline): TimelineTask[] {
  const openings = timeline.tasks.flatMap(({ opens_at }) => (opens_at === null ? [] : Date.parse(opens_at)));
  return tasksAt(timeline.tasks, useServerNow(offset, openings));
}
