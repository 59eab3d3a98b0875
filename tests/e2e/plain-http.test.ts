import { demoEmail, demoPassword } from '#contract/demo-accounts';
import { attachAndPost } from './attach-steps.ts';
import { plainHttpBrowser, underPlainName } from './plain-http.ts';
import { expect, test } from './portal.ts';
import { heading, logIn, visit } from './screens.ts';

test.use({
  seed: 'demo',
  launchOptions: plainHttpBrowser,
  baseURL: async ({ portal }, use) => use(underPlainName(portal.url)),
});

test(
  'over plain http in a local network a student logs in, attaches a picture and a log, and posts them',
  { tag: '@full' },
  async ({ page }) => {
    await visit(page, '/login');
    expect(await page.evaluate(() => isSecureContext)).toBe(false);
    await logIn(page, demoEmail('week2'), demoPassword);
    await expect(heading(page, 'Student Dashboard')).toBeVisible();
    await visit(page, '/discussion/MERN-2026-11');
    await attachAndPost(page);
  },
);
