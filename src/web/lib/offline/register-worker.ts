import type { CurrentUser } from '#contract/accounts';
import { appFiles } from '#contract/screens';
import { keepOwnScreens } from './keep-own-screens.ts';
import { takeUpdates } from './take-update.ts';

/** Until the page is loaded and has a quiet moment: what the worker fetches shall not compete with the screen. */
async function whenIdle(): Promise<void> {
  if (document.readyState !== 'complete')
    await new Promise((resolve) => window.addEventListener('load', resolve, { once: true }));
  await new Promise<void>((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: 5_000 });
    else setTimeout(resolve, 1_000);
  });
}

/**
 * Makes the portal work without a line: registers its service worker and has it keep the account's screens. Over plain http,
 * or where storage is disabled, browsers allow none: then everything goes over the line.
 */
export async function workWithoutLine(user: CurrentUser): Promise<void> {
  if (import.meta.env.DEV || !('serviceWorker' in navigator)) return;
  try {
    await whenIdle();
    takeUpdates(await navigator.serviceWorker.register(appFiles.worker, { updateViaCache: 'none' }));
    await keepOwnScreens(user);
  } catch {
    // No line just now, or no storage: the next page tries again.
  }
}
