import type { BriefWithRubric } from '#contract/projects/brief-calls';
import type { ListedReceipt } from '#contract/submissions/calls';
import type { Call } from '../../lib/calls/client.ts';
import { readTimeline, type TimelineSnapshot } from './live-tasks.ts';

/** `s_id` is for printing, `account` for calls and storage on the device. */
export type ReceiptOwner = { s_id: string; s_name: string; account: string };

export type SubmissionPageData = {
  student: ReceiptOwner;
  snapshot: TimelineSnapshot;
  /** Of all tasks, newest first. */
  receipts: ListedReceipt[];
  /** Of tasks that have one. */
  briefs: readonly BriefWithRubric[];
};

/** Newest first. @throws CallError */
export async function readReceipts(call: Call, s_id: string, before?: string): Promise<ListedReceipt[]> {
  const query = before === undefined ? {} : { before };
  return call('listSubmissions', { params: { s_id }, query });
}

/** Empty on failure: neither submission nor dashboard waits for it. */
export async function readBriefs(call: Call, s_id: string): Promise<readonly BriefWithRubric[]> {
  return call('readOwnBriefs', { params: { s_id } }).catch(() => []);
}

/** For loaders. @throws CallError */
export async function readSubmissionPage(
  call: Call,
  { s_id, s_name, account }: ReceiptOwner,
): Promise<SubmissionPageData> {
  const [snapshot, receipts, briefs] = await Promise.all([
    readTimeline(call, account),
    readReceipts(call, account),
    readBriefs(call, account),
  ]);
  return { student: { s_id, s_name, account }, snapshot, receipts, briefs };
}
