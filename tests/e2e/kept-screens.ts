import type { Page } from '@playwright/test';
import { expect } from './portal.ts';

/** Names of the caches of the page's origin. */
export function cacheNames(page: Page): Promise<string[]> {
  return page.evaluate(() => caches.keys());
}

/** The addresses in all caches of the page's origin, without the host. */
export function keptAddresses(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const addresses: string[] = [];
    for (const name of await caches.keys()) {
      for (const { url } of await (await caches.open(name)).keys())
        addresses.push(url.slice(location.origin.length));
    }
    return addresses;
  });
}

/** Waits until the service worker has everything of the student's own project: the picture is the last. */
export async function untilKept(page: Page): Promise<void> {
  await expect
    .poll(async () => (await keptAddresses(page)).some((address) => address.startsWith('/images/')))
    .toBe(true);
  await expect
    .poll(async () => (await keptAddresses(page)).some((address) => address.startsWith('/documents/')))
    .toBe(true);
}
