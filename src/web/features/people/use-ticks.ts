import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { createListeners } from '../../lib/listeners.ts';
import { watchSession } from '../../lib/session/session.ts';
import { tickedPeople } from '../../lib/stored-names/staff.ts';

const listeners = createListeners<[]>();
/** Where a browser keeps nothing: as long as the page. */
const memory = new Map<string, string>();

function readKept(key: string): string {
  try {
    return sessionStorage.getItem(key) ?? '[]';
  } catch {
    return memory.get(key) ?? '[]';
  }
}

function keep(key: string, ticks: ReadonlySet<string>): void {
  const text = JSON.stringify([...ticks]);
  try {
    if (ticks.size === 0) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, text);
  } catch {
    memory.set(key, text);
  }
  listeners.notify();
}

function readTicks(text: string): ReadonlySet<string> {
  const ticks: unknown = JSON.parse(text);
  return new Set(Array.isArray(ticks) ? ticks.filter((one) => typeof one === 'string') : []);
}

/** As after an action for them. */
export const clearTicks = (account: string): void => keep(tickedPeople(account), new Set());

/** Who is ticked in this tab, over pages, sorting and reloading. */
export function useTicks(account: string) {
  const key = tickedPeople(account);
  // Whoever logs in after them sees no ticks.
  const forget = useEffectEvent((user: unknown) => user === null && keep(key, new Set()));
  useEffect(() => watchSession((user) => void forget(user)), []);
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
    clear: () => clearTicks(account),
  };
}
