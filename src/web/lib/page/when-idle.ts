import { useEffect } from 'react';
import { appFiles } from '#contract/screens';

/** Once the page is loaded and idle: fetching then does not compete with the screen. */
export async function whenIdle(): Promise<void> {
  if (document.readyState !== 'complete')
    await new Promise((resolve) => window.addEventListener('load', resolve, { once: true }));
  await new Promise<void>((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: 5_000 });
    else setTimeout(resolve, 1_000);
  });
}

async function nameManifest(): Promise<void> {
  await whenIdle();
  if (document.head.querySelector('link[rel="manifest"]') !== null) return;
  const link = document.createElement('link');
  link.rel = 'manifest';
  link.href = appFiles.manifest;
  document.head.append(link);
}

/**
 * When idle: the browser would fetch manifest and icon before the page's scripts. Without scripts the page
 * names it.
 */
export function useManifest(): void {
  useEffect(() => {
    void nameManifest();
  }, []);
}

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
