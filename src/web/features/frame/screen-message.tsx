import { useEffect, useRef, useState } from 'react';
import { useFetchers, useLocation } from 'react-router';
import { forgetParameter } from '../../lib/replace-parameter.ts';
import {
  clearScreenMessage,
  decodedPath,
  leaveScreen,
  tellScreen,
  useScreenMessage,
} from '../../lib/screen-message.ts';
import { screenNoticeIn } from '../../lib/screen-notices.ts';
import { Button } from '../../ui/button.tsx';
import styles from './screen-message.module.css';

function uncoverFocus(message: HTMLElement): void {
  const { top, bottom } = message.getBoundingClientRect();
  const focused = document.activeElement;
  const at = focused?.getBoundingClientRect();
  if (at === undefined || message.contains(focused)) return;
  if (at.top < bottom && at.bottom > top) focused?.scrollIntoView({ block: 'nearest' });
}

/**
 * Shown until it is closed, another action ends or the user leaves.
 * @param ofPage what the rendered page says
 */
export function ScreenMessage({ ofPage }: { ofPage?: string | undefined }) {
  const location = useLocation();
  const { search } = location;
  const path = decodedPath(location);
  // Posted without script: after hydration it can be closed.
  const [posted] = useState(() => {
    const text = screenNoticeIn(search, ofPage);
    return text === null ? null : { text, at: null };
  });
  const message = useScreenMessage(path, posted);
  // The same words again are another message.
  const [known, setKnown] = useState({ message, count: 0 });
  if (message !== known.message) setKnown({ message, count: known.count + 1 });
  // Once the screen shows the change.
  const shown = useFetchers().some(({ state }) => state !== 'idle') ? null : message;
  const region = useRef<HTMLDivElement>(null);
  useEffect(() => () => leaveScreen(path), [path]);
  useEffect(() => {
    if (posted === null) return;
    tellScreen(posted.text);
    forgetParameter('notice');
  }, [posted]);
  useEffect(() => {
    const message = region.current;
    if (shown === null || message === null) return;
    // The clicked button may be gone with its form.
    if (document.activeElement === document.body) message.focus();
    else uncoverFocus(message);
  }, [shown]);
  return (
    <div ref={region} role="status" tabIndex={-1} className={styles['region']}>
      {shown !== null && (
        <div key={known.count} className={styles['message']}>
          <p>{shown.text}</p>
          <Button variant="quiet" small onClick={clearScreenMessage}>
            Close
          </Button>
        </div>
      )}
    </div>
  );
}
