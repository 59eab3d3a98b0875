import { useCallback, useSyncExternalStore } from 'react';
import { seenScreen, watchScreens, type SeenScreen } from './seen-answers.ts';

/** The screen's age; null when everything is fresh. */
export function useSeenScreen(url: string): SeenScreen | null {
  const read = useCallback(() => seenScreen(url), [url]);
  return useSyncExternalStore(watchScreens, read, () => null);
}
