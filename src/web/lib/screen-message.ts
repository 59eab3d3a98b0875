import { useSyncExternalStore } from 'react';
import type { CallFailure } from './calls/call-error.ts';

type ScreenMessage = {
  text: string;
  /** The path of the screen that tells it; null for the one that is open. */
  at: string | null;
};

let message: ScreenMessage | null = null;
const listeners = new Set<() => void>();

function set(next: ScreenMessage | null): void {
  message = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Says what was done, outside of the form that did it, which may be gone by then. The next message takes its place; so does
 * leaving the screen.
 * @param address where it is said, where that is another screen than the one that is open
 */
export function tellScreen(text: string, address: string | null = null): void {
  set({ text, at: address?.split('?', 1)[0] ?? null });
}

/** Says that something was not saved, and why. */
export function tellNotSaved(error: CallFailure): void {
  set({ text: error.code === 'offline' ? notSavedOffline : error.message, at: null });
}

export const notSavedOffline = 'You are offline. This was not saved. Try again when you are online.';

/** Says nothing any more: it was closed, or something else is done. */
export function clearScreenMessage(): void {
  set(null);
}

/** Forgets what was said on a screen. */
export function leaveScreen(path: string): void {
  if (message !== null && (message.at ?? path) === path) set(null);
}

/**
 * What the screen of a path has to say; null for nothing.
 * @param posted what its page says before there is a script
 */
export function useScreenMessage(path: string, posted: string | null): string | null {
  return useSyncExternalStore(
    subscribe,
    () => (message !== null && (message.at ?? path) === path ? message.text : null),
    () => posted,
  );
}
