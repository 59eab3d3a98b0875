import { useEffect, useState, useSyncExternalStore } from 'react';
import {
  isSavingDrafts,
  saveStatusOf,
  readDraft,
  watchDraft,
  watchSaveStatus,
  writeDraft,
  type Draft,
  type SaveStatus,
} from './drafts.ts';

const textOf = (value: Draft | undefined): string => (typeof value === 'string' ? value : '');
const fileOf = (value: Draft | undefined): File | null => (value instanceof File ? value : null);

/**
 * Text state that is saved as a draft: it survives reloads, crashes, lost networks and ended sessions. Set it to '' once
 * the server has it.
 * @param key the same in every tab: the last write wins
 * @param initialText the text without a draft
 */
export function useDraft(key: string, initialText = ''): [string, (text: string) => void] {
  const [text, setText] = useState(() => textOf(readDraft(key)) || initialText);
  useEffect(() => watchDraft(key, (value) => setText(textOf(value) || initialText)), [key, initialText]);
  const change = (next: string) => {
    setText(next);
    writeDraft(key, next);
  };
  return [text, change];
}

/** The same for a chosen file; set it to null once the server has it. */
export function useFileDraft(key: string): [File | null, (file: File | null) => void] {
  const [file, setFile] = useState(() => fileOf(readDraft(key)));
  useEffect(() => watchDraft(key, (value) => setFile(fileOf(value))), [key]);
  const change = (next: File | null) => {
    setFile(next);
    writeDraft(key, next);
  };
  return [file, change];
}

/** The combined save status of some drafts. */
export function useSaveStatus(...keys: string[]): SaveStatus {
  return useSyncExternalStore(
    watchSaveStatus,
    () => saveStatusOf(keys),
    () => 'nothing',
  );
}

/** Whether drafts can be saved on this device. */
export function useIsSavingDrafts(): boolean {
  return useSyncExternalStore(watchSaveStatus, isSavingDrafts, () => true);
}
