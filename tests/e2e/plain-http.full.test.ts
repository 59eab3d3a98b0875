import { goTheWholeWay } from './journey-steps.ts';
import { plainHttpBrowser, underPlainName } from './plain-http.ts';
import { test } from './portal.ts';

test.use({
  seed: 'sample',
  launchOptions: plainHttpBrowser,
  baseURL: async ({ portal }, use) => use(underPlainName(portal.url)),
});

test('over plain http in a local network a student goes the whole way', async ({ portal, page }) => {
  test.setTimeout(240_000);
  await goTheWholeWay(portal, page, (what) => what.click());
});
