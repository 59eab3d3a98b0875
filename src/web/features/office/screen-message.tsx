import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { leaveScreen, tellScreen, useScreenMessage } from '../../lib/screen-message.ts';
import { Button } from '../../ui/button.tsx';
import styles from './screen-message.module.css';

/** The message region of a screen: what was done, until it is closed, something else is done or the screen is left. */
export function ScreenMessage() {
  const { pathname } = useLocation();
  const text = useScreenMessage(pathname);
  const region = useRef<HTMLDivElement>(null);
  useEffect(() => () => leaveScreen(pathname), [pathname]);
  useEffect(() => {
    // The button that was clicked may be gone with its form.
    if (text !== null && document.activeElement === document.body) region.current?.focus();
  }, [text]);
  return (
    <div ref={region} role="status" tabIndex={-1} className={styles['region']}>
      {text !== null && (
        <div className={styles['message']}>
          <p>{text}</p>
          <Button variant="quiet" small onClick={() => tellScreen('')}>
            Close
          </Button>
        </div>
      )}
    </div>
  );
}
