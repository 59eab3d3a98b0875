/**
 * The service worker's cache of one account, for offline use: at most one, named after the account. Logout or
 * another account deletes it, and answers for it are then discarded. Page and worker share a lock.
 */

const prefix = 'personal of ';
const lock = 'capstone personal cache';

/** When a cached answer was requested: device clock, ms since 1970 UTC. */
export const seenAtHeader = 'Seen-At';

/** More than an account has screens; the oldest are dropped. */
const maxAnswers = 120;

const nameFor = (account: string): string => prefix + account;

/** The cache's name; null when there is none. */
export async function personalCache(): Promise<string | null> {
  return (await caches.keys()).find((name) => name.startsWith(prefix)) ?? null;
}

async function removeAllBut(kept: string | null): Promise<void> {
  const names = (await caches.keys()).filter((name) => name.startsWith(prefix) && name !== kept);
  await Promise.all(names.map((name) => caches.delete(name)));
}

/**
 * Starts caching for an account and deletes any other's cache.
 * @returns the cache's name
 */
export function adoptAccount(account: string): Promise<string> {
  const name = nameFor(account);
  return navigator.locks.request(lock, async () => {
    await removeAllBut(name);
    await caches.open(name);
    return name;
  });
}

export function forgetAccount(): Promise<void> {
  return navigator.locks.request(lock, () => removeAllBut(null));
}

/**
 * Caches a copy of an answer.
 * @param name the cache when the request was made; if deleted since, nothing is stored
 * @param askedAt ms since 1970 UTC; later changes may be missing
 */
export async function keepAnswer(
  name: string,
  request: Request,
  answer: Response,
  askedAt: number,
): Promise<void> {
  const { status, statusText } = answer;
  const headers = new Headers(answer.headers);
  headers.set(seenAtHeader, String(askedAt));
  // Read before taking the lock, so that nobody waits for the download.
  const copy = new Response(await answer.blob(), { status, statusText, headers });
  await navigator.locks.request(lock, async () => {
    if (!(await caches.has(name))) return;
    const cache = await caches.open(name);
    await cache.put(request, copy);
    for (const oldest of (await cache.keys()).slice(0, -maxAnswers)) await cache.delete(oldest);
  });
}

/** When a cached answer was requested, in ms since 1970 UTC; null for a fresh one. */
export function seenAtOf({ headers }: Response): number | null {
  const seenAt = Number(headers.get(seenAtHeader) ?? Number.NaN);
  return Number.isNaN(seenAt) ? null : seenAt;
}
