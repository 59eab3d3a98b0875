import type { Page } from '@playwright/test';
import { demoEmail, demoPassword } from '#contract/demo-accounts';
import { signInAs } from './demo.ts';
import { expect, test } from './portal.ts';
import { heading, logIn, visit } from './screens.ts';

test.use({ seed: 'demo', readsOnly: true });

/** Where the rules of a page come from: the page itself, or a file. */
const sheetsOf = (page: Page) =>
  page.evaluate(() =>
    [...document.styleSheets].map(({ href, cssRules }) => ({
      isFile: href !== null,
      isWhole: cssRules.length > 200,
    })),
  );

const inPage = [{ isFile: false, isWhole: true }];
const inFile = [{ isFile: true, isWhole: true }];

test('without scripts every page has its rules: public ones inside, those of a reader in one file', async ({
  portal,
  browser,
}) => {
  const context = await browser.newContext({ baseURL: portal.url, javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto('/login');
  expect(await sheetsOf(page)).toEqual(inPage);
  await signInAs(portal, page, 'week2');
  await page.goto('/StudentDashboard');
  expect(await sheetsOf(page)).toEqual(inFile);
  await context.close();
});

test('the rules that a page brought serve every screen after it', async ({ page }) => {
  await visit(page, '/login');
  expect(await sheetsOf(page)).toEqual(inPage);
  await logIn(page, demoEmail('week2'), demoPassword);
  await expect(heading(page, 'Student Dashboard')).toBeVisible();
  expect(await page.evaluate(() => performance.getEntriesByType('navigation')[0]?.name)).toMatch(/\/login$/);
  expect(await sheetsOf(page)).toEqual(inPage);
});
