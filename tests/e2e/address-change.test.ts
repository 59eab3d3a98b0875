import { demoEmail, demoPassword } from '#contract/demo-accounts';
import { changeEmailOf } from '#server/accounts/own-account/change-email';
import { confirmHolder } from '#server/people/confirm-account';
import { signInAs } from './demo.ts';
import { newestLink, withMail } from './mailed-link.ts';
import { expect, test } from './portal.ts';
import { heading, ready, visit } from './screens.ts';
import { expectReceipt, textFile } from './submission-steps.ts';

test.use({ seed: 'demo' });

const byOffice = 'meera.office@example.test';
const byHerself = 'meera.home@example.test';

test(
  'what is typed and what waits on the device outlive a change of address, by the office or by the person',
  { tag: '@full' },
  async ({ portal, page }) => {
    withMail(portal);
    await signInAs(portal, page, 'week2');
    await visit(page, '/WeeklySubmission');
    await page.getByLabel('Comments').fill('Typed under the first address.');
    await page.getByLabel('File', { exact: true }).setInputFiles(textFile('work.txt', 'my work'));
    await expect(page.getByText('Saved on this device', { exact: true })).toBeVisible();

    // A question that waits for the line.
    await page.route('**/question', (route) => route.abort('internetdisconnected'));
    await visit(page, '/discussion/MERN-2026-11');
    await page.getByLabel('Ask the batch').fill('Asked under the first address?');
    await page.getByRole('button', { name: 'Post Query' }).click();
    const waits = page.getByRole('status').filter({ hasText: '1 question is not sent yet' });
    await expect(waits).toBeVisible();

    await changeEmailOf(portal.context, confirmHolder, demoEmail('week2'), byOffice);
    await page.unroute('**/question');
    await visit(page, '/discussion/MERN-2026-11');
    const asked = () =>
      portal.context.database.reader
        .selectFrom('questions')
        .where('text', '=', 'Asked under the first address?')
        .select('id')
        .execute();
    await expect.poll(async () => (await asked()).length).toBe(1);
    await expect(page.getByText('1 question is not sent yet')).toBeHidden();
    await visit(page, '/discussion/MERN-2026-11');
    await expect(page.getByRole('article').filter({ hasText: 'Asked under the first address?' })).toHaveCount(
      1,
    );

    // She changes it herself, while the form is open.
    await visit(page, '/WeeklySubmission');
    await expect(page.getByLabel('Comments')).toHaveValue('Typed under the first address.');
    await page.getByLabel('Comments').fill('Typed under two addresses.');
    const answer = await page.request.put('/api/account/email', {
      data: { email: byHerself, current_password: demoPassword },
    });
    expect(answer.status()).toBe(200);
    await page.goto(await newestLink(portal, byHerself));
    await ready(page);
    await page.getByRole('button', { name: 'Confirm my email' }).click();
    await expect(page.getByText('log in with it', { exact: false })).toBeVisible();
    await visit(page, '/account');
    await expect(page.getByRole('main')).toContainText(byHerself);

    await visit(page, '/WeeklySubmission');
    await expect(heading(page, 'Weekly Submission')).toBeVisible();
    await expect(page.getByLabel('Comments')).toHaveValue('Typed under two addresses.');
    expect((await asked()).length).toBe(1);
    await expect(page.getByText('work.txt', { exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Submit' }).click();
    const words = 'Congrats!!! You have submitted your work for the week';
    await expectReceipt(page, words, 'Week 2, version 1', Buffer.from('my work'));
  },
);
