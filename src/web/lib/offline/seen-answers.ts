import { offlineError, toFailure, type CallFailure } from '../calls/call-error.ts';
import { createListeners } from '../listeners.ts';

/**
 * Age of a screen with cached data (ms since 1970 UTC, device clock). `failure`, new for each load, is why.
 */
export type SeenScreen = { seenAt: number; loadedAt: number; failure: CallFailure };

type Load = { id: number; seen: SeenScreen | null };

let loads = 0;
/** By address. */
const screens = new Map<string, Load>();
const listeners = createListeners();
/** By the body of a cached answer. */
const ages = new WeakMap<object, number>();

export function noteSeenAt(body: unknown, seenAt: number): void {
  if (typeof body === 'object' && body !== null) ages.set(body, seenAt);
}

/** Ms since 1970 UTC; null for a fresh answer. */
export function whenSeen(body: unknown): number | null {
  return typeof body === 'object' && body !== null ? (ages.get(body) ?? null) : null;
}

function addressOf(url: string): string {
  const { pathname, search } = new URL(url, location.origin);
  return pathname + search;
}

/** @returns call it with each answer's body */
export function followLoad(url: string): (body: unknown) => void {
  const id = ++loads;
  const address = addressOf(url);
  return (body) => {
    const last = screens.get(address);
    if (last !== undefined && last.id > id) return;
    const seenAt = whenSeen(body);
    const before = last?.id === id ? last.seen : null;
    const seen =
      seenAt === null
        ? before
        : {
            seenAt: Math.min(seenAt, before?.seenAt ?? seenAt),
            loadedAt: Date.now(),
            failure: before?.failure ?? toFailure(offlineError()),
          };
    screens.set(address, { id, seen });
    listeners.notify();
  };
}

export const watchScreens = listeners.subscribe;

/** Null when everything is fresh. */
export function seenScreen(url: string): SeenScreen | null {
  return screens.get(addressOf(url))?.seen ?? null;
}
