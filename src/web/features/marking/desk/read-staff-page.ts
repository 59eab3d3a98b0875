import type { CurrentUser } from '#contract/accounts/calls';
import type { DeskSubmission, StaffBatch, StaffSubmission } from '#contract/marking/calls';
import { queueQuery, staffAddress, staffView, type StaffView } from '#contract/marking/staff-view';
import { toResult, type Result } from '../../../lib/calls/deferred.ts';
import type { Call } from '../../../lib/calls/client.ts';

/** A hand-in in the list: what was handed in comes once it is open. */
export type QueueItem = Pick<
  StaffSubmission,
  | 'number'
  | 'task'
  | 'version'
  | 'submitted_at'
  | 'late'
  | 'student'
  | 'state'
  | 'marks'
  | 'released'
  | 'more'
> & {
  /** Whether a second look waits for its answer. */
  hasOpenLook: boolean;
};

/** The data of the staff screen: batches, list and open submission. */
export type StaffPageData = {
  batches: StaffBatch[];
  view: StaffView;
  /** Null without a batch; an error leaves the rest of the screen usable. */
  queue: Result<QueueItem[]> | null;
  /** The one that the address names, or the list's first; null where there is none. */
  open: Result<DeskSubmission> | null;
  /** Unique for each load of the list in a browser, as a key that resets it; 0 for what came with the page. */
  loadId: number;
  /** The same of the hand-in that is open. */
  openId: number;
};

export function queueItem(row: StaffSubmission): QueueItem {
  const { number, task, version, submitted_at, late, student, state, marks, released, more } = row;
  const hasOpenLook = row.second_look !== null && row.second_look.answer === null;
  const item = { number, task, version, submitted_at, late, student, state, marks, released, hasOpenLook };
  return more === undefined ? item : { ...item, more };
}

/** One page of a batch's submissions. @param before the last one seen @throws CallError */
export async function readQueue(call: Call, view: StaffView, before?: string): Promise<QueueItem[]> {
  const query = { ...queueQuery(view), ...(before !== undefined && { before }) };
  const rows = await call('listBatchSubmissions', { params: { batch: view.batch ?? '' }, query });
  return rows.map(queueItem);
}

/** A hand-in that was asked for before it was opened. */
let ahead: { number: string; read: Promise<DeskSubmission> } | null = null;

/** Asks for the hand-in that comes next, so that it is there when its mentor goes on. */
export function readAhead(call: Call, number: string): void {
  if (ahead?.number === number) return;
  const read = call('readStaffSubmission', { params: { id: number } });
  // Whoever opens it hears of the failure, by asking again.
  read.catch(() => (ahead = null));
  ahead = { number, read };
}

function readOpen(call: Call, number: string): Promise<DeskSubmission> {
  const known = ahead?.number === number ? ahead.read : null;
  ahead = null;
  return known ?? call('readStaffSubmission', { params: { id: number } });
}

let loads = 0;
const nextLoad = () => (typeof document === 'undefined' ? 0 : ++loads);
const listAddress = (view: StaffView) => staffAddress({ ...view, open: null });

/**
 * Reads the staff screen's data as the address asks for it, for loaders.
 * @param shown what the browser shows just now: where only another hand-in is opened, its list stays
 * @throws CallError
 */
export async function readStaffPage(
  call: Call,
  user: CurrentUser,
  search: URLSearchParams,
  shown: StaffPageData | null = null,
): Promise<StaffPageData> {
  const named = staffView(search, user, shown?.batches);
  const isSameList =
    shown !== null && named.open !== shown.view.open && listAddress(named) === listAddress(shown.view);
  const batches = isSameList ? shown.batches : await call('listStaffBatches');
  const view = isSameList ? named : staffView(search, user, batches);
  const list = isSameList
    ? { queue: shown.queue, loadId: shown.loadId }
    : { queue: view.batch === null ? null : await toResult(readQueue(call, view)), loadId: nextLoad() };
  const { queue } = list;
  const first = queue !== null && 'value' in queue ? queue.value[0]?.number : undefined;
  const number = view.open ?? first;
  // Who presses the first of the list, which is open beside it already, reads it as it stands there.
  const standing = isSameList && shown.open !== null && 'value' in shown.open ? shown.open.value : null;
  if (isSameList && standing !== null && standing.number === number)
    return { batches, view, ...list, open: shown.open, openId: shown.openId };
  const open =
    queue === null || 'error' in queue || number === undefined
      ? null
      : await toResult(readOpen(call, number));
  return { batches, view, ...list, open, openId: nextLoad() };
}
