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

test('once the tabs have scrolled out of view, a bar at the bottom opens the same sections', async ({
  portal,
  page,
}) => {
  await signInAs(portal, page, 'week2');
  await visit(page, '/ProjectDashboard1?tab=grades');
  const bar = page.getByRole('button', { name: /^Sections:/ });
  await expect(page.getByRole('tab', { name: 'My Grades' })).toBeVisible();
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
  await expect(bar).toHaveText('Sections: My Grades');
  await expect(bar).toBeInViewport();
  expect((await bar.boundingBox())?.height).toBeGreaterThanOrEqual(44);

  expect(await findViolations(page)).toEqual([]);

  await bar.tap();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(bar).toBeFocused();
  await bar.tap();
  const dialog = page.getByRole('dialog', { name: 'Your project' });
  await expect(dialog.getByRole('button')).toHaveCount(8);
  expect(await findViolations(page, { part: 'dialog[open]' })).toEqual([]);
  await dialog.getByRole('button', { name: /^Viva Voce/ }).tap({ force: true });
  await expect(dialog, 'a closed section stays closed').toBeVisible();
  await dialog.getByRole('button', { name: 'Reference Materials' }).tap();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('tab', { name: 'Reference Materials' })).toBeFocused();
  await expect(page.getByRole('tab', { name: 'Reference Materials' })).toBeInViewport();
  await expect(page).toHaveURL('/ProjectDashboard1?tab=references');
});
