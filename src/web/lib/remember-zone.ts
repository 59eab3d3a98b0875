import { useEffect } from 'react';

const yearSeconds = 365 * 24 * 60 * 60;

/** By cookie: the next page has times in the reader's zone. */
export function rememberZone(): void {
  const cookie = `zone=${encodeURIComponent(Intl.DateTimeFormat().resolvedOptions().timeZone)}`;
  if (document.cookie.split('; ').includes(cookie)) return;
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  document.cookie = `${cookie}; Path=/; Max-Age=${yearSeconds}; SameSite=Lax${secure}`;
}

/** When idle: a slow phone needs longer to find its zone than to show a screen. */
export function useRememberZone(): void {
  useEffect(() => {
    // Safari has no idle callbacks.
    if (typeof requestIdleCallback === 'undefined') setTimeout(rememberZone, 1_000);
    else requestIdleCallback(rememberZone);
  }, []);
}
