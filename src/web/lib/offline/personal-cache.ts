import { personalCacheLock, personalCachePrefix } from '../stored-names/offline.ts';
import { seenAtHeader } from './seen-at.ts';

/**
 * The service worker's cache of one account. Logout or another account deletes it and discards answers still
 * to come. Page and worker share a lock.
 */

/** More than an account has screens; the oldest go. */
const maxAnswers = 120;

const nameFor = (account: string): string => personalCachePrefix + account;

export async function personalCache(): Promise<string | null> {
  return (await caches.keys()).find((name) => name.startsWith(personalCachePrefix)) ?? null;
}

async function removeAllBut(kept: string | null): Promise<void> {
  const names = (await caches.keys()).filter((name) => name.startsWith(personalCachePrefix) && name !== kept);
  await Promise.all(names.map((name) => caches.delete(name)));
}

/** Deletes any other account's cache. @returns the cache's name */
export function adoptAccount(account: string): Promise<string> {
  const name = nameFor(account);
  return navigator.locks.request(personalCacheLock, async () => {
    await removeAllBut(name);
    await caches.open(name);
    return name;
  });
}

export async function forgetAccount(): Promise<void> {
  await navigator.locks.request(personalCacheLock, () => removeAllBut(null));
}

/**
 * Caches a copy.
 * @param name the cache at the request; if deleted since, nothing is stored
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
  // Before the lock: nobody waits for the download.
  const copy = new Response(await answer.blob(), { status, statusText, headers });
  await navigator.locks.request(personalCacheLock, async () => {
    if (!(await caches.has(name))) return;
    const cache = await caches.open(name);
    await cache.put(request, copy);
    for (const oldest of (await cache.keys()).slice(0, -maxAnswers)) await cache.delete(oldest);
  });
}
