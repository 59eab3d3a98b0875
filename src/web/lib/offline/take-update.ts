import { hourMs } from '#contract/durations';
import { isWorking } from '../forms/unfinished.ts';
import { takeOver } from './take-over.ts';

/** The screen on which somebody has typed or picked something since it was opened. */
let touched: string | null = null;
let registered: ServiceWorkerRegistration | null = null;
let checkedAt = 0;

/** Whether a page may be left for a new one without anybody losing anything: nothing typed on it, nothing on its way. */
const isQuiet = () => touched !== location.pathname && !isWorking();

/** The link behind a press that leads to another screen of the portal, in this window; else null. */
function linkOf(event: MouseEvent): HTMLAnchorElement | null {
  const { target, button, metaKey, ctrlKey, shiftKey, altKey } = event;
  if (button !== 0 || metaKey || ctrlKey || shiftKey || altKey) return null;
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null;
  if (link === null || link.target !== '' || link.hasAttribute('download')) return null;
  return link.origin === location.origin && link.pathname !== location.pathname ? link : null;
}

/** How long the new worker may take, in milliseconds: then the link is followed all the same. */
const takeOverMs = 1_000;

/**
 * Takes a new version of the app at a quiet moment: when a link is pressed on a screen on which nothing was typed. The new
 * worker takes over, and the link leads to a new document. Without such a moment the new version is there at the next start.
 */
function takeWithNavigation(event: MouseEvent): void {
  const waiting = registered?.waiting ?? null;
  const link = linkOf(event);
  if (waiting === null || link === null || event.defaultPrevented || !isQuiet()) return;
  event.stopImmediatePropagation();
  event.preventDefault();
  const follow = () => location.assign(link.href);
  // A page that is being left would take its message along.
  const timer = setTimeout(follow, takeOverMs);
  navigator.serviceWorker.addEventListener(
    'controllerchange',
    () => {
      clearTimeout(timer);
      follow();
    },
    { once: true },
  );
  waiting.postMessage(takeOver);
}

/** A page that stays open for long asks now and then whether there is a new version. */
function check(): void {
  if (document.hidden || Date.now() - checkedAt < hourMs) return;
  checkedAt = Date.now();
  registered?.update().catch(() => undefined);
}

/** Follows the versions of the app from now on. */
export function takeUpdates(registration: ServiceWorkerRegistration): void {
  const isFirst = registered === null;
  registered = registration;
  if (!isFirst) return;
  checkedAt = Date.now();
  // Before the router's own listeners, which would render the screen in the old page.
  window.addEventListener('click', takeWithNavigation, { capture: true });
  document.addEventListener('input', () => (touched = location.pathname), { capture: true });
  document.addEventListener('visibilitychange', check);
}
