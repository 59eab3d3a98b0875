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
      isWhole: cssRules.length > 600,
    })),
  );

const inPage = [{ isFile: false, isWhole: false }];
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

const sheetFile = /\.css$/;

test('a screen behind the login is shown with its rules, which a public page fetches for it', async ({
  page,
}) => {
  const { promise, resolve: letGo } = Promise.withResolvers<void>();
  await page.route(sheetFile, async (route) => {
    await promise;
    await route.continue();
  });
  const asked = page.waitForRequest(sheetFile);
  await visit(page, '/login');
  expect(await sheetsOf(page)).toEqual(inPage);
  await asked;
  const answered = page.waitForResponse('**/api/auth/login');
  await logIn(page, demoEmail('week2'), demoPassword);
  await answered;
  await expect(heading(page, 'Login')).toBeVisible();
  letGo();
  await expect(heading(page, 'Student Dashboard')).toBeVisible();
  expect(await sheetsOf(page)).toEqual([...inPage, ...inFile]);
  expect(await page.evaluate(() => performance.getEntriesByType('navigation')[0]?.name)).toMatch(/\/login$/);
});

test('where the rules do not arrive, the screen says so, and asks for them again', async ({
  page,
  complaints,
}) => {
  await page.route(sheetFile, (route) => route.abort());
  await visit(page, '/login');
  await logIn(page, demoEmail('week2'), demoPassword);
  const again = page.getByRole('button', { name: 'Try again' });
  await expect(again).toBeVisible();
  expect(complaints.every((one) => one.includes('ERR_FAILED'))).toBe(true);
  complaints.length = 0;
  await page.unroute(sheetFile);
  await again.click();
  await expect(page.getByText('Welcome, Meera Krishnan.')).toBeVisible();
  expect(await sheetsOf(page)).toEqual([...inPage, ...inFile]);
});
