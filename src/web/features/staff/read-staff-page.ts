import type { CurrentUser } from '#contract/accounts';
import type { StaffBatch, StaffSubmission } from '#contract/staff';
import { queueQuery, staffView, type StaffView } from '#contract/staff-view';
import { toResult, type Result } from '../../lib/deferred.ts';
import type { Call } from '../../lib/client.ts';

/** The data of the staff screen: the batches, the selected view, and its newest submissions. */
export type StaffPageData = {
  batches: StaffBatch[];
  view: StaffView;
  /** Null without a batch; an error leaves the rest of the screen usable. */
  queue: Result<StaffSubmission[]> | null;
  /** Unique for each load in a browser, as a key that resets the list; 0 for what came with the page. */
  loadId: number;
};

/** One page of a batch's submissions, newest first. @throws CallError */
export async function readQueue(call: Call, view: StaffView, before?: string): Promise<StaffSubmission[]> {
  const query = { ...queueQuery(view), ...(before !== undefined && { before }) };
  return call('listBatchSubmissions', { params: { batch: view.batch ?? '' }, query });
}

let loads = 0;

/** Reads the staff screen's data as the address asks for it, for loaders. @throws CallError */
export async function readStaffPage(
  call: Call,
  user: CurrentUser,
  search: URLSearchParams,
): Promise<StaffPageData> {
  const batches = await call('listStaffBatches');
  const view = staffView(search, user, batches);
  const queue = view.batch === null ? null : await toResult(readQueue(call, view));
  return { batches, view, queue, loadId: typeof document === 'undefined' ? 0 : ++loads };
}
