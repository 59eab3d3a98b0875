import { test as base, expect, type Page } from '@playwright/test';
import { seedDemo } from '#server/demo/seed-demo';
import { loadSample } from '#server/catalogue/sample/sample-files';
import type { AppContext } from '#server/platform/context';
import { seedFolder, startPortal, type Portal, type SeededFolder } from '#support/start-portal';
import { isFromPlaywright } from './playwright-messages.ts';

/** What a portal holds before it starts: nothing, the sample catalogue, or that and the demo's people. */
type Seed = 'empty' | 'sample' | 'demo';

const seeds: Record<Seed, (context: AppContext) => Promise<unknown>> = {
  empty: async () => {},
  sample: loadSample,
  demo: seedDemo,
};

/** Seeds each kind of portal once for a worker, on demand, and starts portals from copies. */
function portalFactory() {
  const folders = new Map<Seed, Promise<SeededFolder>>();
  const shared = new Map<string, ReturnType<typeof startPortal>>();
  const keep = <Key, Value>(map: Map<Key, Promise<Value>>, key: Key, make: () => Promise<Value>) => {
    const value = map.get(key) ?? make();
    map.set(key, value);
    return value;
  };
  const start = async (seed: Seed, isRendering: boolean) => {
    const portal = await startPortal(await keep(folders, seed, () => seedFolder(seeds[seed])), isRendering);
    // As an operator sets it; invitations need it.
    portal.context.settings.publicUrl = new URL(portal.url);
    return portal;
  };
  return {
    start,
    /** The one that the worker's reading tests share. */
    share: (seed: Seed, isRendering: boolean): Promise<Portal> =>
      keep(shared, `${seed} ${isRendering}`, () => start(seed, isRendering)),
    async stop() {
      for (const portal of shared.values()) await (await portal).stop();
      for (const folder of folders.values()) (await folder).remove();
    },
  };
}

/** Counts the rows that tests add or remove, to notice a test that writes although it is marked as reading. */
async function countRows({ context }: Portal): Promise<Record<string, number>> {
  const { reader } = context.database;
  const tables = ['accounts', 'selections', 'submissions', 'questions', 'comments', 'marks'] as const;
  const counts = await Promise.all(
    tables.map(async (table) => {
      const { count } = await reader
        .selectFrom(table)
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow();
      return [table, Number(count)] as const;
    }),
  );
  return Object.fromEntries(counts);
}

/** What a page said that no page should say: errors in the console, failed scripts, broken policies. */
export function watchPage(page: Page): string[] {
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(`script error: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() !== 'error' && !/Content[- ]Security[- ]Policy/i.test(message.text())) return;
    // The browser itself reports each refused call; what the screen then says is the test's business.
    if (/^Failed to load resource: the server responded with a status of (?:4\d\d|503)/.test(message.text()))
      return;
    if (isFromPlaywright(message.text())) return;
    // … and each call of a page that a test has taken off the network.
    if (/net::ERR_INTERNET_DISCONNECTED/.test(message.text())) return;
    // … and over plain http that it does without one of our headers.
    if (message.text().startsWith('The Cross-Origin-Opener-Policy header has been ignored')) return;
    complaints.push(`console ${message.type()}: ${message.text()}`);
  });
  return complaints;
}

type Fixtures = {
  seed: Seed;
  readsOnly: boolean;
  isRendering: boolean;
  portal: Portal;
  complaints: string[];
};
type WorkerFixtures = { portals: ReturnType<typeof portalFactory> };

/** Each test has a portal, filled as `seed` says, and fails on what a page complains of. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  seed: ['empty', { option: true }],
  /** The test changes nothing but sessions and may share its portal; every other one gets a portal of its own. */
  readsOnly: [false, { option: true }],
  /** Whether the portal renders signed-in screens; false leaves it to the browser. */
  isRendering: [true, { option: true }],
  portals: [
    async ({}, use) => {
      const portals = portalFactory();
      await use(portals);
      await portals.stop();
    },
    { scope: 'worker' },
  ],
  portal: async ({ portals, seed, readsOnly, isRendering }, use) => {
    if (readsOnly) {
      const portal = await portals.share(seed, isRendering);
      const before = await countRows(portal);
      await use(portal);
      expect(await countRows(portal), 'a test that only reads').toEqual(before);
    } else {
      const portal = await portals.start(seed, isRendering);
      await use(portal);
      await portal.stop();
    }
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
