import { useEffect, useLayoutEffect, useRef, type ReactNode } from 'react';
import styles from './message-room.module.css';

/**
 * The place of messages that come and go above a button. What goes leaves its room, so that no button moves from under a
 * finger, until something is typed in the form, when no finger is on it, or the window changes its size. Until its first
 * message it takes none.
 */
export function MessageRoom({ children }: { children: ReactNode }) {
  const room = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = room.current;
    if (element === null || !element.hasChildNodes()) return;
    // Not `offsetHeight`, which is rounded: half a pixel moves a button too.
    element.style.minHeight = `${element.getBoundingClientRect().height}px`;
    element.dataset['kept'] = '';
  });
  useEffect(() => {
    const element = room.current;
    if (element === null) return;
    const giveBack = () => {
      element.style.minHeight = '';
      delete element.dataset['kept'];
    };
    // Before the form's own handlers: what is typed does not give back the room of the message that it takes away.
    const onInput = () => !element.hasChildNodes() && giveBack();
    const owner = element.closest('form');
    owner?.addEventListener('input', onInput, { capture: true });
    window.addEventListener('resize', giveBack);
    return () => {
      owner?.removeEventListener('input', onInput, { capture: true });
      window.removeEventListener('resize', giveBack);
    };
  }, []);
  return (
    <div ref={room} className={styles['room']}>
      {children}
    </div>
  );
}
