import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { minuteMs } from '#contract/durations';
import type { StaffView } from '#contract/marking/staff-view';
import { call } from '../../../lib/calls/client.ts';
import { useClockOffset, useFirstServerNow } from '../../../lib/page/page-time.ts';
import { queueItem, type QueueItem } from './read-staff-page.ts';

const askMs = 5_000;
const atOnce = 20;
/** Idle pages stop polling, which would keep the session alive. */
const idleMs = 10 * minuteMs;
const activity = ['keydown', 'pointerdown', 'scroll'] as const;

type Known = { loadId: number; items: ReadonlyMap<string, QueueItem> };

const lists = ({ state, task }: StaffView, item: QueueItem): boolean =>
  (state === 'to-mark' || state === 'all') && (task === null || item.task === task);

/**
 * Polls while the user is active.
 * @returns newest first: all of them, and those the list would include but does not show
 */
export function useNewSubmissions(
  view: StaffView,
  rows: readonly QueueItem[],
  loadId: number,
): { all: readonly QueueItem[]; unlisted: readonly QueueItem[] } {
  const offset = useClockOffset(null);
  const since = useRef(useFirstServerNow(offset));
  const [kept, setKnown] = useState<Known>({ loadId, items: new Map() });
  const items = kept.loadId === loadId ? kept.items : new Map<string, QueueItem>();
  const loaded = useRef(loadId);
  useEffect(() => {
    if (loaded.current === loadId) return;
    loaded.current = loadId;
    since.current = Date.now() + offset;
  }, [loadId, offset]);
  const { batch } = view;
  const ask = useEffectEvent(async () => {
    if (batch === null) return;
    const query = { order: 'newest', limit: atOnce } as const;
    const found = await call('listBatchSubmissions', { params: { batch }, query, isBackground: true });
    const fresh = found.map(queueItem).filter((item) => Date.parse(item.submitted_at) > since.current);
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
