import { useEffect, useSyncExternalStore } from 'react';

const storageKey = 'single-key-shortcuts';
const listeners = new Set<() => void>();

function read(): boolean {
  try {
    return localStorage.getItem(storageKey) !== 'off';
  } catch {
    // A browser that keeps nothing: on, as at first.
    return true;
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    removeEventListener('storage', listener);
  };
}

function set(isOn: boolean): void {
  try {
    if (isOn) localStorage.removeItem(storageKey);
    else localStorage.setItem(storageKey, 'off');
  } catch {
    // Kept by no browser, it holds for nothing.
  }
  for (const listener of listeners) listener();
}

/**
 * Whether single keys do something on this device, and how to change that: who speaks to the computer, or trembles, must be able
 * to turn them off (WCAG 2.1.4).
 */
export function useKeyShortcutsOn(): [isOn: boolean, set: (isOn: boolean) => void] {
  return [useSyncExternalStore(subscribe, read, () => true), set];
}

/** Controls that take no text: a key there is a shortcut. */
const unwritten = '[type=checkbox], [type=radio], [type=button], [type=submit]';

/** Whether a key goes into what has the focus. A field of numbers takes no letter, nor a question mark. */
function isTyping(target: EventTarget | null, key: string): boolean {
  if (!(target instanceof HTMLElement)) return false;
  const control = target.closest<HTMLElement>('input, textarea, select, [contenteditable]');
  if (control === null || control.matches(unwritten)) return false;
  const isNumber = control.matches('[inputmode=decimal], [inputmode=numeric]');
  return !(isNumber && /^[\p{L}?]$/u.test(key));
}

/**
 * Acts on single keys, such as `t`, while nobody types, no dialog is open and they are not turned off.
 * @param acts by the character or the name of the key, in small letters; stable between renders
 */
export function useKeyShortcuts(acts: Readonly<Record<string, () => void>>): void {
  const [isOn] = useKeyShortcutsOn();
  useEffect(() => {
    if (!isOn) return undefined;
    const press = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      const act = acts[event.key.toLowerCase()];
      if (
        act === undefined ||
        isTyping(event.target, event.key) ||
        document.querySelector('dialog[open]') !== null
      )
        return;
      event.preventDefault();
      act();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, [acts, isOn]);
}
