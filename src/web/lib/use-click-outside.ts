import { useEffect, useEffectEvent, type RefObject } from 'react';

/** Calls `onOutside` for a click, or when the focus moves, outside of an open element. */
export function useClickOutside(
  element: RefObject<HTMLElement | null>,
  isOpen: boolean,
  onOutside: () => void,
): void {
  const look = useEffectEvent(({ target }: Event) => {
    if (!element.current?.contains(target as Node)) onOutside();
  });
  useEffect(() => {
    if (!isOpen) return;
    const types = ['pointerdown', 'focusin'];
    const listen = (event: Event) => look(event);
    for (const type of types) document.addEventListener(type, listen);
    return () => {
      for (const type of types) document.removeEventListener(type, listen);
    };
  }, [isOpen]);
}
