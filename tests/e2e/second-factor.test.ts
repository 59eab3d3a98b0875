import type { CDPSession, Page } from '@playwright/test';
import { codeAt } from '#server/accounts/second-factor/app-secret';
import { words } from '#server/accounts/second-factor/words';
import { minuteMs } from '#contract/durations';
import { buildAdministrator } from '#support/factories';
import { expect, test, type Portal } from './portal.ts';
import { heading, ready } from './screens.ts';

test.use({ seed: 'empty', viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });

const email = 'admin@example.test';
const password = 'secret1';

/** Passkeys belong to a name: a number, under which the other tests open the portal, has none. */
async function nameIt(portal: Portal): Promise<string> {
  const address = portal.url.replace('127.0.0.1', 'localhost');
  Object.assign(portal.context.settings, { publicUrl: new URL(address), requireSecondFactor: true });
  const password_hash = await portal.context.passwords.hash(password);
  await buildAdministrator(portal.context, { email, password_hash, name: 'Anu Menon' });
  return address;
}

/** The phone's own key: whoever holds the phone has unlocked it. */
async function addAuthenticator(page: Page): Promise<{ session: CDPSession; authenticatorId: string }> {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return { session, authenticatorId };
}

test('an administrator sets up a passkey, loses the phone, and gets in with a recovery code and a new app', async ({
  page,
  portal,
}) => {
  const address = await nameIt(portal);
  const phone = await addAuthenticator(page);
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  const logIn = async () => {
    await page.goto(`${address}/login`);
    await ready(page);
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.locator('form').getByRole('button', { name: 'Login' }).click();
  };
  const logOut = async () => {
    await page.getByRole('banner').getByRole('button', { name: 'Logout' }).click();
    await expect(page.getByRole('link', { name: 'Login' }).first()).toBeVisible();
  };
  const atWork = () => expect(heading(page, 'Office')).toBeVisible();

  // Led to it after the login, and kept from everything else.
  await logIn();
  await expect(heading(page, 'Your account')).toBeVisible();
  await expect(page.getByText(/Administrators of this portal need two-step verification/)).toBeVisible();
  await page.goto(`${address}/staff`);
  await expect(page).toHaveURL(/\/account/);
  await ready(page);

  await page.getByText('Add a passkey').click();
  await press('Create passkey');
  const list = page.getByRole('list', { name: 'Recovery codes' });
  await expect(list.getByRole('listitem')).toHaveCount(8);
  const codes = (await list.innerText()).match(/[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}/g) as string[];
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('capstone-recovery-codes.txt');
  await press('I have saved them');
  await atWork();

  // With the passkey.
  await logOut();
  await logIn();
  await expect(heading(page, 'One more step')).toBeVisible();
  const step = page.url();
  const otherTab = await page.context().newPage();
  await otherTab.goto(step);
  await ready(otherTab);
  await press('Use your passkey');
  await atWork();
  // The same step once more: in another tab it says that it is done, and takes no code for it; visited anew it leads on.
  await otherTab.getByLabel('Recovery code').fill(codes[7]!);
  await otherTab.getByRole('button', { name: 'Continue', exact: true }).click();
  await expect(otherTab.getByRole('alert')).toContainText(words.stepDone);
  await expect(otherTab.getByRole('link', { name: 'Log in again' })).toBeVisible();
  await otherTab.close();
  await page.goto(step);
  await ready(page);
  await atWork();

  // The phone is gone.
  await logOut();
  await phone.session.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId: phone.authenticatorId });
  await logIn();
  await page.getByLabel('Recovery code').fill(codes[0]!.toLowerCase());
  await page.keyboard.press('Enter');
  await atWork();

  // The same code again, and then the next one.
  await logOut();
  await logIn();
  await page.getByLabel('Recovery code').fill(codes[0]!);
  await press('Continue');
  await expect(page.getByRole('alert')).toContainText(words.recoveryCodeUsed);
  await page.getByLabel('Recovery code').fill(codes[1]!);
  await press('Continue');
  await atWork();

  // A new phone: an app on it, and the lost one's passkey goes, after a fresh proof.
  await page.goto(`${address}/account`);
  await ready(page);
  await expect(page.getByText('6 of your recovery codes are left.')).toBeVisible();
  portal.clock.shift(11 * minuteMs);
  await press('Set up an authenticator app');
  const proof = page.getByRole('dialog', { name: 'Confirm it is you' });
  await proof.getByLabel('Recovery code').fill(codes[2]!);
  await proof.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('img', { name: 'QR code of the key below' })).toBeVisible();
  const secret = (await page.locator('code').first().innerText()).replaceAll(/\s/g, '');
  await page.getByLabel('Code', { exact: true }).fill(codeAt(secret, portal.clock.now()));
  await press('Add the app');
  const factors = page.getByRole('list', { name: 'Your passkeys and apps' });
  await expect(factors.getByRole('listitem')).toHaveCount(2);
  await page.getByText('Rename or remove Passkey').click();
  await press('Remove Passkey');
  await expect(factors.getByRole('listitem')).toHaveCount(1);

  await logOut();
  portal.clock.shift(minuteMs);
  await logIn();
  await page.getByLabel('Code', { exact: true }).fill(codeAt(secret, portal.clock.now()));
  await press('Continue');
  await atWork();
});
