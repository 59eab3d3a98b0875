import { useLayoutEffect } from 'react';
import { deviceSwitch } from './device-switch.ts';
import { shortcutsSetting } from './stored-names/offline.ts';

const singleKeys = deviceSwitch(shortcutsSetting, true);

/**
 * On this device. People who speak to the computer, or tremble, must be able to turn single keys off (WCAG
 * 2.1.4).
 */
export function useKeyShortcutsOn(): [isOn: boolean, set: (isOn: boolean) => void] {
  return [singleKeys.use(), singleKeys.set];
}

/** A key there is a shortcut: they take no text. */
const unwritten = '[type=checkbox], [type=radio], [type=button], [type=submit]';

/** A number field takes no letter, nor a question mark. */
function isTyping(target: EventTarget | null, key: string): boolean {
  if (!(target instanceof HTMLElement)) return false;
  const control = target.closest<HTMLElement>('input, textarea, select, [contenteditable]');
  if (control === null || control.matches(unwritten)) return false;
  const isNumber = control.matches('[inputmode=decimal], [inputmode=numeric]');
  return !(isNumber && /^[\p{L}?]$/u.test(key));
}

/**
 * Handles single keys while nobody types and no dialog is open.
 * @param shortcuts by the key's character or name, in small letters; stable between renders
 */
export function useKeyShortcuts(shortcuts: Readonly<Record<string, () => void>>): void {
  const [isOn] = useKeyShortcutsOn();
  // A key works as soon as the screen is seen.
  useLayoutEffect(() => {
    if (!isOn) return undefined;
    const press = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      const run = shortcuts[event.key.toLowerCase()];
      if (
        run === undefined ||
        isTyping(event.target, event.key) ||
        document.querySelector('dialog[open]') !== null
      )
        return;
      event.preventDefault();
      run();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, [shortcuts, isOn]);
}
