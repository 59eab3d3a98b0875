import { test as base, expect, type Page } from '@playwright/test';
import { seedDemo } from '#cli/demo/seed-demo';
import { loadSample } from '#server/load-sample';
import type { AppContext } from '#server/platform/context';
import { startPortal, type Portal } from '#support/start-portal';

/** What a portal holds before it starts: nothing, the sample catalogue, or that and the demo's people. */
type Holds = 'nothing' | 'sample' | 'demo';

const fillWith: Record<Holds, (context: AppContext) => Promise<unknown>> = {
  nothing: async () => {},
  sample: loadSample,
  demo: seedDemo,
};

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

type Fixtures = { holds: Holds; portal: Portal; complaints: string[] };

/** Each test has a portal of its own, empty but for what `holds` says, and fails on what a page complains of. */
export const test = base.extend<Fixtures>({
  holds: ['nothing', { option: true }],
  portal: async ({ holds }, use) => {
    const portal = await startPortal(fillWith[holds]);
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
