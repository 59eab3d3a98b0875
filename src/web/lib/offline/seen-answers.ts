import { offlineError, toFailure, type CallFailure } from '../calls/call-error.ts';

/**
 * How old a screen is whose data the service worker had kept; instants in milliseconds since 1970 UTC by this device's clock.
 * The failure, another one for each load, is why it was not asked for anew.
 */
export type SeenScreen = { seenAt: number; loadedAt: number; failure: CallFailure };

type Load = { id: number; seen: SeenScreen | null };

let loads = 0;
/** The last load of each screen that has had an answer, by its address. */
const screens = new Map<string, Load>();
const listeners = new Set<() => void>();
/** By the body of a kept answer. */
const ages = new WeakMap<object, number>();

/** Notes that the body of an answer had been kept, and when it arrived. */
export function noteSeenAt(body: unknown, seenAt: number): void {
  if (typeof body === 'object' && body !== null) ages.set(body, seenAt);
}

/** When an answer arrived, in milliseconds since 1970 UTC, where the service worker had kept it; null for a new one. */
export function whenSeen(body: unknown): number | null {
  return typeof body === 'object' && body !== null ? (ages.get(body) ?? null) : null;
}

function addressOf(url: string): string {
  const { pathname, search } = new URL(url, location.origin);
  return pathname + search;
}

/** Follows a screen's load. @returns to be called with the body of each of its answers */
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
    listeners.forEach((notify) => notify());
  };
}

export function watchScreens(notify: () => void): () => void {
  listeners.add(notify);
  return () => listeners.delete(notify);
}

/** The age of the screen at an address; null when all that it shows is new. */
export function seenScreen(url: string): SeenScreen | null {
  return screens.get(addressOf(url))?.seen ?? null;
}
