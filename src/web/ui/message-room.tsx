import { useEffect, useLayoutEffect, useRef, type ReactNode } from 'react';
import { giveBackPlace, holdPlace, watchPresses } from './hold-place.ts';
import styles from './message-room.module.css';

/**
 * Gives an element the room that its messages need, in whole pixels: by half of one a button moves too.
 * @returns by how much what stands below it has moved
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
 * The place of messages that come and go above a button. No button moves from under a finger: what comes scrolls the page by
 * its height, and what goes leaves its room until something is typed in the form, when no finger is on it, or the window
 * changes its size. Until its first message it takes none.
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
    // Before the form's own handlers: what is typed does not give back the room of the message that it takes away.
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
