import { useCallback, useContext, useState, useEffect, useEffectEvent, useRef } from 'react';
import type { StaffSubmission } from '#contract/marking/calls';
import type { StaffView } from '#contract/marking/staff-view';
import { minuteMs } from '#contract/durations';
import { call } from '../../../lib/calls/client.ts';
import { hasOlder } from '../../../lib/has-older.ts';
import { queueItem, readQueue, type QueueItem, type StaffPageData } from './read-staff-page.ts';
import { PageTimeContext } from '../../../lib/page/page-time.ts';

/** Since the counts were loaded. */
type CountChange = { submissions: number; unmarked: number; heldBack: number };

type List = { loadId: number; rows: readonly QueueItem[]; goesOn: boolean; change: CountChange };

const isUnreleased = ({ marks, released }: QueueItem) => marks !== null && !released;

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
  const changeItem = useCallback(
    (number: string, change: (before: QueueItem) => QueueItem) =>
      setKept((current) => {
        const before = current.rows.find((row) => row.number === number);
        if (before === undefined) return current;
        const now = change(before);
        return {
          ...current,
          rows: current.rows.map((row) => (row === before ? now : row)),
          change: {
            ...current.change,
            unmarked: current.change.unmarked + Number(now.marks === null) - Number(before.marks === null),
            heldBack: current.change.heldBack + Number(isUnreleased(now)) - Number(isUnreleased(before)),
          },
        };
      }),
    [],
  );
  const replace = useCallback(
    (changed: StaffSubmission) => changeItem(changed.number, () => queueItem(changed)),
    [changeItem],
  );
  return {
    rows: list.rows,
    hasOlder: list.goesOn,
    change: list.change,
    replace,
    /** As somebody sent it, where the portal’s answer was lost. */
    noteMark: (number: string, { marks, released }: Pick<QueueItem, 'marks' | 'released'>) =>
      changeItem(number, (before) => ({ ...before, marks, released })),
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

const askMs = 5_000;
const atOnce = 20;
/** Idle pages stop polling, which would keep the session alive. */
const idleMs = 10 * minuteMs;
const activity = ['keydown', 'pointerdown', 'scroll'] as const;

type Known = { loadId: number; items: ReadonlyMap<string, QueueItem> };

/** Of another mentor's list the item does not say whether it belongs there. */
const isOf = (whose: StaffView['whose'], { assigned }: QueueItem): boolean =>
  whose === 'all' || whose === (assigned === undefined ? 'nobody' : assigned.is_you && 'mine');

const lists = ({ state, task, whose }: StaffView, item: QueueItem): boolean =>
  (state === 'to-mark' || state === 'all') && (task === null || item.task === task) && isOf(whose, item);

/**
 * Polls while the user is active.
 * @returns newest first: all of them, and those the list would include but does not show
 */
export function useNewSubmissions(
  view: StaffView,
  rows: readonly QueueItem[],
  { loadId, readAt }: Pick<StaffPageData, 'loadId' | 'readAt'>,
): { all: readonly QueueItem[]; unlisted: readonly QueueItem[] } {
  const page = useContext(PageTimeContext);
  // Before the server read the list: one submitted while it was loading is new, too.
  const since = readAt === null ? (page?.now ?? 0) : readAt + (page?.offset ?? 0);
  const [kept, setKnown] = useState<Known>({ loadId, items: new Map() });
  const items = kept.loadId === loadId ? kept.items : new Map<string, QueueItem>();
  const loaded = useRef(loadId);
  useEffect(() => {
    loaded.current = loadId;
  }, [loadId]);
  const { batch } = view;
  const ask = useEffectEvent(async () => {
    if (batch === null) return;
    const query = { order: 'newest', limit: atOnce } as const;
    const found = await call('listBatchSubmissions', { params: { batch }, query, isBackground: true });
    const fresh = found.map(queueItem).filter((item) => Date.parse(item.submitted_at) > since);
    if (loaded.current !== loadId || fresh.every(({ number }) => items.has(number))) return;
    setKnown({ loadId, items: new Map([...items, ...fresh.map((item) => [item.number, item] as const)]) });
  });
  useEffect(() => {
    let activeAt = Date.now();
    const isAway = () => document.visibilityState === 'hidden' || Date.now() - activeAt > idleMs;
    // The next poll retries.
    const look = () => void (!isAway() && ask().catch(() => undefined));
    const onActivity = () => {
      const wasAway = isAway();
      activeAt = Date.now();
      if (wasAway) look();
    };
    const timer = setInterval(look, askMs);
    for (const event of activity)
      document.addEventListener(event, onActivity, { capture: true, passive: true });
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(timer);
      for (const event of activity) document.removeEventListener(event, onActivity, { capture: true });
      document.removeEventListener('visibilitychange', look);
    };
  }, []);
  const all = [...items.values()].toSorted((a, b) => b.submitted_at.localeCompare(a.submitted_at));
  const listed = new Set(rows.map(({ number }) => number));
  const isNewest = (item: QueueItem) =>
    all.find((one) => one.student.s_id === item.student.s_id && one.task === item.task) === item;
  return {
    all,
    unlisted: all.filter((item) => lists(view, item) && !listed.has(item.number) && isNewest(item)),
  };
}
