import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import {
  areDraftsOpen,
  saveStatusOf,
  readDraft,
  showsSavedDraft,
  watchDraft,
  watchDraftsOpen,
  watchSaveStatus,
  writeDraft,
  writeText,
  type Draft,
  type SaveStatus,
} from './drafts.ts';
import { useIsHydrated } from '../page/page-time.ts';

const textOf = (value: Draft | undefined): string => (typeof value === 'string' ? value : '');

export type DraftState = [string, (text: string) => void];
type Write = (key: string, text: string, isSeen: boolean) => string;

function useDraftBy(write: Write, key: string, initialText: string): DraftState {
  const isHydrated = useIsHydrated();
  const [text, setText] = useState(() => (isHydrated && textOf(readDraft(key))) || initialText);
  const isSeen = useRef(isHydrated);
  useEffect(() => {
    const show = (value: Draft | undefined) => setText(textOf(value) || initialText);
    // The server renders without drafts.
    const saved = readDraft(key);
    if (saved !== undefined) show(saved);
    isSeen.current = true;
    return watchDraft(key, show);
  }, [key, initialText]);
  return [text, (next) => setText(write(key, next, isSeen.current))];
}

function writeChoice(key: string, next: string): string {
  writeDraft(key, next);
  return next;
}

/**
 * State that survives reloads, crashes and ended sessions. Set '' once the server has it.
 * @param key the same in every tab: the last write wins
 * @param initialText the text without a draft
 */
export function useDraft(key: string, initialText = ''): DraftState {
  return useDraftBy(writeChoice, key, initialText);
}

/** Of texts in words: typed before the saved draft is shown, they join it. */
export function useTextDraft(key: string, initialText = ''): DraftState {
  return useDraftBy(writeText, key, initialText);
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
