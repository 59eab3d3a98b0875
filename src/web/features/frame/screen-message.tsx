import { useEffect, useRef, useState, type RefObject } from 'react';
import { useFetchers, useLocation } from 'react-router';
import { forgetParameter } from '../../lib/replace-parameter.ts';
import { clearScreenMessage, leaveScreen, tellScreen, useScreenMessage } from '../../lib/screen-message.ts';
import { screenNoticeIn, screenNotices } from '../../lib/screen-notices.ts';
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

/** The last focused element outside the message, and those around it. */
function useFocusTrail(region: RefObject<HTMLElement | null>): RefObject<readonly HTMLElement[]> {
  const trail = useRef<readonly HTMLElement[]>([]);
  useEffect(() => {
    const onFocus = ({ target }: FocusEvent) => {
      if (!(target instanceof HTMLElement) || region.current?.contains(target)) return;
      const around: HTMLElement[] = [];
      for (let at: HTMLElement | null = target; at !== null; at = at.parentElement) around.push(at);
      trail.current = around;
    };
    document.addEventListener('focusin', onFocus);
    return () => document.removeEventListener('focusin', onFocus);
  }, [region]);
  return trail;
}

/** The control itself, else the section that it was in. @returns false where neither is left */
function focusAgain([control, ...around]: readonly HTMLElement[]): boolean {
  if (control?.isConnected) control.focus({ preventScroll: true });
  if (document.activeElement === control) return true;
  const section = around.find((one) => one.isConnected && one.matches('section'));
  if (section === undefined) return false;
  section.tabIndex = -1;
  section.focus({ preventScroll: true });
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
  const trail = useFocusTrail(region);
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
    const isLost = document.activeElement === document.body;
    if (isLost && !focusAgain(trail.current)) message.focus();
    uncoverFocus(message);
  }, [text, trail]);
  const close = () => {
    clearScreenMessage();
    focusAgain(trail.current);
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
