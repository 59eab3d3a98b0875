import { setTimeout as delay } from 'node:timers/promises';
import { chromium } from '@playwright/test';
import type { Audit } from './audit.ts';

/** A first visit and the next one, as Lighthouse sees them. */
export type Visits = { first: Audit; second: Audit; kbOfWorker: number };

/**
 * Opens a page in a browser that runs already, and waits until the service worker has cached what it caches.
 * @returns the size of it, in KB as stored
 */
async function untilCached(debuggingPort: number, url: string): Promise<number> {
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${debuggingPort}`);
  const [context] = browser.contexts();
  if (context === undefined) throw new Error('The browser has no window.');
  const page = await context.newPage();
  try {
    await page.goto(url, { waitUntil: 'networkidle' });
    // Not by `waitForFunction`: it takes the promise itself for a yes.
    const isCached = () => page.evaluate(async () => (await caches.keys()).includes('catalogue'));
    for (const giveUpAt = Date.now() + 60_000; !(await isCached()); await delay(250))
      if (Date.now() > giveUpAt) throw new Error('The service worker has not cached the catalogue in 60 s');
    return await page.evaluate(async () => ((await navigator.storage.estimate()).usage ?? 0) / 1024);
  } finally {
    await page.close();
    await browser.close();
  }
}

/**
 * Visits a screen twice in one browser: for the first time, and once the service worker has cached what it caches.
 * @param audit runs Lighthouse in that browser, with flags of its own
 */
export async function measureVisits(
  audit: (flags: Record<string, unknown>) => Promise<Audit>,
  { debuggingPort, url }: { debuggingPort: number; url: string },
): Promise<Visits> {
  const first = await audit({});
  const kbOfWorker = await untilCached(debuggingPort, url);
  const second = await audit({ disableStorageReset: true });
  return { first, second, kbOfWorker };
}
