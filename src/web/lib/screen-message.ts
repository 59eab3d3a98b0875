import { useSyncExternalStore } from 'react';

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
 * @param address where it is said, where that is another screen than the one that is open; '' says nothing any more
 */
export function tellScreen(text: string, address: string | null = null): void {
  set(text === '' ? null : { text, at: address?.split('?', 1)[0] ?? null });
}

/** Forgets what was said on a screen. */
export function leaveScreen(path: string): void {
  if (message !== null && (message.at ?? path) === path) set(null);
}

/** What the screen of a path has to say; null for nothing. */
export function useScreenMessage(path: string): string | null {
  const said = useSyncExternalStore(
    subscribe,
    () => message,
    () => null,
  );
  return said !== null && (said.at ?? path) === path ? said.text : null;
}
