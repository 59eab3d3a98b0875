import { signInAs } from './demo.ts';
import { findViolations } from './find-violations.ts';
import { expect, test } from './portal.ts';
import { visit } from './screens.ts';

test.use({
  seed: 'demo',
  readsOnly: true,
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
});

test('the row of tabs stays while the page scrolls, and a tap brings its panel to the top', async ({
  portal,
  page,
}) => {
  await signInAs(portal, page, 'week2');
  await visit(page, '/ProjectDashboard1?tab=grades');
  const tab = (name: string) => page.getByRole('tab', { name });
  await expect(tab('My Grades'), 'scrolled into the row').toBeInViewport({ ratio: 1 });
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
  await expect(tab('My Grades')).toBeInViewport({ ratio: 1 });
  expect((await tab('My Grades').boundingBox())?.height).toBeGreaterThanOrEqual(44);
  expect(await findViolations(page)).toEqual([]);

  await tab('Viva Voce').tap({ force: true });
  await expect(tab('My Grades'), 'a closed tab stays closed').toHaveAttribute('aria-selected', 'true');
  await tab('Reference Materials').tap();
  await expect(page).toHaveURL('/ProjectDashboard1?tab=references');
  const panel = page.getByRole('tabpanel');
  await expect(panel.getByRole('listitem').first()).toBeInViewport();
  await expect.poll(async () => (await panel.boundingBox())?.y).toBeLessThan(260);
});
