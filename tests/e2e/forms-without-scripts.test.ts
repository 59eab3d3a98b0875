import type { Page } from '@playwright/test';
import { demoEmail, demoPassword } from '#contract/demo-accounts';
import { messages } from '#contract/messages';
import { issuePasswordReset } from '#server/accounts/issue-password-reset';
import { expect, test, type Portal } from './portal.ts';
import { fillSignUp, heading, logIn, ready } from './screens.ts';
import { pauseRequests } from './pause-requests.ts';

test.use({ seed: 'demo' });

const asha = {
  name: 'Asha Kumari',
  email: 'asha@example.test',
  password: 'monsoon-7-kayal',
  phone: '98765 43-210',
  batch: 'mern-2026-11',
};

/** Every address that a page asks for, or has been at. */
function watchAddresses(page: Page): string[] {
  const addresses: string[] = [];
  page.on('request', (request) => addresses.push(request.url(), request.headers()['referer'] ?? ''));
  page.on('framenavigated', (frame) => addresses.push(frame.url()));
  return addresses;
}

function expectNothingTypedIn(addresses: string[], typed: readonly string[]): void {
  expect(addresses.length).toBeGreaterThan(0);
  for (const text of typed)
    expect(addresses.filter((address) => decodeURIComponent(address).includes(text))).toEqual([]);
}

const passwordOf = (page: Page) => page.locator('input[name="password"]');
const accountsOf = (portal: Portal, email: string) =>
  portal.context.database.reader.selectFrom('accounts').where('email', '=', email).select('id').execute();

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
  /** Holds the scripts back until the returned function is called. */
  const holdScripts = async (page: Page) => (await pauseRequests(page, /\/assets\/.*\.js/)).resume;

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

  test('a press before they come does the same', async ({ page, portal }) => {
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
