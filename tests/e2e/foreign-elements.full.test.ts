import type { Page } from '@playwright/test';
import { demoEmail, demoPassword } from '#contract/demo-accounts';
import { signInAs } from './demo.ts';
import { test, expect } from './portal.ts';
import { heading, ready, visit } from './screens.ts';
import { translated, translatePages } from './translated.ts';

test.use({ seed: 'demo' });

/** What password managers put in: beside each field, and around its text. */
function manageFields(): void {
  for (const field of document.querySelectorAll('main input:not([data-managed])')) {
    field.setAttribute('data-managed', '');
    const icon = document.createElement('div');
    icon.setAttribute('data-lastpass-icon-root', '');
    field.after(icon);
    field.parentElement?.prepend(document.createElement('com-1password-button'));
  }
}

/** The page's scripts wait until the test lets them. */
async function holdScripts(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

test('what a password manager puts in before the script leaves what was typed, and a login that works', async ({
  page,
  complaints,
}) => {
  const letGo = await holdScripts(page);
  await page.goto('/login', { waitUntil: 'commit' });
  await page.getByLabel('Email', { exact: true }).fill(demoEmail('week2'));
  await page.getByLabel('Password', { exact: true }).fill(demoPassword);
  await page.evaluate(manageFields);
  letGo();
  await ready(page);
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(demoEmail('week2'));
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue(demoPassword);
  await page.locator('form').getByRole('button', { name: 'Login', exact: true }).click();
  await expect(heading(page, 'Student Dashboard')).toBeVisible();
  expect(complaints.every((one) => one.includes('#418'))).toBe(true);
  complaints.length = 0;
});

test('what it puts in after hydration hinders no error message, nor the login', async ({ page }) => {
  await visit(page, '/login');
  await page.evaluate(manageFields);
  const login = page.locator('form').getByRole('button', { name: 'Login', exact: true });
  await login.click();
  await page.getByLabel('Email', { exact: true }).fill(demoEmail('week2'));
  await page.getByLabel('Password', { exact: true }).fill('not-this-one');
  await login.click();
  await expect(page.getByRole('alert')).toContainText('Invalid credentials. Please try again.');
  await page.getByLabel('Password', { exact: true }).fill(demoPassword);
  await login.click();
  await expect(heading(page, 'Student Dashboard')).toBeVisible();
});

test('a page that is translated before its script takes a question and a comment', async ({
  portal,
  page,
  complaints,
}) => {
  await signInAs(portal, page, 'week2');
  await translatePages(page, 'parsed');
  const letGo = await holdScripts(page);
  await page.goto('/discussion/MERN-2026-11', { waitUntil: 'commit' });
  await translated(page);
  letGo();
  await ready(page);
  await page.getByLabel('Ask the batch').fill('Which port is it?');
  await page.getByRole('button', { name: 'Post Query' }).click();
  const question = page.getByRole('article').filter({ hasText: 'Which port is it?' });
  await question.getByLabel('Add a comment').fill('3000, I believe.');
  await question.getByRole('button', { name: 'Send the comment' }).click();
  await expect(question.getByRole('listitem')).toContainText('3000, I believe.');
  expect(complaints.length).toBeGreaterThan(0);
  expect(complaints.filter((one) => !one.includes('#418'))).toEqual([]);
  complaints.length = 0;
});
