import type { Page } from '@playwright/test';
import { startOutageProxy, type OutageProxy } from './outage-proxy.ts';
import { test } from './portal.ts';

/** The portal with its service worker, and a line that can be cut. */
export const offline = test.extend<{ line: OutageProxy }>({
  line: async ({ portal }, use) => {
    const line = await startOutageProxy(portal.url);
    await use(line);
    await line.stop();
  },
  baseURL: ({ line }, use) => use(line.url),
  // Not by `use`: here it would set the first file of a worker alone.
  seed: 'demo',
  serviceWorkers: 'allow',
});

export async function cut(page: Page, line: OutageProxy): Promise<void> {
  line.begin('cut');
  await page.context().setOffline(true);
}

export async function mend(page: Page, line: OutageProxy): Promise<void> {
  line.end();
  await page.context().setOffline(false);
}
