import { useEffect, useEffectEvent } from 'react';

/**
 * Acts on Ctrl+Enter (⌘ on a Mac), wherever the focus is, also while somebody types, and not while a dialog is open.
 * @param act `release` where Shift is pressed, too
 */
export function useGoOnKeys(act: (release: boolean) => void): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.altKey || event.isComposing)
      return;
    if (document.querySelector('dialog[open]') !== null) return;
    // A field would send its form by it, too.
    event.preventDefault();
    if (!event.repeat) act(event.shiftKey);
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event);
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, []);
}
