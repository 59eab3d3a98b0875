import { useEffect, useRef, useState, type RefObject } from 'react';
import { useFetchers, useLocation } from 'react-router';
import { forgetParameter } from '../../lib/replace-parameter.ts';
import { clearScreenMessage, leaveScreen, tellScreen, useScreenMessage } from '../../lib/screen-message.ts';
import { screenNoticeIn, screenNotices } from '../../lib/screen-notices.ts';
import { Button } from '../../ui/button.tsx';
import styles from './screen-message.module.css';

/** Scrolls what is focused above the message. */
function uncoverFocus(message: HTMLElement): void {
  const focused = document.activeElement;
  const { top = 0, bottom = 0 } = focused?.getBoundingClientRect() ?? {};
  const isCovered = top < innerHeight && bottom > message.getBoundingClientRect().top;
  if (isCovered && !message.contains(focused)) focused?.scrollIntoView({ block: 'nearest' });
}

type Place = { control: HTMLElement; section: HTMLElement | null };

/** The last focused element outside the message. */
function useFocusedBefore(region: RefObject<HTMLElement | null>): RefObject<Place | null> {
  const place = useRef<Place>(null);
  useEffect(() => {
    const onFocus = ({ target }: FocusEvent) => {
      const control = target as HTMLElement;
      if (!region.current?.contains(control))
        place.current = { control, section: control.closest('section') };
    };
    document.addEventListener('focusin', onFocus);
    return () => document.removeEventListener('focusin', onFocus);
  }, [region]);
  return place;
}

/** The control itself, else the section that it was in. @returns false where neither is left */
function focusAgain(place: Place | null): boolean {
  place?.control.focus({ preventScroll: true });
  if (document.activeElement === place?.control) return true;
  if (!place?.section?.isConnected) return false;
  place.section.tabIndex = -1;
  place.section.focus({ preventScroll: true });
  return true;
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
  const place = useFocusedBefore(region);
  useEffect(() => () => leaveScreen(pathname), [pathname]);
  useEffect(() => {
    if (posted === null) return;
    tellScreen(posted);
    forgetParameter('notice');
  }, [posted]);
  useEffect(() => {
    const message = region.current;
    if (text === null || message === null) return;
    // The clicked button may be gone with its form.
    if (document.activeElement !== document.body) uncoverFocus(message);
    else if (!focusAgain(place.current)) message.focus();
  }, [text, place]);
  const close = () => {
    clearScreenMessage();
    focusAgain(place.current);
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
