import { demoEmail, demoPassword } from '#contract/demo-accounts';
import { signInAs } from './demo.ts';
import { expect, test, watchPage } from './portal.ts';
import { heading, logIn, visit } from './screens.ts';

test.use({ seed: 'demo' });

const forum = '/discussion/MERN-2026-11';

test('a logout leaves nothing personal in another tab, nor does somebody else who logs in', async ({
  portal,
  page,
  context,
}) => {
  await signInAs(portal, page, 'week2');
  const other = await context.newPage();
  const complaints = watchPage(other);
  await visit(page, '/StudentDashboard');
  await visit(other, forum);
  await expect(other.getByRole('banner')).toContainText('Meera Krishnan');

  await page.getByRole('banner').getByRole('button', { name: 'Logout' }).click();
  await expect(other).toHaveURL('/');
  await expect(other.locator('body')).not.toContainText('Meera Krishnan');

  await page.goto('/login');
  await visit(page, '/login');
  await logIn(page, demoEmail('week2'), demoPassword);
  await expect(heading(page, 'Student Dashboard')).toBeVisible();
  await visit(other, '/ProjectDashboard1?tab=grades');
  await expect(other.getByRole('banner')).toContainText('Meera Krishnan');
  // Somebody else, whom the other tab has not heard of, as after a login without scripts.
  await context.clearCookies();
  await signInAs(portal, page, 'mentor');
  await other.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect(other).toHaveURL(/\/staff/);
  await expect(other.locator('body')).not.toContainText('71 out of 100');
  await expect(page, 'hears of it').toHaveURL(/\/staff/);

  // And back to the first, each tab hearing of the other's page.
  await context.clearCookies();
  await signInAs(portal, page, 'week2');
  await visit(page, '/StudentDashboard');
  await expect(other).toHaveURL('/StudentDashboard');
  expect(complaints).toEqual([]);
});
