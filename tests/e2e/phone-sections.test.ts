import { signInAs } from './demo.ts';
import { expect, test } from './portal.ts';
import { visit } from './screens.ts';

test.use({ holds: 'demo', viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

test('once the tabs have scrolled away, a bar at the thumb opens the same sections', async ({
  portal,
  page,
}) => {
  await signInAs(portal, page, 'week2');
  await visit(page, '/ProjectDashboard1');
  const bar = page.getByRole('button', { name: /^Sections:/ });
  await expect(page.getByRole('tab', { name: 'My Grades' })).toBeVisible();
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
  await expect(bar).toHaveText('Sections: Project Overview Document');
  await expect(bar).toBeInViewport();
  expect((await bar.boundingBox())?.height).toBeGreaterThanOrEqual(44);

  await bar.tap();
  const dialog = page.getByRole('dialog', { name: 'Your project' });
  await expect(dialog.getByRole('button')).toHaveCount(8);
  await dialog.getByRole('button', { name: /^Viva Voce/ }).tap({ force: true });
  await expect(dialog, 'a closed section stays closed').toBeVisible();
  await dialog.getByRole('button', { name: 'My Grades' }).tap();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('tab', { name: 'My Grades' })).toBeFocused();
  await expect(page.getByRole('tabpanel')).toContainText('View Status');
  await expect(page).toHaveURL('/ProjectDashboard1?tab=grades');

  await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
  await bar.tap();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
});
