import { signInAs } from './demo.ts';
import { listenForViolations } from './hostile.ts';
import { expect, test } from './portal.ts';
import { visit } from './screens.ts';

test.use({ seed: 'demo', readsOnly: true });

test('the overview documents are framed and cannot reach the page around them', async ({ portal, page }) => {
  const violations = await listenForViolations(page);
  await signInAs(portal, page, 'final');
  for (const address of ['/projectOverview/P001', '/projectOverview/P008', '/ProjectDashboard1']) {
    await visit(page, address);
    const inside = page.locator('iframe').contentFrame();
    await expect(inside.getByRole('heading', { level: 1 })).toBeVisible();
  }
  expect(violations).toEqual([]);
});

test('an injected script does not run: the policy stops what escaping would miss', async ({
  portal,
  page,
  complaints,
}) => {
  await signInAs(portal, page, 'final');
  await visit(page, '/StudentDashboard');
  await page.evaluate(() => {
    const script = document.createElement('script');
    script.textContent = 'window.harmed = 9';
    document.body.append(script);
    document.body.insertAdjacentHTML('beforeend', '<img src="data:," onerror="window.harmed = 10" alt="">');
  });
  await expect.poll(() => complaints.length).toBeGreaterThanOrEqual(1);
  expect(await page.evaluate(() => (window as unknown as { harmed?: number }).harmed)).toBeUndefined();
  expect(complaints.splice(0).join('\n')).toContain('Content Security Policy');
});
