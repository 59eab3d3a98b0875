import { useState } from 'react';

const prefix = 'capstone draft ';

/** What was typed and not yet taken by the server; '' for nothing. */
export function readDraft(key: string): string {
  try {
    return localStorage.getItem(prefix + key) ?? '';
  } catch {
    // Storage may be switched off: then typed text lives as long as the screen.
    return '';
  }
}

/** Keeps typed text on this device; '' forgets it. */
export function writeDraft(key: string, text: string): void {
  try {
    if (text === '') localStorage.removeItem(prefix + key);
    else localStorage.setItem(prefix + key, text);
  } catch {
    // As above.
  }
}

/**
 * Text that survives reloads, lost networks and ended sessions; set it to '' once the server has it.
 * @param key names the owner too, because people share devices
 * @param otherwise the text where nothing was kept
 */
export function useDraft(key: string, otherwise = ''): [string, (text: string) => void] {
  const [text, setText] = useState(() => readDraft(key) || otherwise);
  const change = (next: string) => {
    setText(next);
    writeDraft(key, next);
  };
  return [text, change];
}
