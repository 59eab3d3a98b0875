import { messages } from '#contract/messages';
import {
  accountsOf,
  asha,
  expectNothingTypedIn,
  holdScripts,
  passwordOf,
  watchAddresses,
} from './no-script-steps.ts';
import { expect, test } from './portal.ts';
import { fillSignUp, heading, logIn, ready } from './screens.ts';

test.use({ seed: 'demo' });

test.describe('with scripts off', () => {
  test.use({ javaScriptEnabled: false });

  test('one signs up, corrects the form, logs in and comes to the dashboard', async ({ page, portal }) => {
    const addresses = watchAddresses(page);
    await page.goto('/Signup');
    // What only a script can do is not offered.
    await expect(page.locator('button[type="button"]')).toHaveCount(1);
    await expect(page.locator('button[type="button"]')).toBeHidden();
    await fillSignUp(page, { ...asha, phone: '98765' });
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByRole('alert')).toHaveText(messages.phoneInvalid);
    await expect(page.getByLabel('Phone Number')).toBeFocused();
    await expect(page.getByLabel('Phone Number')).toHaveAttribute('aria-invalid', 'true');
    await expect(page.getByLabel('Name', { exact: true })).toHaveValue(asha.name);
    await expect(page.getByLabel('Agree to our terms and conditions')).toBeChecked();
    await expect(passwordOf(page)).toHaveValue('');

    await page.getByLabel('Phone Number').fill(asha.phone);
    await passwordOf(page).fill(asha.password);
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page).toHaveURL('/login?notice=signed-up');
    await expect(page.getByRole('alert')).toHaveText(messages.signedUp);
    await page.reload();
    await expect(page.getByRole('alert')).toHaveText(messages.signedUp);

    await logIn(page, asha.email, 'another one');
    await expect(page.getByRole('alert')).toHaveText(messages.loginInvalid);
    await expect(page.getByLabel('Email', { exact: true })).toHaveValue(asha.email);
    await passwordOf(page).fill(asha.password);
    await page.locator('form').getByRole('button', { name: 'Login' }).click();
    await expect(page).toHaveURL('/StudentDashboard');
    await expect(heading(page, 'Student Dashboard')).toBeVisible();
    expect(await accountsOf(portal, asha.email)).toHaveLength(1);
    expectNothingTypedIn(addresses, [asha.password, asha.email, asha.name, 'another one']);
  });
});

test('a press before the scripts come does the same', async ({ page, portal }) => {
  const addresses = watchAddresses(page);
  const arrive = await holdScripts(page);
  await page.goto('/signup', { waitUntil: 'commit' });
  await fillSignUp(page, { ...asha, batch: '' });
  await page.getByRole('button', { name: 'Continue' }).click({ noWaitAfter: true });
  await expect(page.getByRole('alert')).toHaveText(messages.batchRequired);
  await page.getByLabel('Batch Name').fill(asha.batch);
  arrive();
  await ready(page);
  await expect(page.getByRole('alert')).toHaveText(messages.batchRequired);
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue(asha.name);
  await expect(page.getByLabel('Batch Name')).toHaveValue(asha.batch);
  await passwordOf(page).fill(asha.password);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText(messages.signedUp)).toBeVisible();
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('');
  await expect(page.getByLabel('Agree to our terms and conditions')).not.toBeChecked();
  await expect(page).toHaveURL('/login');
  await expect(page.getByRole('alert')).toHaveText(messages.signedUp);
  expect(await accountsOf(portal, asha.email)).toHaveLength(1);

  const arriveAgain = await holdScripts(page);
  await page.goto('/login?next=%2Fviva', { waitUntil: 'commit' });
  await logIn(page, asha.email, asha.password);
  await expect(page).toHaveURL('/viva');
  arriveAgain();
  await ready(page);
  await expect(heading(page, 'Viva Voce')).toBeVisible();
  expectNothingTypedIn(addresses, [asha.password, asha.email, asha.name]);
});
