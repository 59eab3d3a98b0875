import type { Page } from '@playwright/test';
import { startOutageProxy, type OutageProxy } from './outage-proxy.ts';
import { expect, test } from './portal.ts';

/** A balancer without a portal behind it for some seconds: nothing is lost, nothing is there twice. */
export const outages = test.extend<{ balancer: OutageProxy }>({
  balancer: async ({ portal }, use) => {
    const balancer = await startOutageProxy(portal.url);
    await use(balancer);
    await balancer.stop();
  },
  baseURL: ({ balancer }, use) => use(balancer.url),
  // Not by `use`: here it would set the first file of a worker alone.
  seed: 'demo',
});

export const byItself =
  /^Your (work|mark|post|request|change) is saved on this device and will be sent automatically/;
export const waits = (page: Page) => expect(page.getByText(byItself)).toBeVisible();
