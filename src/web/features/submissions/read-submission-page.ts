import type { BriefWithRubric } from '#contract/projects/brief-calls';
import type { ListedReceipt } from '#contract/submissions/calls';
import type { Call } from '../../lib/calls/client.ts';
import { readTimeline, type TimelineSnapshot } from './live-tasks.ts';

/** The student of a receipt: the address is for printing, `account` for calls and for what the device keeps. */
export type ReceiptOwner = { s_id: string; s_name: string; account: string };

/** The data of a submission screen. */
export type SubmissionPageData = {
  student: ReceiptOwner;
  snapshot: TimelineSnapshot;
  /** The newest receipts of all tasks, newest first. */
  receipts: ListedReceipt[];
  /** What the project asks for in each task that has a brief. */
  briefs: readonly BriefWithRubric[];
};

/** A page of a student's receipts, newest first. @throws CallError */
export async function readReceipts(call: Call, s_id: string, before?: string): Promise<ListedReceipt[]> {
  const query = before === undefined ? {} : { before };
  return call('listSubmissions', { params: { s_id }, query });
}

/** What a student's project asks for; nothing where that cannot be read: neither a hand-in nor a dashboard waits for it. */
export async function readBriefs(call: Call, s_id: string): Promise<readonly BriefWithRubric[]> {
  return call('readOwnBriefs', { params: { s_id } }).catch(() => []);
}

/** A student's timeline and receipts, for loaders. @throws CallError */
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
