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
 * Text that survives reloads, crashes, lost networks and ended sessions; set it to '' once the server has it.
 * @param key the same in every tab: the last one that writes wins
 * @param otherwise the text where nothing was kept
 */
export function useDraft(key: string, otherwise = ''): [string, (text: string) => void] {
  const [text, setText] = useState(() => textOf(readDraft(key)) || otherwise);
  useEffect(() => watchDraft(key, (value) => setText(textOf(value) || otherwise)), [key, otherwise]);
  const change = (next: string) => {
    setText(next);
    writeDraft(key, next);
  };
  return [text, change];
}

/** The same for a picked file; set it to null once the server has it. */
export function useFileDraft(key: string): [File | null, (file: File | null) => void] {
  const [file, setFile] = useState(() => fileOf(readDraft(key)));
  useEffect(() => watchDraft(key, (value) => setFile(fileOf(value))), [key]);
  const change = (next: File | null) => {
    setFile(next);
    writeDraft(key, next);
  };
  return [file, change];
}

/** Whether what was typed and picked under some keys is on this device. */
export function useSaveStatus(...keys: string[]): SaveStatus {
  return useSyncExternalStore(
    watchSaveStatus,
    () => saveStatusOf(keys),
    () => 'nothing',
  );
}

/** Whether this device takes what is typed at all. */
export function useIsSavingDrafts(): boolean {
  return useSyncExternalStore(watchSaveStatus, isSavingDrafts, () => true);
}
