import { demoScreens } from '#support/demo-screens';
import { expect, test } from './portal.ts';
import { walkInAnotherZone } from './zone-steps.ts';

test.use({
  seed: 'demo',
  readsOnly: true,
  viewport: { width: 390, height: 844 },
  timezoneId: 'America/New_York',
  colorScheme: 'dark',
});

test("on every screen the reader's own times come with the page from the second one on", async ({
  portal,
  page,
}) => {
  const screens = demoScreens.filter(({ press, scripted }) => press === undefined && scripted !== true);
  expect(await walkInAnotherZone(portal, page, screens), 'screens with times').toBeGreaterThan(5);
});
