import { useCallback, useState } from 'react';
import type { StaffSubmission } from '#contract/staff';
import type { StaffView } from '#contract/staff-view';
import { call } from '../../lib/client.ts';
import { hasOlder } from '../../lib/has-older.ts';
import { readQueue } from './read-staff-page.ts';

/**
 * Hand-ins as far as the screen knows them, newest initialRows. What was just marked stays where it is, also where the view
 * shows what is to be marked: nothing moves while a mentor works.
 */
export function useQueue(view: StaffView, initialRows: readonly StaffSubmission[]) {
  const [rows, setRows] = useState(initialRows);
  const [goesOn, setGoesOn] = useState(() => hasOlder(initialRows));
  const replace = useCallback(
    (changed: StaffSubmission) =>
      setRows((current) => current.map((row) => (row.number === changed.number ? changed : row))),
    [],
  );
  return {
    rows,
    hasOlder: goesOn,
    replace,
    /** @returns how many were loaded @throws CallError */
    async showOlder(): Promise<number> {
      const older = await readQueue(call, view, rows.at(-1)?.number);
      const loaded = new Set(rows.map(({ number }) => number));
      setRows([...rows, ...older.filter(({ number }) => !loaded.has(number))]);
      setGoesOn(hasOlder(older));
      return older.length;
    },
  };
}
