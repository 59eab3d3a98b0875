import { isReviewInTime, reviewsEnded } from '#contract/marking/review-time';
import type { ListedReceipt } from '#contract/submissions/calls';
import type { Call } from '../../lib/calls/client.ts';
import { whenSeen } from '../../lib/offline/seen-answers.ts';
import { useClockOffset } from '../../lib/page/page-time.ts';
import { useNewReceipts } from '../../lib/outbox/use-outbox.ts';
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

/** The last day may have passed since the timeline was read. */
function reviewAt(task: ShownTask, now: number): ShownTask {
  const { review_until: until, second_look: look } = task;
  // Older versions cached data without this field.
  if (until === undefined || look || isReviewInTime({ until: Date.parse(until), now })) return task;
  return { ...task, no_review: reviewsEnded };
}

/** Locked tasks may have opened since the timeline was read. */
export function tasksAt(tasks: readonly ShownTask[], now: number): ShownTask[] {
  return tasks.map((one) => {
    const task = reviewAt(one, now);
    if (task.state !== 'locked' || task.opens_at === null || Date.parse(task.opens_at) > now) return task;
    // It was the lock.
    const { no_extension: _, ...open } = task;
    return { ...open, state: 'open' };
  });
}

/** Ms since 1970 UTC; rerenders when a task opens, and when a due date, the viva's deadline or a last day for reviews passes. */
export function useTimelineNow({ timeline, offset }: TimelineSnapshot): number {
  const { tasks, viva_deadline } = timeline;
  const instants = [
    ...tasks.flatMap(({ opens_at, due_at, review_until }) => [opens_at, due_at, review_until ?? null]),
    viva_deadline,
  ];
  return useServerNow(
    useClockOffset(offset),
    instants.flatMap((at) => (at === null ? [] : Date.parse(at))),
  );
}

const noMark = {
  marks: null,
  comments: null,
  marked_version: null,
  marked_at: null,
  marked_by: null,
  read_at: null,
  second_look: null,
} as const satisfies Partial<ShownTask>;

/** With receipts that are newer than the timeline. A mark for an earlier project does not stay. */
export function withReceipts(tasks: readonly ShownTask[], receipts: readonly ListedReceipt[]): ShownTask[] {
  return tasks.map((task) => {
    const [newest] = receipts
      .filter((one) => one.task === task.task && one.version > (task.version ?? 0) && !one.made_for)
      .toSorted((a, b) => b.version - a.version);
    if (newest === undefined || task.state === 'locked') return task;
    const { version, number, submitted_at, late } = newest;
    const { comments_html: _html, rubric: _rubric, isWithheld: _isWithheld, ...rest } = task;
    return {
      ...(task.earlier_project ? { ...rest, ...noMark } : task),
      state: task.state === 'marked' ? 'marked' : 'submitted',
      version,
      receipt: number,
      submitted_at,
      late,
      earlier_project: false,
    };
  });
}

/**
 * As they are now: rerenders when a task opens and when a submission arrives.
 * @param listed receipts that the screen has read since
 */
export function useLiveTasks(snapshot: TimelineSnapshot, listed: readonly ListedReceipt[] = []): ShownTask[] {
  const receipts = [...useNewReceipts(), ...listed];
  return withReceipts(tasksAt(snapshot.timeline.tasks, useTimelineNow(snapshot)), receipts);
}
