import { demoScreens } from '#support/demo-screens';
import { signInAs } from './demo.ts';
import { listenForViolations } from './hostile.ts';
import { expect, test } from './portal.ts';
import { visit } from './screens.ts';

test.use({ seed: 'demo', readsOnly: true });

// That rendering violates none of them is the business of every other test: a page that complains fails its test, and
// the accessibility tests see every screen of the table.
test('every screen of the table has a Content-Security-Policy that lets no foreign script run', async ({
  portal,
  page,
}) => {
  for (const as of new Set(demoScreens.map((screen) => screen.as))) {
    await page.context().clearCookies();
    if (as !== undefined) await signInAs(portal, page, as);
    for (const address of new Set(demoScreens.filter((one) => one.as === as).map(({ path }) => path))) {
      const answer = await page.request.get(address);
      expect(answer.url(), 'where the screen is').toBe(portal.url + address);
      expect(answer.status(), address).toBe(address === '/nowhere' ? 404 : 200);
      const title = address === '/nowhere' ? 'There is no page at this address' : '<h1';
      expect(await answer.text(), address).toContain(title);
      const policy = answer.headers()['content-security-policy'];
      expect(policy, address).toMatch(/script-src 'self' '(?:sha256|nonce)-/);
      expect(policy, address).not.toMatch(/script-src[^;]*'unsafe-/);
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
