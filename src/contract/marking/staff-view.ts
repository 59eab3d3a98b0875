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

/** Whose students: the viewer's, all, nobody's, or those of a mentor by the id of `readMarkingShares`. */
export type Whose = 'mine' | 'all' | 'nobody' | `${number}`;

const isWhose = (text: string | null): text is Whose =>
  text !== null && /^(?:mine|all|nobody|\d{1,15})$/.test(text);

/** In the address. */
export type StaffView = {
  /** As the academy spells it, or as typed if not the viewer's; or null. */
  batch: string | null;
  state: DeskState;
  task: Task | null;
  order: QueueOrder;
  whose: Whose;
  /** Whether students are assigned to the viewer, whose view is of these by default. */
  hasOwn: boolean;
  /** Receipt number. */
  open: string | null;
};

/** Undefined until known. */
type Counts = readonly { name: string; unmarked: number; own?: object | undefined }[] | undefined;

/** A review of a mark is another mentor's to decide: the viewer's own students have none for them. */
const whoseByDefault = (hasOwn: boolean | undefined, state: DeskState | undefined): Whose =>
  hasOwn === true && state !== 'second-look' ? 'mine' : 'all';

/**
 * From `?batch=…&task=…&state=…&order=…&whose=…&open=…`. By default the first batch, to mark (or everything), longest
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
  const count = counts?.find(({ name }) => name === batch);
  const hasOwn = count?.own !== undefined;
  // Older addresses: `show`.
  const asState = search.get('state') ?? search.get('show');
  const state = deskStates.find((one) => one === asState) ?? (count?.unmarked === 0 ? 'all' : 'to-mark');
  const whose = search.get('whose');
  return {
    batch,
    state,
    task: tasks.find((task) => task === search.get('task')) ?? null,
    order: queueOrders.find((order) => order === search.get('order')) ?? 'waiting',
    whose: isWhose(whose) ? whose : whoseByDefault(hasOwn, state),
    hasOwn,
    open: search.get('open') || null,
  };
}

export function staffAddress(view: Partial<StaffView>): string {
  const { batch, state, task, order, open, hasOwn } = view;
  const whose = view.whose === whoseByDefault(hasOwn, state) ? null : view.whose;
  return withQuery('/staff', {
    batch,
    task,
    state,
    order: order === 'waiting' ? null : order,
    whose,
    open,
  });
}

/** For `listBatchSubmissions`. */
export function queueQuery({ state, task, order, whose }: Omit<StaffView, 'open' | 'batch' | 'hasOwn'>) {
  return {
    order,
    ...(whose !== 'all' && { assigned_to: whose === 'mine' ? 'me' : whose }),
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

/** How the marking of a batch is divided between its mentors. */
export function markingSharesAddress(batch: string): string {
  return `/staff/batches/${encodeURIComponent(batch)}/shares`;
}
