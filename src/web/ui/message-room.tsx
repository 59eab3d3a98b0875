import { useEffect, useLayoutEffect, useRef, type ReactNode } from 'react';
import { giveBackPlace, holdPlace, watchPresses } from './hold-place.ts';
import styles from './notice.module.css';

/**
 * Reserves room for messages in whole pixels, since half a pixel moves a button.
 * @returns by how much what follows has moved
 */
function takeRoom(element: HTMLElement): number {
  const isFirst = element.dataset['kept'] === undefined;
  const before = isFirst ? 0 : Number.parseFloat(element.style.minHeight);
  const height = Math.ceil(element.getBoundingClientRect().height);
  element.style.minHeight = `${height}px`;
  element.dataset['kept'] = '';
  const gap = isFirst && element.parentElement ? getComputedStyle(element.parentElement).rowGap : '';
  return height - before + (Number.parseFloat(gap) || 0);
}

/**
 * For messages above a button, which must not move under a finger: a message scrolls the page by its height,
 * and leaves its room until somebody types in the form or resizes the window.
 */
export function MessageRoom({ children }: { children: ReactNode }) {
  const room = useRef<HTMLDivElement>(null);
  const isShown = useRef(false);
  useLayoutEffect(() => {
    const element = room.current;
    if (element === null || !element.hasChildNodes()) return;
    const growth = takeRoom(element);
    if (isShown.current && growth > 0) holdPlace(element, growth);
  });
  useEffect(() => {
    const element = room.current;
    if (element === null) return;
    isShown.current = true;
    watchPresses();
    const giveBack = () => {
      element.style.minHeight = '';
      delete element.dataset['kept'];
      giveBackPlace(element);
    };
    // Before the form's own handlers: typing keeps the room of the message that it removes.
    const onInput = () => !element.hasChildNodes() && giveBack();
    const owner = element.closest('form');
    owner?.addEventListener('input', onInput, { capture: true });
    window.addEventListener('resize', giveBack);
    return () => {
      owner?.removeEventListener('input', onInput, { capture: true });
      window.removeEventListener('resize', giveBack);
      giveBackPlace(element);
    };
  }, []);
  return (
    <div ref={room} className={styles['room']}>
      {children}
    </div>
  );
}
