import { useEffect } from 'react';

const yearSeconds = 365 * 24 * 60 * 60;

/** Tells the server the reader's time zone by cookie, so that its next page has times as they are where the reader is. */
export function rememberZone(): void {
  const cookie = `zone=${encodeURIComponent(Intl.DateTimeFormat().resolvedOptions().timeZone)}`;
  if (document.cookie.split('; ').includes(cookie)) return;
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  document.cookie = `${cookie}; Path=/; Max-Age=${yearSeconds}; SameSite=Lax${secure}`;
}

/** Does so once nothing else is to be done: to find out the zone takes a slow phone longer than to show a screen. */
export function useRememberZone(): void {
  useEffect(() => {
    // Safari has no idle callbacks.
    if (typeof requestIdleCallback === 'undefined') setTimeout(rememberZone, 1_000);
    else requestIdleCallback(rememberZone);
  }, []);
}
