import { useState } from 'react';
import type { BriefWithRubric } from '#contract/projects/brief-calls';
import type { ListedReceipt } from '#contract/submissions/calls';
import { call as browserCall, type Call } from '../../lib/calls/client.ts';
import { hasOlder } from '../../lib/has-older.ts';
import { useMore } from '../../lib/use-more.ts';
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

/** Newest first, without duplicates. */
function mergeReceipts(...lists: ListedReceipt[][]): ListedReceipt[] {
  const byNumber = new Map(lists.flat().map((receipt) => [receipt.number, receipt]));
  return [...byNumber.values()].sort((a, b) => Date.parse(b.submitted_at) - Date.parse(a.submitted_at));
}

/** Older ones load on demand. */
export function useReceipts(student: ReceiptOwner, initial: ListedReceipt[]) {
  const { account: s_id } = student;
  const [receipts, setReceipts] = useState(initial);
  const [goesOn, setGoesOn] = useState(() => hasOlder(initial));
  const add = (more: ListedReceipt[]) => setReceipts((current) => mergeReceipts(current, more));
  const more = useMore(goesOn, async () => {
    const older = await readReceipts(browserCall, s_id, receipts.at(-1)?.number);
    add(older);
    setGoesOn(hasOlder(older));
  });
  return {
    student,
    receipts,
    more,
    add: (receipt: ListedReceipt) => add([receipt]),
    /** On failure the loaded ones stay. */
    async refresh(): Promise<void> {
      await readReceipts(browserCall, s_id).then(add, () => undefined);
    },
  };
}
export type Receipts = ReturnType<typeof useReceipts>;
