import type { DemoName } from '#contract/demo-accounts';
import { signInAs } from './demo.ts';
import { listenForViolations } from './hostile.ts';
import { expect, test } from './portal.ts';
import { visit } from './screens.ts';

test.use({ seed: 'demo', readsOnly: true });

const walks: [DemoName | null, string[]][] = [
  [
    null,
    [
      '/',
      '/login',
      '/signup',
      '/forgot-password',
      '/verify',
      '/reset-password?token=x',
      '/setup?token=x',
      '/terms',
      '/privacy',
      '/nowhere',
    ],
  ],
  [
    'new',
    [
      '/StudentDashboard',
      '/projectDetails/P001',
      '/projectOverview/P001',
      '/projectOverview/P006',
      '/references',
      '/account',
    ],
  ],
  [
    'final',
    [
      '/ProjectDashboard1',
      '/ProjectDashboard1?tab=grades',
      '/references?project=P005',
      '/WeeklySubmission',
      '/FinalProjectSubmission',
      '/viva',
      '/discussion/MERN-2026-11',
    ],
  ],
  ['mentor', ['/staff', '/staff?batch=MERN-2024-03&show=all']],
];
test('every screen has a Content-Security-Policy and no violation of it', async ({ portal, page }) => {
  test.setTimeout(120_000);
  const violations = await listenForViolations(page);
  for (const [name, addresses] of walks) {
    if (name !== null) await signInAs(portal, page, name);
    for (const address of addresses) {
      const policy = page
        .waitForResponse(
          (answer) => answer.request().isNavigationRequest() && answer.frame() === page.mainFrame(),
        )
        .then((answer) => answer.headers()['content-security-policy'] ?? '');
      await visit(page, address);
      expect(await policy, address).toMatch(/script-src[^;]*'sha256-/);
      expect(await policy, address).not.toMatch(/script-src[^;]*'unsafe-/);
      expect(violations, address).toEqual([]);
    }
  }
});

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
