import type { CurrentUser } from '#contract/accounts/calls';
import { appFiles } from '#contract/screens';
import { whenIdle } from '../page/page-idle.ts';
import { keepOwnScreens, topicsOf, type Seen, type Topic } from './keep-own-screens.ts';
import { takeUpdates } from './take-update.ts';

const isPossible = () => !import.meta.env.DEV && 'serviceWorker' in navigator;

/** One after the other: none asks for what another is asking for just now. */
let keeping: Promise<unknown> = Promise.resolve();

function keep(user: CurrentUser, seen: Seen): Promise<unknown> {
  // No line just now, or no storage: the next page tries again.
  keeping = keeping.then(() => keepOwnScreens(user, seen)).catch(() => undefined);
  return keeping;
}

/**
 * Makes the portal work without a line: registers its service worker and has it keep the account's screens. Over plain http,
 * or where storage is disabled, browsers allow none: then everything goes over the line.
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
  // What the page that the server rendered has shown is kept as it was seen: the browser has not asked for it.
  await keep(user, { topics: topicsOf(pathname), since: performance.timeOrigin });
}

const later = new Map<Topic, number>();

/** Has what was just changed by something sent kept as it is now, in a quiet moment. */
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
