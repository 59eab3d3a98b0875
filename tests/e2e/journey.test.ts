import { goTheWholeWay } from './journey-steps.ts';
import { test } from './portal.ts';

test.use({
  seed: 'sample',
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  hasTouch: true,
  isMobile: true,
});

test('a student goes the whole way on a phone, from signing up to the viva', async ({ portal, page }) => {
  test.setTimeout(180_000);
  await goTheWholeWay(portal, page, (what) => what.tap());
});
