import { useEffect, useRef, useState } from 'react';
import { useFetchers, useLocation } from 'react-router';
import { forgetParameter } from '../../lib/replace-parameter.ts';
import { clearScreenMessage, leaveScreen, tellScreen, useScreenMessage } from '../../lib/screen-message.ts';
import { decodedPath, screenNoticeIn, screenNotices } from '../../lib/screen-notices.ts';
import { Button } from '../../ui/button.tsx';
import styles from './screen-message.module.css';

/** Scrolls what is focused above the message. */
function uncoverFocus(message: HTMLElement): void {
  const { top, bottom } = message.getBoundingClientRect();
  const focused = document.activeElement;
  const at = focused?.getBoundingClientRect();
  if (at === undefined || message.contains(focused)) return;
  if (at.top < bottom && at.bottom > top) focused?.scrollIntoView({ block: 'nearest' });
}

/** Shown until it is closed, another action ends or the user leaves. */
export function ScreenMessage() {
  const location = useLocation();
  const { search } = location;
  const path = decodedPath(location);
  // Posted without script: after hydration it can be closed.
  const [posted] = useState(() => {
    const notice = screenNoticeIn(search);
    return notice && screenNotices[notice];
  });
  const message = useScreenMessage(path, posted);
  // Once the screen shows the change.
  const text = useFetchers().some(({ state }) => state !== 'idle') ? null : message;
  const region = useRef<HTMLDivElement>(null);
  useEffect(() => () => leaveScreen(path), [path]);
  useEffect(() => {
    if (posted === null) return;
    tellScreen(posted);
    forgetParameter('notice');
  }, [posted]);
  useEffect(() => {
    const message = region.current;
    if (text === null || message === null) return;
    // The clicked button may be gone with its form.
    if (document.activeElement === document.body) message.focus();
    else uncoverFocus(message);
  }, [text]);
  return (
    <div ref={region} role="status" tabIndex={-1} className={styles['region']}>
      {text !== null && (
        <div className={styles['message']}>
          <p>{text}</p>
          <Button variant="quiet" small onClick={clearScreenMessage}>
            Close
          </Button>
        </div>
      )}
    </div>
  );
}
