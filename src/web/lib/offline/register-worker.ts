import type { CurrentUser } from '#contract/accounts/calls';
import { appFiles } from '#contract/screens';
import { whenIdle } from '../page/page-idle.ts';
import { keepOwnScreens, topicsOf, type Seen, type Topic } from './keep-own-screens.ts';
import { takeUpdates } from './take-update.ts';

const isPossible = () => !import.meta.env.DEV && 'serviceWorker' in navigator;

/** One at a time: none repeats another's pending request. */
let keeping: Promise<unknown> = Promise.resolve();

function keep(user: CurrentUser, seen: Seen): Promise<unknown> {
  // Offline or no storage: the next page tries again.
  keeping = keeping.then(() => keepOwnScreens(user, seen)).catch(() => undefined);
  return keeping;
}

/**
 * Registers the service worker and caches the account's screens for offline use. Without https or storage,
 * browsers allow none.
 */
export async function workWithoutLine(user: CurrentUser): Promise<void> {
  if (!isPossible()) return;
  const { pathname } = location;
  try {
    await whenIdle();
    takeUpdates(await navigator.serviceWorker.register(appFiles.worker, { updateViaCache: 'none' }));
  } catch {
    return;
  }
  // Server-rendered data is cached too: the browser has not requested it.
  await keep(user, { topics: topicsOf(pathname), since: performance.timeOrigin });
}

const later = new Map<Topic, number>();

/** Refreshes cached answers after a change, when the page is idle. */
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
