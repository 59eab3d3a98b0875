import type { CurrentUser } from '#contract/accounts';
import type { StaffBatch, StaffSubmission } from '#contract/staff';
import { queueQuery, staffView, type StaffView } from '#contract/staff-view';
import { arrayAnswer } from '../../lib/array-answer.ts';
import { toResult, type Result } from '../../lib/deferred.ts';
import { call } from '../../lib/client.ts';

/** What the staff's screen stands on: the batches, which hand-ins are looked at, and the newest of them. */
export type StaffPageData = {
  batches: StaffBatch[];
  view: StaffView;
  /** Null without a batch; the rest of the screen stands also when they could not be read. */
  queue: Result<StaffSubmission[]> | null;
  /** Another one for each reading, so that a list knows when it begins anew. */
  reading: number;
};

/** A page of a batch's hand-ins, newest first. @throws CallError */
export async function readQueue(view: StaffView, before?: string): Promise<StaffSubmission[]> {
  const query = { ...queueQuery(view), ...(before !== undefined && { before }) };
  return arrayAnswer(await call('listBatchSubmissions', { params: { batch: view.batch ?? '' }, query }));
}

let readings = 0;

/** Reads the desk as an address asks for it, for loaders. @throws CallError */
export async function readStaffPage(who: CurrentUser, search: URLSearchParams): Promise<StaffPageData> {
  const batches = arrayAnswer(await call('listStaffBatches'));
  const view = staffView(search, who, batches);
  const queue = view.batch === null ? null : await toResult(readQueue(view));
  return { batches, view, queue, reading: ++readings };
}
