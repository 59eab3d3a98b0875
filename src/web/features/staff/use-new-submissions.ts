import { useEffect, useEffectEvent, useState } from 'react';
import { minuteMs } from '#contract/durations';
import type { StaffView } from '#contract/staff-view';
import { call } from '../../lib/client.ts';
import { useClockOffset, useFirstServerNow } from '../../lib/page-time.ts';
import { queueItem, type QueueItem } from './read-staff-page.ts';

/** How often is asked what came in, and how many of the newest are looked at. */
const askMs = 5_000;
const atOnce = 20;
/** A page on which nobody does anything for so long asks no more: it shall keep nobody signed in. */
const idleMs = 10 * minuteMs;
const actions = ['keydown', 'pointerdown', 'scroll'] as const;

type Known = { loadId: number; since: number; items: ReadonlyMap<string, QueueItem> };

/** Whether a view lists what has just been handed in, which nobody has marked yet. */
const lists = ({ state, task }: StaffView, item: QueueItem): boolean =>
  (state === 'to-mark' || state === 'all') && (task === null || item.task === task);

/**
 * What came into a batch since its list was loaded, asked for every five seconds while somebody is at the page.
 * @returns the newest first: all of it, and what the list would have and does not show
 */
export function useNewSubmissions(
  view: StaffView,
  rows: readonly QueueItem[],
  loadId: number,
): { all: readonly QueueItem[]; unlisted: readonly QueueItem[] } {
  const offset = useClockOffset(null);
  const firstNow = useFirstServerNow(offset);
  const begin = (since: number): Known => ({ loadId, since, items: new Map() });
  const [kept, setKnown] = useState(() => begin(firstNow));
  let known = kept;
  if (kept.loadId !== loadId) {
    known = begin(Date.now() + offset);
    setKnown(known);
  }
  const { batch } = view;
  const ask = useEffectEvent(async () => {
    if (batch === null) return;
    const query = { order: 'newest', limit: atOnce } as const;
    const found = await call('listBatchSubmissions', { params: { batch }, query, isBackground: true });
    const fresh = found.map(queueItem).filter((item) => Date.parse(item.submitted_at) > known.since);
    setKnown((current) =>
      current.loadId !== loadId || fresh.every(({ number }) => current.items.has(number))
        ? current
        : {
            ...current,
            items: new Map([...current.items, ...fresh.map((item) => [item.number, item] as const)]),
          },
    );
  });
  useEffect(() => {
    let actedAt = Date.now();
    const isAway = () => document.visibilityState === 'hidden' || Date.now() - actedAt > idleMs;
    // What fails is asked for again.
    const look = () => void (!isAway() && ask().catch(() => undefined));
    const onAction = () => {
      const wasAway = isAway();
      actedAt = Date.now();
      if (wasAway) look();
    };
    const timer = setInterval(look, askMs);
    for (const action of actions)
      document.addEventListener(action, onAction, { capture: true, passive: true });
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(timer);
      for (const action of actions) document.removeEventListener(action, onAction, { capture: true });
      document.removeEventListener('visibilitychange', look);
    };
  }, []);
  const all = [...known.items.values()].toSorted((a, b) => b.submitted_at.localeCompare(a.submitted_at));
  const listed = new Set(rows.map(({ number }) => number));
  const isNewest = (item: QueueItem) =>
    all.find((one) => one.student.s_id === item.student.s_id && one.task === item.task) === item;
  return {
    all,
    unlisted: all.filter((item) => lists(view, item) && !listed.has(item.number) && isNewest(item)),
  };
}
