import type { CurrentUser } from './accounts.ts';
import { tasks, type Task } from './dates.ts';
import { batchKey } from './limits.ts';

/** Which hand-ins the staff's screen shows; the address says so, as far as somebody has chosen. */
export type StaffView = {
  /** The batch by the academy's spelling of its name, or as it was typed where it is none of theirs; null without any. */
  batch: string | null;
  show: 'to-mark' | 'all';
  task: Task | null;
};

/** What a batch's counts say to the view; absent while they are not known. */
type Counts = readonly { name: string; unmarked: number }[] | undefined;

/**
 * Reads the view from the address (`?batch=…&show=to-mark|all&task=…`). Where nothing is chosen: the first batch, and
 * what is still to be marked, or everything when that is nothing.
 */
export function staffView(
  search: URLSearchParams,
  user: Pick<CurrentUser, 'batches'>,
  counts: Counts,
): StaffView {
  const asked = search.get('batch');
  const batch =
    asked === null
      ? (user.batches[0] ?? null)
      : (user.batches.find((name) => batchKey(name) === batchKey(asked)) ?? asked);
  const hasWork = counts?.find(({ name }) => name === batch)?.unmarked !== 0;
  const show = search.get('show');
  return {
    batch,
    show: show === 'all' || show === 'to-mark' ? show : hasWork ? 'to-mark' : 'all',
    task: tasks.find((task) => task === search.get('task')) ?? null,
  };
}

/** The address of a view. */
export function staffAddress({ batch, show, task }: Partial<StaffView>): string {
  const search = new URLSearchParams();
  if (batch != null) search.set('batch', batch);
  if (show !== undefined) search.set('show', show);
  if (task != null) search.set('task', task);
  return search.size === 0 ? '/staff' : `/staff?${search}`;
}

/** The same as the query of the call that lists a batch's hand-ins. */
export function queueQuery({ show, task }: StaffView): { state?: 'submitted'; task?: Task } {
  return { ...(show === 'to-mark' && { state: 'submitted' as const }), ...(task !== null && { task }) };
}
