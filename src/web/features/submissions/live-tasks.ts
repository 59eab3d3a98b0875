import type { Timeline, TimelineTask } from '#contract/submissions';
import type { Call } from '../../lib/client.ts';
import { useClockOffset } from '../../lib/page-time.ts';
import { clockOffset, useServerNow } from '../../lib/server-clock.ts';

/**
 * A timeline with the clock offset of the server when it arrived, in milliseconds; null where it came with the page, whose
 * own offset counts.
 */
export type TimelineSnapshot = { timeline: Timeline; offset: number | null };

/** The student's timeline, for loaders. @throws CallError */
export async function readTimeline(call: Call, s_id: string): Promise<TimelineSnapshot> {
  const timeline = await call('readTimeline', { params: { s_id } });
  return { timeline, offset: clockOffset(timeline.now) };
}

/** The tasks' states at an instant: locked tasks may have opened since the timeline was read. */
export function tasksAt(tasks: readonly TimelineTask[], now: number): TimelineTask[] {
  return tasks.map((task) =>
    task.state === 'locked' && task.opens_at !== null && Date.parse(task.opens_at) <= now
      ? { ...task, state: 'open' }
      : task,
  );
}

/** The tasks' current states; rerenders when one opens. */
export function useLiveTasks({ timeline, offset }: TimelineSnapshot): TimelineTask[] {
  const openingTimes = timeline.tasks.flatMap(({ opens_at }) =>
    opens_at === null ? [] : Date.parse(opens_at),
  );
  return tasksAt(timeline.tasks, useServerNow(useClockOffset(offset), openingTimes));
}
