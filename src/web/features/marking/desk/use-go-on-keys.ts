import { useEffect, useEffectEvent, useRef } from 'react';

/** A second click must not confirm what has just appeared. */
const readingMs = 500;

/**
 * Ctrl+Enter (⌘ on a Mac), also in fields, but not while a dialog is open.
 * @param confirm replaces `act` while a notice asks for confirmation
 * @param act `release` with Shift
 */
export function useGoOnKeys(confirm: (() => void) | null, act: (release: boolean) => void): void {
  const isAsking = confirm !== null;
  const askedAt = useRef(0);
  useEffect(() => {
    if (isAsking) askedAt.current = performance.now();
  }, [isAsking]);
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.altKey || event.isComposing)
      return;
    if (document.querySelector('dialog[open]') !== null) return;
    // Else a field submits its form.
    event.preventDefault();
    if (event.repeat) return;
    if (confirm === null) act(event.shiftKey);
    else if (performance.now() - askedAt.current > readingMs) confirm();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event);
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, []);
}
