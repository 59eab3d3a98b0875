import { messages } from '#contract/messages';
import { ownAccountMessages } from '#contract/accounts/own-account-messages';
import { buildBatch, buildStudent } from '#support/factories';
import { findViolations } from './find-violations.ts';
import { startPortal } from '#support/start-portal';
import { deadMailServer, newestLink } from './mailed-link.ts';
import { expect, test as base } from './portal.ts';
import { heading, logIn, ready, visit } from './screens.ts';

/** A portal whose pages know that it sends mail. */
const test = base.extend({
  portal: async ({}, use) => {
    const portal = await startPortal(undefined, true, { SMTP_URL: deadMailServer });
    await use(portal);
    await portal.stop();
  },
});
test.use({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });

const email = 'asha@example.test';

test('a student confirms the address and chooses another password by links that work once, and say so kindly', async ({
  page,
  portal,
}) => {
  const { context } = portal;
  const { id: batch_id } = await buildBatch(context, { name: 'ONE' });
  const password_hash = await context.passwords.hash('monsoon-1');
  const student = { email, name: 'Asha Menon', password_hash, batch_id };
  await buildStudent(context, { ...student, confirmed_at: null, must_confirm: 1 });
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();

  await visit(page, '/login');
  await logIn(page, email, 'monsoon-1');
  await expect(heading(page, 'Student Dashboard')).toBeVisible();
  await expect(page.getByText('Please confirm your email')).toBeVisible();
  await press('Send the link again');
  await expect(page.getByText(ownAccountMessages.confirmationSent)).toBeVisible();
  const confirm = await newestLink(portal, email);
  await page.goto(confirm);
  await ready(page);
  await press('Confirm my email');
  await expect(page.getByText(messages.addressConfirmed)).toBeVisible();
  expect(await findViolations(page)).toEqual([]);
  await page.goto(confirm);
  await ready(page);
  await expect(page.getByText(messages.addressConfirmedBefore)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Confirm my email' })).toHaveCount(0);
  await page.getByRole('link', { name: 'Go to the portal' }).click();
  await expect(heading(page, 'Student Dashboard')).toBeVisible();
  await expect(page.getByText('Please confirm your email')).toHaveCount(0);

  await page.getByRole('banner').getByRole('button', { name: 'Logout' }).click();
  await expect(page.getByRole('link', { name: 'Login' }).first()).toBeVisible();
  await visit(page, '/login');
  await logIn(page, email, 'monsoon-2');
  await expect(page.getByRole('alert')).toHaveText('Invalid credentials. Please try again.');
  await page.getByRole('link', { name: 'Forgot Password?' }).click();
  await expect(heading(page, 'Forgot your password?')).toBeVisible();
  await page.getByLabel('Email').fill(email);
  await press('Send me a link');
  await expect(page.getByRole('alert')).toContainText('link');
  const reset = await newestLink(portal, email);
  expect(reset).toContain('/reset-password?');
  await page.goto(reset);
  await ready(page);
  await page.getByLabel('New password').fill('remembered-1');
  await press('Save the password');
  await expect(heading(page, 'Login')).toBeVisible();
  await expect(page.getByRole('alert')).toHaveText('Your new password is saved. Please log in.');
  // The link once more, from the mail: nobody is left before a form that cannot work.
  await page.goto(reset);
  await expect(page.getByText('This link has been used already or has expired')).toBeVisible();
  await expect(page.getByLabel('New password')).toHaveCount(0);
  expect(await findViolations(page)).toEqual([]);
  await page.getByRole('link', { name: 'Back to the login' }).click();
  await expect(heading(page, 'Login')).toBeVisible();
  await logIn(page, email, 'remembered-1');
  await expect(heading(page, 'Student Dashboard')).toBeVisible();
});
