import { useState } from 'react';
import type { BatchProgress, StudentProgress } from '#contract/progress/calls';
import { progressQuery, type BatchView } from '#contract/progress/batch-view';
import { call, type Call } from '../../lib/calls/client.ts';

/** One page of a batch's students, as the address asks for it. @throws CallError */
export function readProgress(
  by: Call,
  batch: string,
  view: BatchView,
  after?: string,
): Promise<BatchProgress> {
  const query = { ...progressQuery(view), ...(after !== undefined && { after }) };
  return by('listBatchProgress', { params: { batch }, query });
}

/** Students as far as the screen has loaded them. */
export function useProgressPages(batch: string, view: BatchView, first: BatchProgress) {
  const [rows, setRows] = useState<readonly StudentProgress[]>(first.students);
  const [next, setNext] = useState(first.next);
  return {
    rows,
    hasMore: next !== null,
    /** @returns how many were loaded @throws CallError */
    async showMore(): Promise<number> {
      if (next === null) return 0;
      const page = await readProgress(call, batch, view, next);
      // Who has moved on since the page before would stand there twice.
      const known = new Set(rows.map(({ student }) => student.s_id));
      const added = page.students.filter(({ student }) => !known.has(student.s_id));
      setRows([...rows, ...added]);
      setNext(page.next);
      return added.length;
    },
  };
}
