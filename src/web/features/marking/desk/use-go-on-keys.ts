import { useEffect, useEffectEvent } from 'react';

/**
 * Handles Ctrl+Enter (⌘ on a Mac), also in fields, but not while a dialog is open.
 * @param act `release` with Shift
 */
export function useGoOnKeys(act: (release: boolean) => void): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.altKey || event.isComposing)
      return;
    if (document.querySelector('dialog[open]') !== null) return;
    // Keeps a field from submitting its form.
    event.preventDefault();
    if (!event.repeat) act(event.shiftKey);
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event);
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, []);
}
