import { demoEmail, demoPassword } from '#contract/demo-accounts';
import { expect, test } from './portal.ts';
import { heading, logIn, visit } from './screens.ts';
import { translated, translatePages } from './translated.ts';

test.use({ seed: 'demo' });

test(
  'in a translated page a wrong password is told, a right one opens the dashboard, and a query and a comment are posted',
  { tag: '@full' },
  async ({ page }) => {
    await translatePages(page);
    await visit(page, '/login');
    await translated(page);
    await logIn(page, demoEmail('week2'), 'not-this-one');
    await expect(page.getByRole('alert')).toContainText('Invalid credentials. Please try again.');
    await logIn(page, demoEmail('week2'), demoPassword);
    await expect(heading(page, 'Student Dashboard')).toBeVisible();
    await page.getByRole('link', { name: 'Forum' }).first().click();
    await expect(heading(page, 'Discussion Forum')).toBeVisible();
    await page.getByLabel('Ask the batch').fill('Which port is it?');
    await page.getByRole('button', { name: 'Post Query' }).click();
    const question = page.getByRole('article').filter({ hasText: 'Which port is it?' });
    await expect(question).toBeVisible();
    await question.getByLabel('Add a comment').fill('3000, I believe.');
    await question.getByRole('button', { name: 'Send the comment' }).click();
    await expect(question.getByRole('listitem')).toContainText('3000, I believe.');
    await expect(page.getByText('This could not be loaded')).toBeHidden();
  },
);
