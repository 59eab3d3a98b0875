import { useSyncExternalStore } from 'react';
import { createListeners } from '../../lib/listeners.ts';
import { watchSession } from '../../lib/session/session.ts';
import { tickedPeople } from '../../lib/stored-names/staff.ts';

const listeners = createListeners<[]>();
/** By name in the session storage, also where a browser has none. */
const kept = new Map<string, string>();

function readKept(key: string): string {
  const known = kept.get(key);
  if (known !== undefined) return known;
  let text = '[]';
  try {
    text = sessionStorage.getItem(key) ?? text;
  } catch {
    // A browser that keeps nothing.
  }
  kept.set(key, text);
  return text;
}

function keep(key: string, ticks: ReadonlySet<string>): void {
  const text = JSON.stringify([...ticks]);
  kept.set(key, text);
  try {
    if (ticks.size === 0) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, text);
  } catch {
    // They last as long as the page.
  }
  listeners.notify();
}

// Whoever logs in after them sees no ticks.
watchSession((user) => {
  if (user === null) for (const key of kept.keys()) keep(key, new Set());
});

function readTicks(text: string): ReadonlySet<string> {
  const ticks: unknown = JSON.parse(text);
  return new Set(Array.isArray(ticks) ? ticks.filter((one) => typeof one === 'string') : []);
}

/** Who is ticked in this tab, over pages, sorting and reloading. */
export function useTicks(account: string) {
  const key = tickedPeople(account);
  const text = useSyncExternalStore(
    listeners.subscribe,
    () => readKept(key),
    () => '[]',
  );
  const ticks = readTicks(text);
  return {
    ticks,
    tick(which: readonly string[], isTicked: boolean) {
      const next = new Set(ticks);
      for (const one of which) {
        if (isTicked) next.add(one);
        else next.delete(one);
      }
      keep(key, next);
    },
    clear: () => keep(key, new Set()),
  };
}
