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

test('no field is smaller than 16 px, into which a phone would zoom', async ({ portal, page }) => {
  const fields = 'input:not([type=checkbox], [type=radio], [type=hidden]), select, textarea';
  for (const [as, ...screens] of [
    ['week2', '/WeeklySubmission', '/discussion/MERN-2026-11', '/account'],
    ['kavitha', '/staff', '/staff/batches/MERN-2026-09'],
    ['admin', '/staff/people', '/staff/audit', '/staff/catalogue'],
  ] as const) {
    await signInAs(portal, page, as);
    for (const screen of screens) {
      await visit(page, screen);
      const sizes = await page
        .locator(fields)
        .evaluateAll((all) => all.map((field) => Number.parseFloat(getComputedStyle(field).fontSize)));
      expect(sizes.length, screen).toBeGreaterThan(0);
      expect(Math.min(...sizes), screen).toBeGreaterThanOrEqual(16);
    }
  }
});
