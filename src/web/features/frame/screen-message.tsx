import { useCallback, useEffect, useRef, useState, type RefObject } from 'react';
import { useFetchers, useLocation } from 'react-router';
import { forgetParameter } from '../../lib/replace-parameter.ts';
import { clearScreenMessage, leaveScreen, tellScreen, useScreenMessage } from '../../lib/screen-message.ts';
import { screenNoticeIn, screenNotices } from '../../lib/screen-notices.ts';
import { Button } from '../../ui/button.tsx';
import styles from './screen-message.module.css';

/** The last focused element outside the message, and its section. */
function useFocusedBefore(region: RefObject<HTMLElement | null>) {
  const places = useRef<(HTMLElement | null)[]>([]);
  useEffect(() => {
    const onFocus = ({ target }: FocusEvent) => {
      const control = target as HTMLElement;
      if (!region.current?.contains(control)) places.current = [control, control.closest('section')];
    };
    document.addEventListener('focusin', onFocus);
    return () => document.removeEventListener('focusin', onFocus);
  }, [region]);
  return places;
}

/** Shown until it is closed, another action ends or the user leaves. */
export function ScreenMessage() {
  const { pathname, search } = useLocation();
  // Posted without script: after hydration it can be closed.
  const [posted] = useState(() => {
    const notice = screenNoticeIn(search);
    return notice && screenNotices[notice];
  });
  const message = useScreenMessage(pathname, posted);
  // Once the screen shows the change.
  const text = useFetchers().some(({ state }) => state !== 'idle') ? null : message;
  const region = useRef<HTMLDivElement>(null);
  const places = useFocusedBefore(region);
  useEffect(() => () => leaveScreen(pathname), [pathname]);
  useEffect(() => {
    if (posted === null) return;
    tellScreen(posted);
    forgetParameter('notice');
  }, [posted]);
  const settle = useCallback(() => {
    // Not needed before there is a message.
    void import('./focus-after-message.ts').then(({ settleFocus }) => settleFocus(region, places));
  }, [places]);
  useEffect(() => {
    if (text !== null) settle();
  }, [text, settle]);
  const close = () => {
    clearScreenMessage();
    settle();
  };
  return (
    <div ref={region} role="status" tabIndex={-1} className={styles['region']}>
      {text !== null && (
        <div className={styles['message']}>
          <p>{text}</p>
          <Button variant="quiet" small onClick={close}>
            Close
          </Button>
        </div>
      )}
    </div>
  );
}
