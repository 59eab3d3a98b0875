import type { CurrentUser } from '../accounts/calls.ts';
import { tasks, type Task } from '../dates.ts';
import { batchKey } from '../limits.ts';

/** In which order hand-ins stand: the newest first, those first that wait longest, or a shuffle of the mentor's own that stays. */
export const queueOrders = ['newest', 'waiting', 'fair'] as const;
export type QueueOrder = (typeof queueOrders)[number];

/** Which hand-ins the call lists: without a mark, marked, marked and not released, with a second look that waits for its answer. */
export const queueStates = ['submitted', 'marked', 'held-back', 'second-look'] as const;
export type QueueState = (typeof queueStates)[number];

/** Which hand-ins the marking desk lists. */
export const deskStates = ['to-mark', 'held-back', 'second-look', 'all'] as const;
export type DeskState = (typeof deskStates)[number];

/** What the marking desk shows; the address says so, as far as somebody has chosen. */
export type StaffView = {
  /** The batch by the academy's spelling of its name, or as it was typed where it is none of theirs; null without any. */
  batch: string | null;
  state: DeskState;
  task: Task | null;
  order: QueueOrder;
  /** The receipt number of the hand-in that is open beside the list; null where none was chosen. */
  open: string | null;
};

/** What a batch's counts say to the view; absent while they are not known. */
type Counts = readonly { name: string; unmarked: number }[] | undefined;

/**
 * Reads the view from the address (`?batch=…&task=…&state=…&order=…&open=…`). Where nothing is chosen: the first batch, what
 * is still to be marked, or everything when that is nothing, and those first that wait longest.
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
  // Addresses from before have `show`.
  const state = search.get('state') ?? search.get('show');
  return {
    batch,
    state: deskStates.find((one) => one === state) ?? (hasWork ? 'to-mark' : 'all'),
    task: tasks.find((task) => task === search.get('task')) ?? null,
    order: queueOrders.find((order) => order === search.get('order')) ?? 'waiting',
    open: search.get('open') || null,
  };
}

/** The address of a view. */
export function staffAddress({ batch, state, task, order, open }: Partial<StaffView>): string {
  const search = new URLSearchParams();
  if (batch != null) search.set('batch', batch);
  if (task != null) search.set('task', task);
  if (state !== undefined) search.set('state', state);
  if (order !== undefined && order !== 'waiting') search.set('order', order);
  if (open != null) search.set('open', open);
  return search.size === 0 ? '/staff' : `/staff?${search}`;
}

/** The same as the query of the call that lists a batch's hand-ins. */
export function queueQuery({ state, task, order }: Omit<StaffView, 'open' | 'batch'>) {
  return {
    order,
    ...(state !== 'all' && { state: state === 'to-mark' ? ('submitted' as const) : state }),
    ...(task !== null && { task }),
  };
}

/** Which marks the screen that releases them shows: the first batch and task where nothing is chosen. */
export function releaseView(
  search: URLSearchParams,
  user: Pick<CurrentUser, 'batches'>,
): { batch: string | null; task: Task } {
  const asked = search.get('batch');
  const own = user.batches.find((name) => asked !== null && batchKey(name) === batchKey(asked));
  return {
    batch: own ?? asked ?? user.batches[0] ?? null,
    task: tasks.find((task) => task === search.get('task')) ?? tasks[0],
  };
}

/** The address of that screen. */
export function releaseAddress(batch: string, task: Task | null = null): string {
  const search = new URLSearchParams({ batch, ...(task !== null && { task }) });
  return `/staff/release?${search}`;
}
