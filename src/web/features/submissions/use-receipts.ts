import { useState } from 'react';
import { limits } from '#contract/limits';
import type { Receipt } from '#contract/submissions';
import { readReceipts, type Holder } from './read-submission-page.ts';

/** Newest first, each once. */
function joined(...lists: Receipt[][]): Receipt[] {
  const byNumber = new Map(lists.flat().map((receipt) => [receipt.number, receipt]));
  return [...byNumber.values()].sort((a, b) => Date.parse(b.submitted_at) - Date.parse(a.submitted_at));
}

/** A student's receipts as the screen knows them: those it came with, new ones, older ones on demand. */
export function useReceipts(student: Holder, first: Receipt[]) {
  const { s_id } = student;
  const [receipts, setReceipts] = useState(first);
  const [hasOlder, setHasOlder] = useState(first.length >= limits.pageSize);
  const add = (more: Receipt[]) => setReceipts((known) => joined(known, more));
  return {
    student,
    receipts,
    hasOlder,
    add: (receipt: Receipt) => add([receipt]),
    /** Asks the server anew; without an answer what is known stays. */
    async refresh(): Promise<void> {
      await readReceipts(s_id).then(add, () => undefined);
    },
    /** @throws CallError */
    async showOlder(): Promise<void> {
      const older = await readReceipts(s_id, receipts.at(-1)?.number);
      add(older);
      setHasOlder(older.length >= limits.pageSize);
    },
  };
}
export type Receipts = ReturnType<typeof useReceipts>;
