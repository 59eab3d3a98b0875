import { useSyncExternalStore } from 'react';
import type { CallFailure } from './calls/call-error.ts';
import { createListeners } from './listeners.ts';

type ScreenMessage = {
  text: string;
  /** The screen's decoded path; null for the open one. */
  at: string | null;
};

let message: ScreenMessage | null = null;
const { notify, subscribe } = createListeners();

function set(next: ScreenMessage | null): void {
  message = next;
  notify();
}

/** To compare: the router writes an email's @ plain, our addresses as %40. */
export const decodedPath = ({ pathname }: { pathname: string }): string =>
  pathname.replace(/%[2-7][\dA-F]/gi, decodeURIComponent);

/**
 * Outside its form, which may be gone. The next message replaces it; leaving the screen
 * clears it.
 * @param at the path where it is shown, if not on the open screen
 */
export function tellScreen(text: string, at: string | null = null): void {
  set({ text, at });
}

export function tellNotSaved(error: CallFailure): void {
  set({ text: error.code === 'offline' ? notSavedOffline : error.message, at: null });
}

export const notSavedOffline = 'You are offline. This was not saved.';

export function clearScreenMessage(): void {
  set(null);
}

export function leaveScreen(path: string): void {
  if (message !== null && (message.at ?? path) === path) set(null);
}

/** @param posted what the page says before there is a script */
export function useScreenMessage(path: string, posted: ScreenMessage | null): ScreenMessage | null {
  return useSyncExternalStore(
    subscribe,
    () => (message !== null && (message.at ?? path) === path ? message : null),
    () => posted,
  );
}
