import type { CurrentUser } from '../accounts/calls.ts';
import { tasks, type Task } from '../dates.ts';
import { withQuery } from '../fill-path.ts';
import { batchKey } from '../limits.ts';

/** `fair`: random, but constant per mentor. */
export const queueOrders = ['newest', 'waiting', 'fair'] as const;
export type QueueOrder = (typeof queueOrders)[number];

/** `second-look`: open review request. */
export const queueStates = ['submitted', 'marked', 'held-back', 'second-look', 'released'] as const;
export type QueueState = (typeof queueStates)[number];

const deskStates = ['to-mark', 'held-back', 'released', 'all', 'second-look'] as const;
export type DeskState = (typeof deskStates)[number];

/** In the address. */
export type StaffView = {
  /** As the academy spells it, or as typed if not the viewer's; or null. */
  batch: string | null;
  state: DeskState;
  task: Task | null;
  order: QueueOrder;
  /** Receipt number. */
  open: string | null;
};

/** Undefined until known. */
type Counts = readonly { name: string; unmarked: number }[] | undefined;

/**
 * From `?batch=…&task=…&state=…&order=…&open=…`. By default the first batch, to mark (or everything), longest
 * waiting first.
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
  // Older addresses: `show`.
  const state = search.get('state') ?? search.get('show');
  return {
    batch,
    state: deskStates.find((one) => one === state) ?? (hasWork ? 'to-mark' : 'all'),
    task: tasks.find((task) => task === search.get('task')) ?? null,
    order: queueOrders.find((order) => order === search.get('order')) ?? 'waiting',
    open: search.get('open') || null,
  };
}

export function staffAddress({ batch, state, task, order, open }: Partial<StaffView>): string {
  return withQuery('/staff', { batch, task, state, order: order === 'waiting' ? null : order, open });
}

/** For `listBatchSubmissions`. */
export function queueQuery({ state, task, order }: Omit<StaffView, 'open' | 'batch'>) {
  return {
    order,
    ...(state !== 'all' && { state: state === 'to-mark' ? ('submitted' as const) : state }),
    ...(task !== null && { task }),
  };
}

export const markSorts = ['student', 'task', 'marks', 'marker'] as const;
export type MarkSort = (typeof markSorts)[number];

/** By default the first batch, all tasks, in the order of the list. */
export function releaseView(
  search: URLSearchParams,
  user: Pick<CurrentUser, 'batches'>,
): { batch: string | null; task: Task | null; sort: MarkSort | null } {
  const asked = search.get('batch');
  const own = user.batches.find((name) => asked !== null && batchKey(name) === batchKey(asked));
  return {
    batch: own ?? asked ?? user.batches[0] ?? null,
    task: tasks.find((task) => task === search.get('task')) ?? null,
    sort: markSorts.find((sort) => sort === search.get('sort')) ?? null,
  };
}

export function releaseAddress(
  batch: string,
  task: Task | null = null,
  sort: MarkSort | null = null,
): string {
  return withQuery('/staff/release', { batch, task, sort });
}

/** From so many marks on, their distribution and median say something. */
export const marksForMedian = 5;

export function markDistributionAddress(batch: string): string {
  return `/staff/batches/${encodeURIComponent(batch)}/marks`;
}

export function unsubmittedAddress(batch: string, task: Task | null = null): string {
  return withQuery(`/staff/batches/${encodeURIComponent(batch)}/unsubmitted`, { task });
}
