import { test as base, expect, type Page } from '@playwright/test';
import { startPortal, type Portal } from '#support/start-portal';

/** What a page said that no page should say: errors in the console, failed scripts, broken policies. */
export function watchPage(page: Page): string[] {
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(`script error: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() !== 'error' && !/Content[- ]Security[- ]Policy/i.test(message.text())) return;
    // The browser itself reports each refused call; what the screen then says is the test's business.
    if (/^Failed to load resource: the server responded with a status of 4\d\d/.test(message.text())) return;
    complaints.push(`console ${message.type()}: ${message.text()}`);
  });
  return complaints;
}

type Fixtures = { portal: Portal; complaints: string[] };

/** Each test has a portal of its own, empty but for what it makes, and fails on what a page complains of. */
export const test = base.extend<Fixtures>({
  portal: async ({}, use) => {
    const portal = await startPortal();
    await use(portal);
    await portal.stop();
  },
  baseURL: async ({ portal }, use) => use(portal.url),
  complaints: [
    async ({ page }, use) => {
      const complaints = watchPage(page);
      await use(complaints);
      expect(complaints, 'what the page complained of').toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };
export type { Portal };
