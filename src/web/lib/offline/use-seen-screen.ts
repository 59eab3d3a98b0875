import { useCallback, useSyncExternalStore } from 'react';
import { seenScreen, watchScreens, type SeenScreen } from './seen-answers.ts';

/** The age of the screen at an address; null when all that it shows is new. */
export function useSeenScreen(url: string): SeenScreen | null {
  const read = useCallback(() => seenScreen(url), [url]);
  return useSyncExternalStore(watchScreens, read, () => null);
}
