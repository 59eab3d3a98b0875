import { test as base, expect } from '@playwright/test';
import { messages } from '#contract/messages';
import { freePort } from '#support/free-port';
import { startIdentityProvider, type TestProvider } from '#support/identity-provider';
import { startPortal, type Portal } from '#support/start-portal';
import { findViolations } from './find-violations.ts';
import { watchPage } from './portal.ts';
import { heading, ready, visit } from './screens.ts';

const button = 'Login with your academy account';
const asha = { sub: 'u-1', email: 'asha@example.test', email_verified: true, name: 'Asha Kumari' };

type Fixtures = { academy: Portal & { provider: TestProvider } };

/** A portal whose mentors and administrators log in at a provider only. */
const test = base.extend<Fixtures>({
  academy: async ({}, use) => {
    // The provider has to know the portal's address before the portal starts.
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const provider = await startIdentityProvider(url);
    const { clientId, clientSecret } = provider.settings;
    const portal = await startPortal(undefined, true, {
      PORT: String(port),
      PUBLIC_URL: url,
      OIDC_ISSUER: provider.issuer,
      OIDC_CLIENT_ID: clientId,
      OIDC_CLIENT_SECRET: clientSecret ?? '',
      STAFF_PASSWORD_LOGIN: 'false',
    });
    await use({ ...portal, provider });
    await portal.stop();
    await provider.stop();
  },
  baseURL: async ({ academy }, use) => use(academy.url),
});

test('one logs in with the academy’s own account, and comes to the screen that was asked for', async ({
  page,
  academy,
}) => {
  const complaints = watchPage(page);
  academy.provider.person = asha;
  await page.goto('/account');
  await ready(page);
  await expect(heading(page, 'Login')).toBeVisible();
  await expect(page.getByText('Mentors and administrators must log in this way.')).toBeVisible();
  expect(await findViolations(page)).toEqual([]);
  await page.getByRole('link', { name: button }).click();
  await expect(page).toHaveURL('/account');
  await ready(page);
  await expect(page.getByRole('main')).toContainText(asha.email);
  await page.reload();
  await ready(page);
  await expect(heading(page, 'Your account')).toBeVisible();
  expect(complaints).toEqual([]);
});

test('who goes back at the provider is told so on the login screen, once', async ({ page }) => {
  await visit(page, '/login');
  await page.getByRole('link', { name: button }).click();
  await ready(page);
  await expect(page.getByRole('alert')).toHaveText(messages.academyDeclined);
  await expect(page).toHaveURL('/login');
  expect(await findViolations(page)).toEqual([]);
});

test.describe('with scripts off', () => {
  test.use({ javaScriptEnabled: false });

  test('it works as well', async ({ page, academy }) => {
    academy.provider.person = asha;
    await page.goto('/viva');
    await page.getByRole('link', { name: button }).click();
    await expect(page).toHaveURL('/viva');
    await page.goto('/StudentDashboard');
    await expect(page.getByRole('main')).toContainText(asha.name);
  });
});
