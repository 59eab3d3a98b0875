import { useCallback, useState } from 'react';
import { limits } from '#contract/limits';
import type { StaffSubmission } from '#contract/staff';
import type { StaffView } from '#contract/staff-view';
import { readQueue } from './read-staff-page.ts';

/**
 * Hand-ins as far as the screen knows them, newest first. What was just marked stays where it is, also where the view
 * shows what is to be marked: nothing moves under somebody's hands.
 */
export function useQueue(view: StaffView, first: readonly StaffSubmission[]) {
  const [rows, setRows] = useState(first);
  const [hasOlder, setHasOlder] = useState(first.length >= limits.pageSize);
  const replace = useCallback(
    (changed: StaffSubmission) =>
      setRows((known) => known.map((row) => (row.number === changed.number ? changed : row))),
    [],
  );
  return {
    rows,
    hasOlder,
    replace,
    /** @returns how many came @throws CallError */
    async showOlder(): Promise<number> {
      const older = await readQueue(view, rows.at(-1)?.number);
      const known = new Set(rows.map(({ number }) => number));
      setRows([...rows, ...older.filter(({ number }) => !known.has(number))]);
      setHasOlder(older.length >= limits.pageSize);
      return older.length;
    },
  };
}
