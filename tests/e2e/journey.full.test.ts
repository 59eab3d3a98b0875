import { goTheWholeWay } from './journey-steps.ts';
import { test } from './portal.ts';

test.use({
  seed: 'sample',
  viewport: { width: 1366, height: 768 },
});

test('a student goes the whole way at a desk, from signing up to the viva', async ({ portal, page }) => {
  test.setTimeout(180_000);
  await goTheWholeWay(portal, page, (what) => what.click());
});
