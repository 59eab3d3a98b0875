import type { CurrentUser } from '#contract/accounts/calls';
import type { DeskSubmission, StaffBatch, StaffSubmission } from '#contract/marking/calls';
import { queueQuery, staffAddress, staffView, type StaffView } from '#contract/marking/staff-view';
import { toResult, type Result } from '../../../lib/calls/deferred.ts';
import type { Call } from '../../../lib/calls/client.ts';

/** Its content loads when it is opened. */
export type QueueItem = Pick<
  StaffSubmission,
  | 'number'
  | 'task'
  | 'version'
  | 'submitted_at'
  | 'late'
  | 'extended'
  | 'student'
  | 'marks'
  | 'released'
  | 'more'
  | 'assigned'
> & {
  hasOpenReview: boolean;
};

export type StaffPageData = {
  batches: StaffBatch[];
  view: StaffView;
  /** Null without a batch; an error leaves the rest of the screen usable. */
  queue: Result<QueueItem[]> | null;
  /** From the address, else the first; null if there is none. */
  open: Result<DeskSubmission> | null;
  /** Unique per load of the list, as a React key; 0 when rendered by the server. */
  loadId: number;
  /** When loading the list began, by this device's clock, ms since 1970 UTC; null when rendered by the server. */
  readAt: number | null;
  openId: number;
};

export function queueItem(row: StaffSubmission): QueueItem {
  const { number, task, version, submitted_at, late, extended, student, marks, released, more } = row;
  const hasOpenReview = row.second_look !== null && row.second_look.answer === null;
  const item = { number, task, version, submitted_at, late, student, marks, released, hasOpenReview };
  return {
    ...item,
    ...(extended && { extended }),
    ...(more && { more }),
    ...(row.assigned && { assigned: row.assigned }),
  };
}

/** @param before the last one loaded @throws CallError */
export async function readQueue(call: Call, view: StaffView, before?: string): Promise<QueueItem[]> {
  const query = { ...queueQuery(view), ...(before !== undefined && { before }) };
  const rows = await call('listBatchSubmissions', { params: { batch: view.batch ?? '' }, query });
  return rows.map(queueItem);
}

let ahead: { number: string; read: Promise<DeskSubmission> } | null = null;

export function readAhead(call: Call, number: string): void {
  if (ahead?.number === number) return;
  const read = call('readStaffSubmission', { params: { id: number } });
  // Opening it retries and shows the error.
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
 * For loaders.
 * @param shown the current data; its list is reused when only the open submission changes
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
    ? { queue: shown.queue, loadId: shown.loadId, readAt: shown.readAt }
    : {
        readAt: typeof document === 'undefined' ? null : Date.now(),
        queue: view.batch === null ? null : await toResult(readQueue(call, view)),
        loadId: nextLoad(),
      };
  const { queue } = list;
  const first = queue !== null && 'value' in queue ? queue.value[0]?.number : undefined;
  const number = view.open ?? first;
  // It may be open beside the list already.
  const current = isSameList && shown.open !== null && 'value' in shown.open ? shown.open.value : null;
  if (isSameList && current !== null && current.number === number)
    return { batches, view, ...list, open: shown.open, openId: shown.openId };
  const open =
    queue === null || 'error' in queue || number === undefined
      ? null
      : await toResult(readOpen(call, number));
  return { batches, view, ...list, open, openId: nextLoad() };
}
