import { buildStudent, buildSubmission } from '#support/factories';
import { demoEmail, demoPassword } from '#contract/demo-accounts';
import { signInAs } from './demo.ts';
import { goTheWholeWay } from './journey-steps.ts';
import { expect, test } from './portal.ts';
import { saveBy } from './save-mark.ts';
import { accepts, fillSignUp, heading, logIn, ownQuestion, ready, unfold, visit } from './screens.ts';
import { textFile } from './submission-steps.ts';
import { translated, translatePages } from './translated.ts';

test.beforeEach(({ page }) => translatePages(page));

test.describe('a student in a translated page', () => {
  test.use({ seed: 'sample' });

  test('goes the whole way, from signing up to the viva', async ({ portal, page }) => {
    test.setTimeout(240_000);
    await goTheWholeWay(portal, page, (what) => what.click());
  });
});

test.describe('in a translated page of the demo', () => {
  test.use({ seed: 'demo' });

  test('a signup that is refused says why, each time', async ({ page }) => {
    await visit(page, '/signup');
    await translated(page);
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByRole('alert')).toContainText('Name is required');
    const who = { name: 'Asha Kumari', email: demoEmail('week2'), password: 'secret-1', phone: '9876543210' };
    await fillSignUp(page, { ...who, batch: 'no such batch' });
    await expect(page.getByText('No open batch has this name.')).toBeVisible();
    await page.getByLabel('Batch Name').fill('MERN 2026-11');
    await page.getByRole('button', { name: 'MERN-2026-11' }).click();
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByRole('alert')).toContainText('already exists');
  });

  test('the choice is refused for a low score, and made by whoever may', async ({ portal, page }) => {
    await signInAs(portal, page, 'new');
    await visit(page, '/StudentDashboard');
    await translated(page);
    await page.getByRole('link', { name: 'Read more about Health Centre Token Queue' }).click();
    await page.getByLabel(accepts).check();
    await page.getByRole('button', { name: 'Proceed' }).click();
    await expect(heading(page, 'PROJECT DASHBOARD')).toBeVisible();
    for (const name of ['Reference Materials', 'Weekly Submission', 'Discussion Forum', 'My Grades'])
      await page.getByRole('tab', { name }).click();
    await expect(page.getByRole('tabpanel')).toBeVisible();
  });

  test('work is submitted with a file, and submitted again', async ({ portal, page }) => {
    await signInAs(portal, page, 'final');
    for (const address of ['/WeeklySubmission', '/FinalProjectSubmission']) {
      await visit(page, address);
      await translated(page);
      if (address === '/WeeklySubmission')
        await page.getByLabel('Week', { exact: true }).selectOption({ label: 'Week 2' });
      for (const words of ['First of two.', 'Second of two.']) {
        await page.getByLabel('Comments').fill(words);
        await page.getByLabel('File', { exact: true }).setInputFiles(textFile('work.txt', words));
        await page.getByRole('button', { name: 'Submit' }).click();
        await expect(page.getByRole('heading', { name: 'Receipt', exact: true })).toBeVisible();
        await page.getByRole('button', { name: 'Submit again' }).click();
      }
    }
  });

  test('a question is edited, deleted and brought back; the search finds and says how many', async ({
    portal,
    page,
  }) => {
    await signInAs(portal, page, 'week2');
    await visit(page, '/discussion/MERN-2026-11');
    await translated(page);
    const own = ownQuestion(page);
    await unfold(own);
    await own.getByRole('button', { name: 'Edit', exact: true }).first().click();
    await page.getByLabel('Edit the question').fill('How do elderly patients move forward?');
    await page.getByRole('button', { name: 'Update Query' }).click();
    const edited = page.getByRole('article').filter({ hasText: 'How do elderly patients move forward?' });
    await expect(edited).toContainText('edited');
    await edited.getByRole('button', { name: 'Favorite' }).click();
    await page.getByRole('searchbox').fill('elderly');
    await page.getByRole('searchbox').press('Enter');
    await expect(page.getByRole('main')).toContainText('elderly');
    await page.getByRole('searchbox').fill('');
    await page.getByRole('searchbox').press('Enter');
    await visit(page, '/discussion/MERN-2026-11');
    await unfold(edited);
    await edited.getByRole('button', { name: 'Delete', exact: true }).first().click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true }).click();
    await expect(edited).toBeHidden();
  });

  test('account details are changed, and the logout leads home', async ({ portal, page }) => {
    await signInAs(portal, page, 'week2');
    await visit(page, '/account');
    await translated(page);
    await page.getByLabel('Name', { exact: true }).fill('Meera K');
    await page.getByRole('button', { name: 'Save' }).first().click();
    await expect(page.getByRole('main')).toContainText('Meera K');
    await page.getByRole('banner').getByRole('button', { name: 'Logout' }).click();
    await expect(page).toHaveURL('/');
  });

  test('a mentor marks, saves, changes and releases', async ({ portal, page }) => {
    const { context } = portal;
    const { batch_id } = await context.database.reader
      .selectFrom('accounts')
      .where('email', '=', demoEmail('week2'))
      .select('batch_id')
      .executeTakeFirstOrThrow();
    const { id } = await buildStudent(context, { batch_id, name: 'Ravi Nair' });
    await buildSubmission(context, { account_id: id });
    await visit(page, '/login');
    await translated(page);
    await logIn(page, demoEmail('mentor'), demoPassword);
    await expect(heading(page, 'Submissions')).toBeVisible();
    await ready(page);
    const work = page.getByRole('article').first();
    const marks = work.getByLabel('Marks (0–100)');
    await marks.fill('101');
    await saveBy(work, 'Save');
    await expect(marks).toHaveAccessibleDescription('Enter a number from 0 to 100.');
    await marks.fill('71');
    await saveBy(work, 'Save');
    await expect(work.getByRole('status')).toContainText('until you release them.');
    await expect(work).toContainText('71 out of 100');
    await work.getByRole('button', { name: 'Change the marks' }).click();
    await marks.fill('72');
    await saveBy(work, 'Save and release');
    await expect(work).toContainText('72 out of 100');
    await visit(page, '/staff/batches/MERN-2026-11');
    await expect(page.getByRole('main')).toContainText('MERN-2026-11');
  });
});
