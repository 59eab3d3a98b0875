import { demoEmail, demoPassword } from '#contract/demo-accounts';
import { messages } from '#contract/messages';
import { issuePasswordReset } from '#server/accounts/issue-password-reset';
import {
  accountsOf,
  asha,
  expectNothingTypedIn,
  holdScripts,
  passwordOf,
  watchAddresses,
} from './no-script-steps.ts';
import { expect, test } from './portal.ts';
import { fillSignUp, logIn, ready } from './screens.ts';

test.use({ seed: 'demo' });

test.describe('with scripts off', () => {
  test.use({ javaScriptEnabled: false });

  test('a double press signs up once, and says so', async ({ page, portal }) => {
    await page.goto('/signup');
    await fillSignUp(page, asha);
    await page.getByRole('button', { name: 'Continue' }).dblclick({ noWaitAfter: true });
    await expect(page).toHaveURL('/login?notice=signed-up');
    await expect(page.getByRole('alert')).toHaveText(messages.signedUp);
    expect(await accountsOf(portal, asha.email)).toHaveLength(1);
  });

  test('one comes back to where the login was asked for', async ({ page }) => {
    await page.goto('/WeeklySubmission?week=2');
    await logIn(page, demoEmail('week2'), demoPassword);
    await expect(page).toHaveURL('/WeeklySubmission?week=2');
  });

  test('one is told who makes a link, and chooses a new password with it', async ({ page, portal }) => {
    const addresses = watchAddresses(page);
    await page.goto('/forgot-password');
    await expect(page.getByText('This portal cannot send mail yet.')).toBeVisible();
    await expect(page.getByRole('textbox')).toHaveCount(0);

    const { token } = await issuePasswordReset(portal.context, demoEmail('new'));
    await page.goto(`/reset-password?token=${token}`);
    await passwordOf(page).fill('short');
    await page.getByRole('button', { name: 'Save the password' }).click();
    await expect(page.getByRole('alert')).toHaveText(messages.passwordShort);
    await expect(passwordOf(page)).toBeFocused();
    await passwordOf(page).fill(asha.password);
    await page.getByRole('button', { name: 'Save the password' }).click();
    await expect(page.getByRole('alert')).toHaveText('Your new password is saved. Please log in.');
    await logIn(page, demoEmail('new'), asha.password);
    await expect(page).toHaveURL('/StudentDashboard');
    expectNothingTypedIn(addresses, [asha.password, 'short', 'example.test']);
  });

  test('one looks up the number of a receipt, and is told what needs scripts', async ({ page }) => {
    await page.goto('/verify?number=CAP-0000-0000-0000-0000');
    const number = page.getByLabel('Or the receipt number');
    await expect(number).toHaveValue('CAP-0000-0000-0000-0000');
    await expect(page.getByText(/^A file is checked on your own device, by a script/)).toBeVisible();
    await page.getByRole('button', { name: 'Check', exact: true }).click();
    await expect(page.getByText('The receipt is unknown', { exact: true })).toBeVisible();
    await number.fill('');
    await page.getByRole('button', { name: 'Check', exact: true }).click();
    await expect(page.getByRole('alert')).toHaveText(
      'Please pick a receipt, or enter its number and pick the file.',
    );
  });
});

test.describe('with scripts that are late', () => {
  test('what is typed meanwhile stays, and the form then goes by script', async ({ page, portal }) => {
    const addresses = watchAddresses(page);
    const arrive = await holdScripts(page);
    await page.goto('/signup', { waitUntil: 'commit' });
    await fillSignUp(page, asha);
    arrive();
    await ready(page);
    for (const [label, value] of [
      ['Name', asha.name],
      ['Email', asha.email],
      ['Password', asha.password],
      ['Phone Number', asha.phone],
      ['Batch Name', asha.batch],
    ] as const)
      await expect(page.getByLabel(label, { exact: true })).toHaveValue(value);
    await expect(page.getByLabel('Agree to our terms and conditions')).toBeChecked();
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByRole('alert')).toHaveText(messages.signedUp);
    await expect(page).toHaveURL('/login');
    expect(await accountsOf(portal, asha.email)).toHaveLength(1);
    expectNothingTypedIn(addresses, [asha.password, asha.email, asha.name]);
  });

  test('what the address says is there from the beginning, and what is typed over it stays', async ({
    page,
  }) => {
    for (const [address, name, value] of [
      ['/verify?number=CAP-1111-1111-1111-1111', 'number', 'CAP-1111-1111-1111-1111'],
      ['/signup?batch=MERN-2026-11', 'batch', 'MERN-2026-11'],
    ] as const) {
      const arrive = await holdScripts(page);
      await page.goto(address, { waitUntil: 'commit' });
      const field = page.locator(`input[name="${name}"]`);
      await expect(field).toHaveValue(value);
      await field.fill('CAP-0000-0000-0000-0000');
      arrive();
      await ready(page);
      await expect(field).toHaveValue('CAP-0000-0000-0000-0000');
    }
    const arrive = await holdScripts(page);
    await page.goto('/verify', { waitUntil: 'commit' });
    await page.getByLabel('Or the receipt number').fill('CAP-0000-0000-0000-0000');
    arrive();
    await ready(page);
    await page.getByRole('button', { name: 'Check', exact: true }).click();
    await expect(page.getByRole('alert')).toContainText('a number alone proves nothing');
    await expect(page.getByLabel('Or the receipt number')).toHaveValue('CAP-0000-0000-0000-0000');
  });

  test('a message in the address stays when they come', async ({ page }) => {
    for (const [address, message] of [
      ['/login?notice=signed-up', messages.signedUp],
      ['/login?notice=password-saved', 'Your new password is saved. Please log in.'],
    ] as const) {
      await page.goto(address);
      await ready(page);
      await expect(page.getByRole('alert')).toHaveText(message);
    }
  });
});
