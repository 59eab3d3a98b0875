/**
 * What the service worker keeps of an account, for the time without a line: one cache, named after the account, and never
 * two of them. Whoever holds its name holds the account that an answer was asked for; once that cache is gone, by a
 * logout or by another account, nothing is written to it any more. The page and the worker both change it, under one lock.
 */

const prefix = 'personal of ';
const lock = 'capstone personal cache';

/** When a kept answer was asked for, by this device's clock, in milliseconds since 1970 UTC: the age of what a screen shows. */
export const seenAtHeader = 'Seen-At';

/** More answers than an account has screens; the oldest go. */
const maxAnswers = 120;

const nameFor = (account: string): string => prefix + account;

/** The name of the one personal cache; null where nobody's answers are kept. */
export async function personalCache(): Promise<string | null> {
  return (await caches.keys()).find((name) => name.startsWith(prefix)) ?? null;
}

async function removeAllBut(kept: string | null): Promise<void> {
  const names = (await caches.keys()).filter((name) => name.startsWith(prefix) && name !== kept);
  await Promise.all(names.map((name) => caches.delete(name)));
}

/** Keeps for this account from now on; what was kept of another one is removed. @returns the cache's name */
export function adoptAccount(account: string): Promise<string> {
  const name = nameFor(account);
  return navigator.locks.request(lock, async () => {
    await removeAllBut(name);
    await caches.open(name);
    return name;
  });
}

/** Removes everything personal: nobody is signed in. */
export function forgetAccount(): Promise<void> {
  return navigator.locks.request(lock, () => removeAllBut(null));
}

/**
 * Keeps a copy of an answer.
 * @param name the personal cache as it was when the answer was asked for; where it is gone, nothing is kept
 * @param askedAt milliseconds since 1970 UTC: what has changed while it was on its way, it may not say
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
  // Read first: while it arrives, nobody waits for the lock.
  const copy = new Response(await answer.blob(), { status, statusText, headers });
  await navigator.locks.request(lock, async () => {
    if (!(await caches.has(name))) return;
    const cache = await caches.open(name);
    await cache.put(request, copy);
    for (const oldest of (await cache.keys()).slice(0, -maxAnswers)) await cache.delete(oldest);
  });
}

/** When a kept answer was asked for, in milliseconds since 1970 UTC; null for one that has just come over the line. */
export function seenAtOf({ headers }: Response): number | null {
  const seenAt = Number(headers.get(seenAtHeader) ?? Number.NaN);
  return Number.isNaN(seenAt) ? null : seenAt;
}
