import { hourMs } from '#contract/durations';
import { isWorking } from '../forms/unfinished.ts';
import { takeOver } from './take-over.ts';

/** The screen with input since it was opened. */
let touched: string | null = null;
let registered: ServiceWorkerRegistration | null = null;
let checkedAt = 0;

/** Whether a reload loses nothing: no input, nothing being sent. */
const isQuiet = () => touched !== location.pathname && !isWorking();

/** The clicked link to another screen in this window; else null. */
function linkOf(event: MouseEvent): HTMLAnchorElement | null {
  const { target, button, metaKey, ctrlKey, shiftKey, altKey } = event;
  if (button !== 0 || metaKey || ctrlKey || shiftKey || altKey) return null;
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null;
  if (link === null || link.target !== '' || link.hasAttribute('download')) return null;
  return link.origin === location.origin && link.pathname !== location.pathname ? link : null;
}

/** Milliseconds to wait for the new worker before following the link anyway. */
const takeOverMs = 1_000;

/**
 * Updates the app when a link is clicked on a screen without input: the new worker takes over and a new
 * document loads. Else at the next start.
 */
function takeWithNavigation(event: MouseEvent): void {
  const waiting = registered?.waiting ?? null;
  const link = linkOf(event);
  if (waiting === null || link === null || event.defaultPrevented || !isQuiet()) return;
  event.stopImmediatePropagation();
  event.preventDefault();
  const follow = () => location.assign(link.href);
  // A page being left would drop its message.
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

/** Checks for updates on pages that stay open long. */
function check(): void {
  if (document.hidden || Date.now() - checkedAt < hourMs) return;
  checkedAt = Date.now();
  registered?.update().catch(() => undefined);
}

export function takeUpdates(registration: ServiceWorkerRegistration): void {
  const isFirst = registered === null;
  registered = registration;
  if (!isFirst) return;
  checkedAt = Date.now();
  // Before the router's listeners, which would render in the old page.
  window.addEventListener('click', takeWithNavigation, { capture: true });
  document.addEventListener('input', () => (touched = location.pathname), { capture: true });
  document.addEventListener('visibilitychange', check);
}
