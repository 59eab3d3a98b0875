import { useCallback, useState } from 'react';
import type { StaffSubmission } from '#contract/marking/calls';
import type { StaffView } from '#contract/marking/staff-view';
import { call } from '../../../lib/calls/client.ts';
import { hasOlder } from '../../../lib/has-older.ts';
import { queueItem, readQueue, type QueueItem } from './read-staff-page.ts';

/** Since the counts were loaded. */
export type CountChange = { submissions: number; unmarked: number; heldBack: number };

type List = { loadId: number; rows: readonly QueueItem[]; goesOn: boolean; change: CountChange };

const isHeldBack = ({ marks, released }: QueueItem) => marks !== null && !released;

/** Marked ones keep their place, even if filtered out, so that nothing moves. A new `loadId` resets them. */
export function useQueue(view: StaffView, initialRows: readonly QueueItem[], loadId: number) {
  const initial: List = {
    loadId,
    rows: initialRows,
    goesOn: hasOlder(initialRows),
    change: { submissions: 0, unmarked: 0, heldBack: 0 },
  };
  const [kept, setKept] = useState(initial);
  const list = kept.loadId === loadId ? kept : initial;
  if (kept.loadId !== loadId) setKept(initial);
  const replace = useCallback(
    (changed: StaffSubmission) =>
      setKept((current) => {
        const now = queueItem(changed);
        const before = current.rows.find(({ number }) => number === now.number);
        if (before === undefined) return current;
        return {
          ...current,
          rows: current.rows.map((row) => (row === before ? now : row)),
          change: {
            ...current.change,
            unmarked: current.change.unmarked + Number(now.marks === null) - Number(before.marks === null),
            heldBack: current.change.heldBack + Number(isHeldBack(now)) - Number(isHeldBack(before)),
          },
        };
      }),
    [],
  );
  return {
    rows: list.rows,
    hasOlder: list.goesOn,
    change: list.change,
    replace,
    /** Replaces earlier versions. @param open stays */
    add(fresh: readonly QueueItem[], open: string | null) {
      setKept((current) => {
        const isReplaced = (row: QueueItem) =>
          fresh.some(({ student, task }) => student.s_id === row.student.s_id && task === row.task);
        const waiting = current.rows.filter((row) => row.marks === null && isReplaced(row)).length;
        return {
          ...current,
          rows: [...fresh, ...current.rows.filter((row) => row.number === open || !isReplaced(row))],
          change: {
            ...current.change,
            submissions: current.change.submissions + fresh.filter(({ version }) => version === 1).length,
            unmarked: current.change.unmarked + fresh.length - waiting,
          },
        };
      });
    },
    /**
     * @returns the submissions added
     * @throws CallError
     */
    async showOlder(): Promise<QueueItem[]> {
      const older = await readQueue(call, view, list.rows.at(-1)?.number);
      const loaded = new Set(list.rows.map(({ number }) => number));
      const added = older.filter(({ number }) => !loaded.has(number));
      setKept((current) => ({
        ...current,
        rows: [...current.rows, ...added],
        goesOn: hasOlder(older),
      }));
      return added;
    },
  };
}
