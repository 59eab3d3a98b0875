import { messages } from '#contract/messages';
import { accountsOf, asha, expectNothingTypedIn, holdScripts, watchAddresses } from './no-script-steps.ts';
import { expect, test } from './portal.ts';
import { fillSignUp, ready } from './screens.ts';

test.use({ seed: 'demo' });

test('what is typed before the scripts come stays, and the form then goes by script', async ({
  page,
  portal,
}) => {
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
  await expect(page.getByRole('alert')).toContainText('Please also pick the file');
  await expect(page.getByLabel('Or the receipt number')).toHaveValue('CAP-0000-0000-0000-0000');
});

test('a message in the address stays when the scripts come', async ({ page }) => {
  for (const [address, message] of [
    ['/login?notice=signed-up', messages.signedUp],
    ['/login?notice=password-saved', 'Your new password is saved. Please log in.'],
  ] as const) {
    await page.goto(address);
    await ready(page);
    await expect(page.getByRole('alert')).toHaveText(message);
  }
});
