import type { Call } from '../../lib/calls/client.ts';
import { whenSeen } from '../../lib/offline/seen-answers.ts';
import { useClockOffset } from '../../lib/page/page-time.ts';
import { clockOffset, useServerNow } from '../../lib/page/server-clock.ts';
import { withholdMarks, type ShownTask, type ShownTimeline } from '../../lib/withheld-marks.ts';

/**
 * With the server's clock offset at arrival, in milliseconds; null where it came with the page, whose own
 * counts.
 */
export type TimelineSnapshot = { timeline: ShownTimeline; offset: number | null };

/** For loaders. @throws CallError */
export async function readTimeline(call: Call, s_id: string): Promise<TimelineSnapshot> {
  const timeline = await call('readTimeline', { params: { s_id } });
  return { timeline: withholdMarks(timeline), offset: clockOffset(timeline.now, whenSeen(timeline)) };
}

/** Locked tasks may have opened since the timeline was read. */
export function tasksAt(tasks: readonly ShownTask[], now: number): ShownTask[] {
  return tasks.map((task) =>
    task.state === 'locked' && task.opens_at !== null && Date.parse(task.opens_at) <= now
      ? { ...task, state: 'open' }
      : task,
  );
}

/** Ms since 1970 UTC; rerenders when a task opens, and when a due date or the viva's deadline passes. */
export function useTimelineNow({ timeline, offset }: TimelineSnapshot): number {
  const { tasks, viva_deadline } = timeline;
  const instants = [...tasks.flatMap(({ opens_at, due_at }) => [opens_at, due_at]), viva_deadline];
  return useServerNow(
    useClockOffset(offset),
    instants.flatMap((at) => (at === null ? [] : Date.parse(at))),
  );
}

/** Rerenders when a task opens. */
export function useLiveTasks(snapshot: TimelineSnapshot): ShownTask[] {
  return tasksAt(snapshot.timeline.tasks, useTimelineNow(snapshot));
}
