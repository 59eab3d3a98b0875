import { useEffect, useState, useSyncExternalStore } from 'react';
import {
  areDraftsOpen,
  joinTexts,
  saveStatusOf,
  readDraft,
  showsSavedDraft,
  watchDraft,
  watchDraftsOpen,
  watchSaveStatus,
  writeDraft,
  type Draft,
  type SaveStatus,
} from './drafts.ts';
import { useIsHydrated } from '../page/page-time.ts';

const textOf = (value: Draft | undefined): string => (typeof value === 'string' ? value : '');

/**
 * Text state that survives reloads, crashes and ended sessions. Set '' once the server has it.
 * @param key the same in every tab: the last write wins
 * @param initialText the text without a draft
 */
export function useDraft(key: string, initialText = ''): [string, (text: string) => void] {
  const isHydrated = useIsHydrated();
  const [text, setText] = useState(() => (isHydrated && textOf(readDraft(key))) || initialText);
  useEffect(() => {
    const show = (value: Draft | undefined) => setText(textOf(value) || initialText);
    // The server renders without drafts.
    const saved = readDraft(key);
    if (saved !== undefined) show(saved);
    return watchDraft(key, show);
  }, [key, initialText]);
  const change = (next: string) => {
    // Typed before hydration, into a field that did not show the draft yet.
    const saved = isHydrated ? undefined : readDraft(key);
    const changed = initialText === '' ? joinTexts(key, saved, next) : textOf(saved) || next;
    setText(changed);
    writeDraft(key, changed);
  };
  return [text, change];
}

/**
 * A draft that starts with a refused form's text, which is newer than the saved draft; saved once changed.
 */
export function useReturnedDraft(
  key: string,
  returned = '',
  initialText = '',
): [string, (text: string) => void] {
  const [draft, setDraft] = useDraft(key, initialText);
  const [kept, setKept] = useState(returned);
  const change = (next: string) => {
    setKept('');
    setDraft(next);
  };
  return [kept || draft, change];
}

/** False on the server and during hydration. When it turns true, the states above hold the drafts. */
export function useDraftsOpen(): boolean {
  const isHydrated = useIsHydrated();
  const [isOpen, setOpen] = useState(() => isHydrated && areDraftsOpen());
  useEffect(() => {
    const update = () => setOpen(areDraftsOpen());
    update();
    return watchDraftsOpen(update);
  }, []);
  return isOpen;
}

export function useSaveStatus(...keys: string[]): SaveStatus {
  return useSyncExternalStore(
    watchSaveStatus,
    () => saveStatusOf(keys),
    () => 'nothing',
  );
}

/** Of the open screen. */
export function useShowsSavedDraft(): boolean {
  return useSyncExternalStore(watchSaveStatus, showsSavedDraft, () => false);
}
