import { demoPassword } from '#contract/demo-accounts';
import { signInAs } from './demo.ts';
import { pickSheet, trySheet } from './import-steps.ts';
import { expect, test } from './portal.ts';
import { heading, logIn, visit } from './screens.ts';

test.use({ seed: 'demo' });

test('the office adds a person by hand, who is then invited like an imported one', async ({
  portal,
  page,
}) => {
  await signInAs(portal, page, 'admin');
  await visit(page, '/staff/people');
  await page.getByRole('link', { name: 'Add a person' }).click();
  await expect(heading(page, 'Add a person')).toBeVisible();
  await page.getByLabel('Email').fill('nila@example.test');
  await page.getByLabel('Name').fill('Nila Das');
  await page.getByLabel('Batch').selectOption('DSA-2026-10');
  await page.getByLabel('Exit score').fill('81');
  await page.getByRole('button', { name: 'Add the person' }).click();
  await expect(page.getByText('The person is added.')).toBeVisible();
  await expect(heading(page, 'Nila Das')).toBeVisible();
  await expect(page.getByLabel('Exit score')).toHaveValue('81');
  await page.getByRole('button', { name: 'Print for 1 person' }).click();
  await expect(page.getByRole('region', { name: 'Invitations to print' })).toContainText('Nila Das');
});

test('the office takes people in from a spreadsheet and prints; on a phone one of them comes in, in batch with score', async ({
  portal,
  page,
  browser,
}) => {
  await signInAs(portal, page, 'admin');
  await visit(page, '/staff/intake');
  await pickSheet(page, [
    'Nila Das;nila@example.test;98765 43210;dsa-2026-10;81',
    'Zoë Ünal;zoe@example.test;;mern-2026-11;',
  ]);
  await expect(page.getByLabel('Cohort')).toHaveValue('batch');
  await page.getByText('Matched: Email, Name').click();
  await page.getByLabel('Mobile No').selectOption('Ignore');
  await page.getByRole('button', { name: 'Update preview' }).click();
  await trySheet(page);
  await expect(
    page.getByRole('row', {
      name: /^2 New Edit row 2 Leave out row 2 nila@example\.test Nila Das DSA-2026-10 81$/,
    }),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Import 2 rows' }).click();
  await page.getByRole('link', { name: 'Invite the people' }).click();
  await expect(heading(page, 'People')).toBeVisible();
  // The demo has somebody else who was not invited yet.
  await page.getByRole('button', { name: 'Print for 3 people' }).click();
  const sheet = page.getByRole('region', { name: 'Invitations to print' });
  await expect(sheet.getByRole('img')).toHaveCount(3);
  const nila = sheet.getByRole('listitem').filter({ hasText: 'Nila Das' });
  const link = await nila.getByText('/invitation?token=').innerText();
  // The portal of a test does not know its own port.
  const { search } = new URL(link);
  const address = new URL(`/invitation${search}`, page.url()).href;

  const phone = await browser.newPage({ viewport: { width: 390, height: 780 } });
  await phone.goto(address);
  await expect(phone.getByRole('main')).toContainText('DSA-2026-10');
  await phone.getByLabel('Phone Number').fill('98765 43210');
  await phone.getByLabel('Password', { exact: true }).fill(demoPassword);
  await phone.getByLabel('Agree to our terms and conditions').check();
  await phone.getByRole('button', { name: 'Create my account' }).click();
  await expect(heading(phone, 'Login')).toBeVisible();
  await logIn(phone, 'nila@example.test', demoPassword);
  await expect(heading(phone, 'Student Dashboard')).toBeVisible();
  await expect(phone.getByRole('main')).toContainText('Data Science and Analytics');
  await expect(phone.getByRole('main')).toContainText('81');
  await phone.goto(address);
  await expect(phone.getByText('This invitation has already been used')).toBeVisible();
  await phone.close();

  await visit(page, '/staff/invitations?state=printed');
  await expect(page.getByRole('row', { name: /Zoë Ünal/ })).toContainText('Invitation made, not printed');
  await expect(page.getByRole('row', { name: /Nila Das/ })).toHaveCount(0);
});
