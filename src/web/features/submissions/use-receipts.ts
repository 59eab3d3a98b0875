import { useState } from 'react';
import type { ListedReceipt } from '#contract/submissions/calls';
import { call } from '../../lib/calls/client.ts';
import { hasOlder } from '../../lib/has-older.ts';
import { readReceipts, type ReceiptOwner } from './read-submission-page.ts';

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
  return {
    student,
    receipts,
    hasOlder: goesOn,
    add: (receipt: ListedReceipt) => add([receipt]),
    /** On failure the loaded ones stay. */
    async refresh(): Promise<void> {
      await readReceipts(call, s_id).then(add, () => undefined);
    },
    /** @throws CallError */
    async showOlder(): Promise<void> {
      const older = await readReceipts(call, s_id, receipts.at(-1)?.number);
      add(older);
      setGoesOn(hasOlder(older));
    },
  };
}
export type Receipts = ReturnType<typeof useReceipts>;
