import type { CurrentUser } from '#contract/accounts/calls';
import { hourMs } from '#contract/durations';
import { appFiles } from '#contract/screens';
import { loadPart } from '../calls/load-part.ts';
import { isWorking } from '../forms/unfinished.ts';
import { whenIdle } from '../page/when-idle.ts';
import { takeOver } from '../stored-names/offline.ts';
import { topicsOf, type Seen, type Topic } from './seen-topics.ts';

const isPossible = () => !import.meta.env.DEV && 'serviceWorker' in navigator;

/** One at a time: none repeats another's pending request. */
let keeping: Promise<unknown> = Promise.resolve();

function keep(user: CurrentUser, seen: Seen): Promise<unknown> {
  // Offline or no storage: the next page tries again.
  keeping = keeping
    .then(() => loadPart(() => import('./keep-own-screens.ts')))
    .then(({ keepOwnScreens }) => keepOwnScreens(user, seen))
    .catch(() => undefined);
  return keeping;
}

/** The screen with input since it was opened. */
let touched: string | null = null;
let registered: ServiceWorkerRegistration | null = null;
let checkedAt = 0;

const isQuiet = () => touched !== location.pathname && !isWorking();

/** The clicked link to another screen in this window; else null. */
function linkOf(event: MouseEvent): HTMLAnchorElement | null {
  const { target, button, metaKey, ctrlKey, shiftKey, altKey } = event;
  if (button !== 0 || metaKey || ctrlKey || shiftKey || altKey) return null;
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null;
  if (link === null || link.target !== '' || link.hasAttribute('download')) return null;
  return link.origin === location.origin && link.pathname !== location.pathname ? link : null;
}

/** Milliseconds a link waits for the new worker. */
const takeOverMs = 1_000;

/**
 * Updates the app at a link on a screen without input: the new worker takes over and a new document loads.
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

/** For pages that stay open long. */
function check(): void {
  if (document.hidden || Date.now() - checkedAt < hourMs) return;
  checkedAt = Date.now();
  registered?.update().catch(() => undefined);
}

function takeUpdates(registration: ServiceWorkerRegistration): void {
  const isFirst = registered === null;
  registered = registration;
  if (!isFirst) return;
  checkedAt = Date.now();
  // Before the router's listeners, which would render in the old page.
  window.addEventListener('click', takeWithNavigation, { capture: true });
  document.addEventListener('input', () => (touched = location.pathname), { capture: true });
  document.addEventListener('visibilitychange', check);
}

/** Without https or storage, browsers allow no service worker. */
export async function workWithoutLine(user: CurrentUser): Promise<void> {
  if (!isPossible()) return;
  const { pathname } = location;
  try {
    await whenIdle();
    takeUpdates(await navigator.serviceWorker.register(appFiles.worker, { updateViaCache: 'none' }));
  } catch {
    return;
  }
  // The browser has not requested server-rendered data.
  await keep(user, { topics: topicsOf(pathname), since: performance.timeOrigin });
}

const later = new Map<Topic, number>();

/** Refreshes cached answers once the page is idle. */
export async function keepAnew(user: CurrentUser, topic: Topic): Promise<void> {
  if (!isPossible() || navigator.serviceWorker.controller === null) return;
  const isPlanned = later.size > 0;
  later.set(topic, Date.now());
  if (isPlanned) return;
  await whenIdle();
  const topics = [...later.keys()];
  const since = Math.max(...later.values());
  later.clear();
  await keep(user, { topics, since });
}
